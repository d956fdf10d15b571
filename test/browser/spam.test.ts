import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { KEPT_DAYS } from '../../src/domain/spam/words/lesson.ts'
import { MIN_LESSONS } from '../../src/domain/spam/words/word-score.ts'
import { ALL_THEMES_AND_SIZES, BOTH_THEMES, checkAppearances } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { type Owner, signIn } from '../support/fixtures/owner.ts'
import { signInTaughtOwner } from '../support/fixtures/taught-owner.ts'
import { startService } from '../support/service/service.ts'

/** A menu is above the page, in no region of it. */
const MENU = BOTH_THEMES.map((look) => ({ ...look, without: ['region'] }))

if (!withoutBrowser) await builtDashboard()

test('an owner sets the level, the lists and the proof of work of a form', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen(`/forms/${ada.endpoint.form_id}/settings/spam`)
  const section = page.getByRole('region', { name: 'Spam' })
  assert.ok(await section.getByRole('radio', { name: 'Normal' }).isChecked(), 'a claim sets the level')
  await section.getByText('0 of 10 spam, 0 of 10 real: learns after 20 more.').waitFor()

  await section.getByRole('radio', { name: 'Strict' }).check()
  await section.getByRole('radio', { name: 'Optional' }).check()
  await section.getByText(`action="${ada.endpoint.endpoint_url}" method="post" data-challenge`).waitFor()
  await page.fillList('Block list', 'Casino\n\n  https://evil.dev/offer \nbo@builds.dev')
  await section.getByRole('button', { name: 'Save' }).click()
  await section.getByText('“https://evil.dev/offer”: This is a URL.').waitFor()
  assert.equal((await getSettings(ada)).spam.level, 'normal', 'nothing is saved')
  await checkAppearances(page, 'the spam section with an error', ALL_THEMES_AND_SIZES)

  await section.getByLabel('Block list').fill('Casino\n\n  evil.dev \nbo@builds.dev')
  assert.equal(await section.getByText('This is a URL').count(), 0)
  await page.fillList('Allow list', 'acme.org')
  await section.getByLabel('Honeypot field').fill('x'.repeat(129))
  await section.getByRole('button', { name: 'Save' }).click()
  await section.getByText('Use a shorter name.').waitFor()
  await section.getByLabel('Honeypot field').fill('')
  await section.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  assert.deepEqual(await getSettings(ada), {
    spam: { level: 'strict', block: ['casino', 'evil.dev', 'bo@builds.dev'], allow: ['acme.org'] },
    challenge: 'score',
  })
  assert.equal(await section.getByLabel('Block list').inputValue(), 'casino\nevil.dev\nbo@builds.dev')

  // A section does not take what another one has saved for the change of somebody else.
  await section.getByRole('radio', { name: 'Lenient' }).check()
  await page.openSection('General')
  await page.getByLabel('Name').fill('Contact')
  await page.getByRole('region', { name: 'General' }).getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Contact', level: 1 }).waitFor()
  await page.openSection('Spam')
  await section.getByRole('button', { name: 'Save' }).click()
  await section.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' })
  assert.equal((await getSettings(ada)).spam.level, 'lenient')

  // But two who edit the same list do not overwrite each other.
  await section.getByLabel('Block list').fill('casino')
  await page.changeBeforeSaving(() =>
    ada.patch(`/endpoints/${ada.endpoint.form_id}`, { spam: { block: ['casino', 'pills'] } }),
  )
  await section.getByRole('button', { name: 'Save' }).click()
  await section.getByText('These settings were changed elsewhere').waitFor()
  await section.getByText('It is now: casino, pills').waitFor()
  assert.deepEqual((await getSettings(ada)).spam.block, ['casino', 'pills'])
})

test('the account screen shows what the spam filter has learned, and forgets it', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signInTaughtOwner(service)
  const learned = async () => Object((await ada.get('/account')).json).learned
  const { words } = await learned()
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen('/account')
  const section = page.getByRole('region', { name: 'Spam filter' })
  await section.getByText('What the filter has learned from you').waitFor()
  const facts = () => section.getByRole('definition').allTextContents()
  assert.deepEqual(await facts(), [String(MIN_LESSONS), String(MIN_LESSONS), String(words)])
  await checkAppearances(page, 'the account screen', ALL_THEMES_AND_SIZES)
  const forget = section.getByRole('button', { name: 'Forget what was learned' })
  await forget.click()
  const dialog = page.getByRole('dialog', { name: 'Forget what was learned?' })
  await dialog.getByText('for all your forms').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.deepEqual(
    await learned(),
    { spam: MIN_LESSONS, real: MIN_LESSONS, needed: MIN_LESSONS, words },
    'nothing is forgotten before it is confirmed',
  )
  await forget.click()
  await dialog.getByRole('button', { name: 'Forget', exact: true }).click()
  await page.getByText('Learned words forgotten').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await section.waitFor()
  assert.deepEqual(await facts(), ['0', '0', '0'])
  assert.equal(await forget.count(), 0)
  assert.deepEqual(await learned(), { spam: 0, real: 0, needed: MIN_LESSONS, words: 0 })
  await section.getByText('Learning starts after 10 of each. You have 0 spam and 0 real.').waitFor()
  await page.screen('/settings/activity')
  await page.getByText('Learned words forgotten').first().waitFor()
})

