import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { inviteMember } from '../support/fixtures/member.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { ADA, startService } from '../support/service/service.ts'

const GRACE = 'grace@navy.dev'
const LINUS = 'linus@kernel.dev'

if (!withoutBrowser) await builtDashboard()

test('an owner invites a person, who accepts on a page of their own and works in the account', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen('/settings/people')
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await dialog.getByLabel('Email address').fill(GRACE)
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await page.getByText(`Invited ${GRACE}`).waitFor()
  await page.checkScreen('the members of an account')

  const guest = await openOwnerPage(browser, service)
  await guest.goto(await service.linkIn('invitation'))
  await guest.checkScreen('an invitation')
  await guest.getByRole('button', { name: 'Accept and open' }).click()
  await guest.waitForURL('**/app/inbox')
  await guest.getByRole('link', { name: /the first/ }).click()
  await guest.getByRole('button', { name: 'Archive' }).click()
  await guest
    .getByText(/archived/i)
    .first()
    .waitFor()
  await page.screen('/settings/activity')
  await page.getByText('Submissions changed').waitFor()
  assert.equal((await page.getByText(GRACE).count()) > 0, true)
})

test('a shared account assigns submissions by key and filter, and undoes it', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  page.setDefaultTimeout(9000)
  await page.screen('/inbox')
  const row = page.rows().filter({ hasText: 'the first' })
  await row.waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await page.getByRole('button', { name: 'Filters and view' }).click()
  await page.getByText('Starred only').waitFor()
  assert.equal(await page.getByLabel('Assigned to').count(), 0, 'nobody to assign to')
  await inviteMember(service, ada, { email: GRACE, role: 'editor' })
  await page.screen('/inbox')
  await row.waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await page.getByRole('combobox', { name: 'Find a person' }).waitFor()
  await page.checkScreen('the people to whom a submission can be assigned')
  await page.keyboard.type('grace')
  await page.keyboard.press('Enter')
  await row.getByText(`Assigned to ${GRACE}`).waitFor()
  await page.keyboard.press('z')
  await row.getByText(`Assigned to ${GRACE}`).waitFor({ state: 'detached' })
  await page.keyboard.press('a')
  await page.getByRole('option', { name: '(you)' }).click()
  await row.getByText('Assigned to').waitFor()
  await page.keyboard.press('o')
  await page.getByRole('button', { name: 'Change', exact: true }).waitFor()
  await page.checkScreen('an assigned submission')
  await page.keyboard.press('u')
  await page.getByRole('button', { name: 'Filters and view' }).click()
  await page.getByRole('combobox', { name: 'Assigned to' }).waitFor()
  await page.checkScreen('filters of an account with members')
  await page.getByRole('combobox', { name: 'Assigned to' }).click()
  await page.getByRole('option', { name: 'Nobody' }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Assigned to' }).click()
  await page.getByRole('option', { name: 'Me', exact: true }).click()
  await row.waitFor()
})

test('a viewer of one form sees what they may do and nothing else, and a switch of the account reaches every tab', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const linus = await inviteMember(service, ada, {
    email: LINUS,
    role: 'viewer',
    form_id: ada.endpoint.form_id,
  })
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: linus.cookie })
  const failed: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${new URL(response.url()).pathname}`)
  })
  await page.screen('/inbox')
  const places = page.getByRole('navigation', { name: 'Dashboard' }).first().getByRole('link')
  assert.deepEqual(
    (await places.allInnerTexts()).map((text) => text.split('\n')[0]),
    ['Inbox', 'Forms', 'Settings'],
  )
  await page.getByRole('link', { name: /the first/ }).click()
  await page.getByRole('button', { name: 'Newer' }).waitFor()
  for (const name of ['Archive', 'Delete', 'Star', 'Labels'])
    assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name)
  await page.screen(`/forms/${ada.endpoint.form_id}`)
  assert.equal(await page.getByRole('tab', { name: 'Settings' }).count(), 0)
  assert.deepEqual(failed, [], 'nothing was asked for that is refused')
  const [submission] = Object((await ada.get('/submissions')).json).data
  assert.equal(submission.read, false, 'a viewer leaves it unread for those who work on it')

  const other = await page.context().newPage()
  await other.goto(`${service.base}/app/inbox`)
  await other.getByText('the first').waitFor()
  await page
    .getByRole('button', { name: /^Your account/ })
    .first()
    .click()
  await page.getByRole('menuitemradio', { name: 'Your own' }).click()
  await page.getByRole('button', { name: `Your account, ${LINUS}` }).waitFor()
  await other.bringToFront()
  await other.getByRole('button', { name: `Your account, ${LINUS}` }).waitFor()
  assert.equal(await other.getByText('the first').count(), 0)
  await page
    .getByRole('button', { name: /^Your account/ })
    .first()
    .click()
  await page.getByRole('menuitemradio', { name: ADA }).click()
  await page.getByText('the first').waitFor()
})

test('a form goes to another owner by a page for them and a confirmation in its settings', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const form = ada.endpoint.form_id
  await ada.patch(`/endpoints/${form}`, { name: 'Contact' })
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  page.setDefaultTimeout(9000)
  await page.screen(`/forms/${form}/settings/danger`)
  await page.getByRole('button', { name: 'Hand over' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hand over this form' })
  await dialog.getByLabel('Email address of the new owner').fill(GRACE)
  await page.checkScreen('the dialog that hands a form over')
  await dialog.getByRole('button', { name: 'Send email' }).click()
  await page.getByText('was asked by email').waitFor()
  await page.checkScreen('a hand-over that waits')

  const guest = await openOwnerPage(browser, service)
  await guest.goto(await service.linkIn('hand-over'))
  await guest.checkScreen('an offered form')
  await guest.getByRole('button', { name: 'Accept' }).click()
  await guest.getByText('as soon as').waitFor()
  await guest.checkScreen('an accepted form')

  await page.screen(`/forms/${form}/settings/danger`)
  await page.getByText('has accepted').waitFor()
  await page.getByRole('button', { name: 'Confirm hand-over' }).click()
  const last = page.getByRole('dialog', { name: `Hand this form over to ${GRACE}?` })
  await last.getByRole('textbox').fill('Contact')
  await page.checkScreen('the last question of a hand-over')
  await last.getByRole('button', { name: 'Hand over' }).click()
  await page.getByText(`Form handed over to ${GRACE}`).waitFor()
  await page.waitForURL('**/app/forms')
  assert.equal((await ada.get(`/endpoints/${form}`)).status, 404)
})
