import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openInbox, openOwnerPage } from '../support/browser/owner-page.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'

await builtDashboard()

test('turns the toast of an action into its failure when the network goes away, with a retry', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  await using browser = await openBrowser()
  const { page, rows } = await openInbox(browser, service)
  await rows().first().getByText('Grace').waitFor()
  await page.waitForParts()
  await page.context().setOffline(true)
  await page.keyboard.type('je')
  const toasts = page.locator('.floating[data-type]')
  await toasts.getByText('Not archived').waitFor()
  await page.checkScreen('an action that failed')
  assert.equal(await toasts.count(), 1)
  assert.equal(await toasts.getByText('Undo').count(), 0)
  await rows().first().getByText('Grace').waitFor()
  await page.context().setOffline(false)
  await page.getByText('You’re offline').waitFor({ state: 'detached' })
  const stored = page.waitForResponse('**/submissions/bulk')
  await toasts.getByText('Retry').click()
  await stored
  await toasts.getByText('Archived', { exact: true }).waitFor()
  assert.equal(await toasts.count(), 1)
  assert.equal((await page.ask('/submissions?folder=archive')).data.length, 1)
})

test('offers no undo for what was deleted for good', { skip: withoutBrowser }, async () => {
  await using service = await startService()
  await using browser = await openBrowser()
  const { page, rows } = await openInbox(browser, service)
  const toasts = page.locator('.floating[data-type]')
  await rows().first().getByText('Grace').waitFor()
  await page.keyboard.type('j#')
  await toasts.getByText('Undo').waitFor()
  await page.getByRole('link', { name: 'Trash' }).click()
  await rows().first().getByText('Grace').waitFor()
  await page.keyboard.type('j#')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete forever' }).click()
  await page.getByRole('heading', { name: 'The trash is empty' }).waitFor()
  await page.keyboard.press('z')
  await toasts.getByText('Nothing to undo').waitFor()
  assert.equal(await toasts.getByText('Undo', { exact: true }).count(), 0)
})

test('says that an undo came too late for what was deleted for good elsewhere', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  await using browser = await openBrowser()
  const { page, rows } = await openInbox(browser, service)
  const toasts = page.locator('.floating[data-type]')
  await rows().first().getByText('Grace').waitFor()
  await page.keyboard.type('j#')
  await toasts.getByText('Undo').waitFor()
  const { data } = await page.ask('/submissions?folder=trash')
  const status = await page.evaluate(async (id) => {
    const body = JSON.stringify({ ids: [id], action: 'delete_permanently' })
    const headers = { 'content-type': 'application/json' }
    return (await fetch('/api/v1/submissions/bulk', { method: 'POST', headers, body })).status
  }, data[0].id)
  assert.equal(status, 200)
  await page.keyboard.press('z')
  await toasts.getByText('Not undone').waitFor()
  await toasts.getByText('Deleted for good or moved since then.').waitFor()
  await page.checkScreen('an undo that came too late')
  await page.getByRole('heading', { name: 'Inbox zero' }).waitFor()
  assert.equal(await rows().count(), 0)
})

test('names every wrong setting at once, in words for people, before anything is sent', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await using browser = await openBrowser()
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.url())
  })
  await page.screen(`/endpoints/${ada.endpoint.form_id}?view=settings`)
  await page.getByLabel('Redirect after submit').fill('javascript:alert(1)')
  await page.getByLabel('Redirect after an error').fill('/sorry')
  await page.fillList('Allowed sites', 'https://acme.org\nacme.org/contact')
  await page.getByRole('region', { name: 'General' }).getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter a full web address, such as https://acme.org/thanks.').waitFor()
  await page.getByText('“acme.org/contact” is not a site. Use its address without a path').waitFor()
  await page.getByText('Enter a full web address, such as https://acme.org/sorry.').waitFor()
  await page.checkScreen('settings with three mistakes')
  assert.deepEqual(sent, [])
  await page.getByLabel('Redirect after submit').fill('https://acme.org/thanks')
  await page.getByLabel('Allowed sites').fill('https://acme.org')
  await page.getByLabel('Redirect after an error').fill('https://acme.org/sorry')
  await page.getByRole('region', { name: 'General' }).getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  assert.equal(sent.length, 1)
})

test('does not remove a destination with the second click on Add', { skip: withoutBrowser }, async () => {
  await using service = await startService({ env: { FORMSLOT_DEFAULT_PLAN: 'pro' } })
  const ada = await signIn(service)
  await using browser = await openBrowser()
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen(`/forms/${ada.endpoint.form_id}/settings/delivery`)
  await page.getByRole('button', { name: 'Add a destination' }).click()
  const field = page.getByRole('textbox', { name: 'Email address' })
  await field.fill('someone@example.com')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('That’s an example address. Enter a real one.').waitFor()
  await field.fill('bo@studio.dev')
  const add = await page.getByRole('button', { name: 'Add', exact: true }).boundingBox()
  assert.ok(add)
  const [x, y] = [add.x + add.width / 2, add.y + add.height / 2]
  await page.mouse.click(x, y)
  await page.getByText('Awaiting confirmation').waitFor()
  await page.mouse.click(x, y)
  await page.getByRole('button', { name: 'Remove bo@studio.dev' }).click()
  const question = page.getByRole('dialog', { name: 'Remove this email address?' })
  await question.waitFor()
  await page.checkScreen('a destination that would be removed')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  assert.equal((await page.ask(`/endpoints/${ada.endpoint.form_id}`)).settings.destinations.length, 1)
})
