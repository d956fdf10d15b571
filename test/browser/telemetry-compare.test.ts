import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { BOTH_THEMES, checkAppearances } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'

const FORMULA = '=1+1'

if (!withoutBrowser) await builtDashboard()

test('compares two names in one chart, and exports what is seen', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { id, telemetry_url } = (await ada.post('/telemetry', { name: 'Shop' })).json
  const names = ['view', 'view', 'view', FORMULA, 'other']
  await service.post(String(telemetry_url), { json: names.map((name) => ({ name })) })
  await ada.post(`/telemetry/${id}/annotations`, { text: '@deployed' })
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen(`/telemetry/${id}?name=view`)
  await page.getByLabel('Compare with').click()
  await page.getByRole('option', { name: `with ${FORMULA}` }).click()
  await page.waitForURL(/with=/)
  await page.getByText(`3 events named “view”, 1 named “${FORMULA}”`).waitFor()
  const chart = page.getByRole('slider', { name: /^Events per hour/ })
  assert.match((await chart.getAttribute('aria-valuetext')) ?? '', /so far: 3 events, 1 =1\+1, /)
  await checkAppearances(page, 'two names', BOTH_THEMES)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.reload()
  await page.getByText(`1 named “${FORMULA}”`).waitFor()

  const [chartFile] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ])
  assert.equal(chartFile.suggestedFilename(), 'events-by-hour.csv')
  const records = (await buffer(await chartFile.createReadStream())).toString('utf8').split('\r\n')
  assert.equal(records[0], '\ufeff"time","view","\'=1+1","average","annotations"')
  assert.match(records.at(-2) ?? '', /^"2026-11-\d\dT\d\d:00:00\.000Z","3","1","3","'@deployed"$/)

  await page.getByRole('tab', { name: 'Events' }).click()
  const [eventsFile] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ])
  assert.match(eventsFile.suggestedFilename(), /^events-t_.*\.csv$/)
  const events = (await buffer(await eventsFile.createReadStream())).toString('utf8').split('\r\n')
  assert.equal(events.length, 1 + 3 + 1)
})
