import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'

if (!withoutBrowser) await builtDashboard()

test('the dashboard says that emails were stopped by a link, and turns them back on', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await service.submit(ada.endpoint, { message: 'one' })
  await service.post(await service.linkIn('emails'), { form: { 'List-Unsubscribe': 'One-Click' } })
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  const { form_id } = ada.endpoint
  await page.screen(`/endpoints/${form_id}`)
  await page.getByText('Emails are off.').waitFor()
  await page.getByRole('button', { name: 'Turn emails back on' }).click()
  await page.getByText('Emails are off.').waitFor({ state: 'detached' })
  const shown = await ada.get(`/endpoints/${form_id}`)
  assert.equal(Object(shown.json.settings).email_notifications, true)
})
