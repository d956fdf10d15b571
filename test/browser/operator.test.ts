import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { BOTH_THEMES, checkAppearances } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { ADA, BO, startService } from '../support/service/service.ts'

if (!withoutBrowser) await builtDashboard()

test('the operator finds an owner, suspends a form with a reason, and reads it in the log', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService({ env: { FORMSLOT_OPERATORS: ADA } })
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  const id = String(bo.endpoint.form_id)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen('/inbox')
  await page.getByRole('navigation').getByRole('link', { name: 'Operator' }).first().click()
  await page.getByRole('list', { name: 'Owners' }).getByText(BO, { exact: true }).first().waitFor()
  await page.getByLabel('Find by email address').fill('builds')
  await page.waitForURL(/q=builds/)
  await page.getByRole('button', { name: `Suspend ${ADA}` }).waitFor({ state: 'detached' })
  await checkAppearances(page, 'owners of the instance', BOTH_THEMES)

  await page.getByRole('button', { name: `Plan and usage of ${BO}` }).click()
  const plans = page.getByRole('dialog')
  await plans.getByText('Telemetry events', { exact: true }).waitFor()
  assert.ok(await plans.getByRole('button', { name: 'Change plan' }).isDisabled())
  await checkAppearances(page, 'plan and usage of an owner', BOTH_THEMES)
  await plans.getByLabel('Plan', { exact: true }).click()
  await page.getByRole('option', { name: 'pro' }).click()
  await plans.getByRole('button', { name: 'Change plan' }).click()
  await page
    .getByRole('list', { name: 'Owners' })
    .getByText(/^pro · /)
    .waitFor()

  await page.getByRole('button', { name: 'Endpoints' }).click()
  await page.getByLabel('Find by ID, owner or site').fill(id)
  const list = page.getByRole('list', { name: 'Endpoints' })
  await list.getByRole('button', { name: `Suspend ${id}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason (optional)').fill('Phishing of a bank')
  await checkAppearances(page, 'suspension of an endpoint', BOTH_THEMES)
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await list.getByText('Reason: Phishing of a bank').waitFor()
  assert.equal((await service.submit(bo.endpoint, { message: 'x' })).json.code, 'endpoint_suspended')
  await list.getByRole('button', { name: `Lift the suspension of ${id}` }).click()
  await dialog.getByRole('button', { name: 'Lift suspension' }).click()
  await list.getByRole('button', { name: `Suspend ${id}` }).waitFor()

  await page.getByRole('button', { name: 'Log' }).click()
  await page.getByText('Suspension of an endpoint lifted').waitFor()
  await page.getByText('Phishing of a bank').waitFor()
  await checkAppearances(page, 'log of the operator', BOTH_THEMES)
  await page.getByRole('button', { name: 'Instance' }).click()
  await page.getByText('FORMSLOT_OPERATORS', { exact: true }).waitFor()
  await checkAppearances(page, 'instance', BOTH_THEMES)
})

test('the operator exports an owner and deletes their account by typing its address', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService({ env: { FORMSLOT_OPERATORS: ADA } })
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  service.pass({ minutes: 30 })
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen('/operator')
  await page.getByRole('button', { name: `More for ${ADA}` }).click()
  await page.getByRole('menuitem', { name: 'Export as ZIP' }).waitFor()
  assert.equal(await page.getByRole('menuitem', { name: 'Delete' }).count(), 0, 'not their own account')
  await page.keyboard.press('Escape')
  const more = page.getByRole('button', { name: `More for ${BO}` })
  await more.click()
  await page.getByRole('menuitem', { name: 'Delete account…' }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: 'Delete the account of this owner?' })
  await dialog.getByText(`${BO} loses 1 endpoint and 1 submission, with all files`).waitFor()
  await checkAppearances(page, 'deletion of an account by the operator', BOTH_THEMES)

  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export as ZIP' }).click()
  await page.confirmSignIn()
  const download = await downloading
  assert.match(download.suggestedFilename(), /^formslot-account-\d{4}-\d\d-\d\d\.zip$/)
  const archive = await buffer(await download.createReadStream())
  assert.ok(archive.includes('account.json'))

  const confirm = dialog.getByRole('button', { name: 'Delete account' })
  await dialog.getByRole('textbox').fill(ADA)
  assert.ok(await confirm.isDisabled())
  await dialog.getByRole('textbox').fill(BO)
  await confirm.click()
  await page.getByText('Account deleted').waitFor()
  await more.waitFor({ state: 'detached' })
  assert.equal((await bo.get('/me')).status, 401)
  await page.getByRole('button', { name: 'Log' }).click()
  const entries = page.getByRole('list', { name: 'Log' }).getByRole('listitem')
  await entries.filter({ hasText: 'Account exported' }).waitFor()
  await entries.filter({ hasText: 'Account deleted' }).waitFor()
})