test('what an owner opens and leaves in the inbox is learned after a week, unlike what they mark as read', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  for (const message of ['Is a table free on Friday?', 'Do you bake cakes for birthdays?'])
    await service.submit(ada.endpoint, { message })
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen('/inbox')
  const unread = () => page.getByRole('listitem').filter({ hasText: 'Unread.' })
  const before = await unread().count()
  await page.rows().filter({ hasText: 'a table free' }).getByRole('checkbox').check()
  await page.keyboard.press('Shift+I')
  await page.getByText('Marked as read').waitFor()
  const opened = page.waitForResponse((response) => response.request().method() !== 'GET')
  await page.rows().filter({ hasText: 'bake cakes' }).getByRole('link').click()
  assert.equal((await opened).status(), 200)
  await unread()
    .nth(before - 2)
    .waitFor({ state: 'detached' })
  service.pass({ days: KEPT_DAYS })
  await service.deliver()
  const [account] = await service.sql('select ham_lessons as real from accounts')
  assert.equal(account?.real, 0.5)
})

test('an owner blocks the sender of a submission or a domain, allows the sender, and undoes each', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const message = {
    name: 'Max',
    email: 'Max@Rank-First.biz',
    message: 'Page one at https://rank-first.biz',
    _gotcha: 'x',
  }
  await service.submit(ada.endpoint, message)
  await service.submit(ada.endpoint, { email: 'eve@gmail.com', message: 'Hello, see https://gmail.com/eve' })
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })

  await page.screen('/inbox?folder=spam')
  await page.rows().first().getByRole('link').click()
  await page.getByText('A hidden field was filled in.').waitFor()
  await page.getByText('Page one at https://rank-first.biz').last().waitFor()
  assert.equal(
    await page.locator('a[href^="https://rank-first"], main a[href$="@Rank-First.biz"]').count(),
    0,
  )
  await page.getByRole('button', { name: 'More' }).click()
  await checkAppearances(page, 'the menu of a submission in spam', MENU)
  await page.getByRole('menuitem', { name: 'Block rank-first.biz' }).click()
  await page.getByText('rank-first.biz is blocked on this form').waitFor()
  assert.deepEqual((await getSettings(ada)).spam, { level: 'normal', block: ['rank-first.biz'], allow: [] })
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await untilLists(page, ada, { block: [], allow: [] })

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Block this sender' }).click()
  await page.getByText('Max@Rank-First.biz is blocked on this form').waitFor()
  await page.getByRole('button', { name: 'Always allow this sender' }).click()
  await page.getByText('Max@Rank-First.biz is always allowed').waitFor()
  await untilLists(page, ada, { block: [], allow: ['max@rank-first.biz'] })
  const { data } = (await ada.get('/submissions?folder=inbox')).json as { data: unknown[] }
  assert.ok(JSON.stringify(data).includes('Max@Rank-First.biz'), 'it is in the inbox')
  // The newest action is undone first: the sender is blocked again, as before.
  await page.keyboard.press('z')
  await untilLists(page, ada, { block: ['max@rank-first.biz'], allow: [] })

  await page.screen('/inbox')
  await page.getByRole('link', { name: /eve@gmail/ }).click()
  await page.getByRole('heading', { name: 'eve@gmail.com' }).waitFor()
  await page.getByRole('link', { name: 'https://gmail.com/eve' }).waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Block this sender' }).waitFor()
  assert.equal(await page.getByRole('menuitem', { name: /^Block/ }).count(), 1, 'no mail provider is blocked')
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { spam: { level: 'off' } })
  await page.getByRole('menuitem', { name: 'Block this sender' }).click()
  await page.getByText('The spam filter of this form is off: turn it on in its settings.').waitFor()
})

async function getSettings(ada: Owner) {
  const { spam, challenge } = Object((await ada.get(`/endpoints/${ada.endpoint.form_id}`)).json.settings)
  return { spam, challenge }
}

async function untilLists(
  page: Page,
  ada: Owner,
  lists: { block: string[]; allow: string[] },
): Promise<void> {
  await page.waitForFunction(
    async ({ id, wanted }) => {
      const answer = await fetch(`/api/v1/endpoints/${id}`)
      const { block, allow } = (await answer.json()).settings.spam
      return JSON.stringify({ block, allow }) === wanted
    },
    { id: ada.endpoint.form_id, wanted: JSON.stringify(lists) },
  )
}
