import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'

const DAYS = 60

if (!withoutBrowser) await builtDashboard()

/** An endpoint with one event a day for 30 days, then two, of a plan that keeps events for this many days. */
async function startUsed(telemetryRetentionDays: number) {
  const service = await startService({
    adjust: (config) => {
      const free = config.plans.free
      if (!free) throw new Error('there is no plan "free"')
      return { ...config, plans: { ...config.plans, free: { ...free, telemetryRetentionDays } } }
    },
  })
  const ada = await signIn(service)
  const { id, telemetry_url } = (await ada.post('/telemetry', { name: 'Shop' })).json
  for (let day = 0; day < DAYS; day += 1) {
    if (day > 0) service.pass({ days: 1 })
    const events = [{ name: 'view' }, { name: 'buy' }].slice(0, day < DAYS / 2 ? 1 : 2)
    await service.post(String(telemetry_url), { json: events })
  }
  const { cookie } = await signIn(service)
  return { service, id, cookie }
}

test('30 days are compared with the 30 days before where events are kept for both', {
  skip: withoutBrowser,
}, async () => {
  const { service, id, cookie } = await startUsed(DAYS)
  await using _ = service
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie })
  await page.screen(`/telemetry/${id}?period=30d`)
  await page.getByText('+100% from the previous 30 days').waitFor()
  await page.getByText('(58 vs. 29, excluding the current day)').waitFor()
  await page.getByText('The last 30 days, in UTC.', { exact: true }).waitFor()
  await page.screen(`/telemetry/${id}`)
  await page.getByText('Last week, the same hours').waitFor()
  const chart = page.getByRole('slider', { name: /^Events per hour/ })
  assert.match(
    (await chart.getAttribute('aria-valuetext')) ?? '',
    /so far: 2 events, 2 yesterday, 2 last week/,
  )
  await page.screen(`/telemetry/${id}?period=30d`)
  await page.getByRole('button', { name: 'buy', exact: true }).click()
  await page.getByText('30 events named “buy”').waitFor()
})

test('says that the period before is not kept, instead of comparing with nothing', {
  skip: withoutBrowser,
}, async () => {
  const { service, id, cookie } = await startUsed(DAYS - 1)
  await using _ = service
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie })
  await page.screen(`/telemetry/${id}?period=30d`)
  await page.getByText('Events are kept for 59 days, so the 30 days before can’t be compared.').waitFor()
  await page.getByText('from the previous 30 days').waitFor({ state: 'detached' })
  await page.screen(`/telemetry/${id}?period=7d`)
  await page.getByText('0% from the previous 7 days').waitFor()
})
