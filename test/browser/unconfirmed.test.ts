import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOTH_THEMES, checkAppearances } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { ADA, startService } from '../support/service/service.ts'

if (!withoutBrowser) await builtDashboard()

test('an owner claims a form of their address in the list of forms, without the email', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const forms = []
  for (let made = 0; made < 7; made += 1) {
    service.pass({ minutes: 20 })
    forms.push(await service.createEndpoint())
  }
  const form = forms.at(-1) ?? assert.fail()
  await service.post(form.endpoint_url, {
    form: { message: 'waits for its owner' },
    headers: { origin: 'https://studio-nord.de', referer: 'https://studio-nord.de/contact' },
  })
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen('/forms')
  await page.getByRole('heading', { name: 'Not claimed yet' }).waitFor()
  await checkAppearances(page, 'forms that are not claimed', BOTH_THEMES)
  assert.equal(await page.getByRole('button', { name: /^Claim / }).count(), 5)
  await page.getByRole('button', { name: 'Show 2 more' }).click()
  assert.equal(await page.getByRole('button', { name: /^Claim / }).count(), 7)
  await page.getByRole('button', { name: 'Claim studio-nord.de' }).click()
  await page.getByText('Claimed: studio-nord.de').waitFor()
  await page.getByRole('link', { name: 'studio-nord.de' }).waitFor()
  await page.getByRole('button', { name: 'Claim studio-nord.de' }).waitFor({ state: 'detached' })
  await page.screen('/inbox')
  await page.getByText('waits for its owner').waitFor()
  await page.screen('/settings/activity')
  await page.getByText('Claimed', { exact: true }).waitFor()

  await service.post(`/t/new`, { form: { recipient: ADA } })
  await page.screen('/telemetry')
  await page.getByRole('heading', { name: 'Not claimed yet' }).waitFor()
  await page.getByText('Your first telemetry endpoint').waitFor()
  await page.checkScreen('an unclaimed telemetry endpoint, the first')
})

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
