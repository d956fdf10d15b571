import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { ADA, startService } from '../support/service/service.ts'

if (!withoutBrowser) await builtDashboard()

test('an owner keeps one endpoint that was claimed by its link, and declines another, which can be undone', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const ada = await signIn(service)
  const made = await service.post('/t/new', { form: { recipient: ADA } })
  service.pass({ seconds: 2 })
  await service.post(`/t/${made.json.telemetry_id}`, { json: { name: 'signup' } })
  await service.get(await service.linkIn('claim'))
  const form = await service.createEndpoint()
  await service.submit(form, { message: 'the first' })
  await service.get(await service.linkIn('claim'))
  for (let sent = 0; sent < 11; sent += 1) await service.submit(form, { message: 'another' })
  await service.deliver()

  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen('/inbox')
  await page.getByText(/^1 form and 1 telemetry endpoint claimed by link, \d+ emails? waiting\.$/).waitFor()
  await page.getByRole('link', { name: 'Keep or decline' }).click()
  await page.getByRole('heading', { name: 'Claimed by link: keep or decline' }).waitFor()
  await page.checkScreen('the list of endpoints')
  await page.getByText('Not confirmed').waitFor()
  await page.getByRole('button', { name: `Keep it: ${form.form_id}` }).click()
  await page.getByText('Kept. Any waiting emails are on their way.').waitFor()
  await page.getByText('1 telemetry endpoint claimed by link.').waitFor()
  assert.notEqual((await ada.get(`/endpoints/${form.form_id}`)).json.confirmed_at, null)

  await page.getByRole('link', { name: 'Keep or decline' }).click()
  await page.getByRole('link', { name: String(made.json.telemetry_id) }).click()
  await page.getByRole('button', { name: `Decline: ${made.json.telemetry_id}` }).click()
  await page.checkScreen('the dialog that declines')
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await page.getByText('Declined', { exact: true }).waitFor()
  await page.getByText(/claimed by link\./).waitFor({ state: 'detached' })
  const stored = async () => {
    const { state, confirmed_at } = (await ada.get(`/telemetry/${made.json.telemetry_id}`)).json
    return [state, confirmed_at]
  }
  assert.deepEqual(await stored(), ['retired', null])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Restored', { exact: true }).waitFor()
  await page.getByText('1 telemetry endpoint claimed by link.').waitFor()
  assert.deepEqual(await stored(), ['claimed', null])
})
