import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plan } from '../../src/commands/plan.ts'
import { BOTH_THEMES, checkAppearances } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { setCount, startQuotaService, withFree } from '../support/fixtures/quota.ts'
import { ADA, type TestService } from '../support/service/service.ts'

if (!withoutBrowser) await builtDashboard()

async function setPlan(service: TestService, name: string): Promise<void> {
  const command = { kind: 'set', mailbox: ADA, plan: name } as const
  await plan(service.config, { command, format: 'text', now: service.now() })
}

test('shows usage, reset date and scheduled deletion', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startQuotaService()
  const ada = await signIn(service)
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { name: 'Contact' })
  await setCount(service, ada.endpoint, 42)
  await setPlan(service, 'pro')
  await setPlan(service, 'free')
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen('/usage')
  await page.getByText('42 of 50').waitFor()
  await page.getByText('0 of 5,000').waitFor()
  await page.getByText('0 of 100', { exact: true }).waitFor()
  await page.getByText('Everything resets on').waitFor()
  const quotas = page.getByRole('list', { name: 'Quotas, the fullest first' }).getByRole('listitem')
  const full = 'ContactForm42 of 50'
  assert.ok((await quotas.allTextContents()).every((text, place) => text.startsWith(full) === (place === 0)))
  await quotas.getByText('All queues').waitFor()
  const deleted = page.getByRole('region', { name: 'Scheduled deletion' })
  await deleted.getByText('kept for 90 days until then and for 30 days afterwards').waitFor()
  await checkAppearances(page, 'usage, with what will be deleted', BOTH_THEMES)
  await deleted.getByRole('link', { name: 'Export what you want to keep.' }).click()
  await page.getByRole('button', { name: 'Export your data' }).waitFor()
  await setPlan(service, 'pro')
  await page.screen('/usage')
  await page.getByText('42 of 10,000').waitFor()
  assert.equal(await page.getByRole('region', { name: 'Scheduled deletion' }).count(), 0)
})

test('shows stored files against the plan, and nothing of files where a plan includes none', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startQuotaService()
  const ada = await signIn(service)
  await service.sql(`update accounts set stored_bytes = ${45.5 * 1024 ** 2}`)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen('/usage')
  const files = page.getByRole('region', { name: 'Stored files' })
  await files.getByText('45.5 MiB of 50 MiB').waitFor()
  assert.equal(
    await files.getByRole('meter', { name: 'Stored files' }).getAttribute('aria-valuetext'),
    '45.5 MiB of 50 MiB',
  )
  await page
    .getByRole('region', { name: 'Free plan' })
    .getByText('Up to 3 per submission, 5 MiB each')
    .waitFor()
  await checkAppearances(page, 'usage, with stored files', BOTH_THEMES)

  await using without = await startQuotaService({
    adjust: (config) => withFree(config, { filesPerSubmission: 0 }),
  })
  const bo = await signIn(without)
  await using other = await openBrowser(without)
  const shown = await openOwnerPage(other, without, { cookie: bo.cookie })
  await shown.screen('/usage')
  await shown.getByText('This month').waitFor()
  assert.equal(await shown.getByText('File storage').count(), 0)
  assert.equal(await shown.getByRole('region', { name: 'Stored files' }).count(), 0)
})
