import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { BOTH_THEMES, checkAppearances } from '../support/browser/axe.ts'
import { withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { fillStorage } from '../support/browser/full-storage.ts'
import { openAdasPage } from '../support/browser/owner-page.ts'

const skip = withoutBrowser
const KEPT = 'Unsaved changes, kept in this browser'

if (!withoutBrowser) await builtDashboard()

const region = (page: Page, name: string) => page.getByRole('region', { name })
const inList = (page: Page) => page.getByRole('navigation', { name: 'Settings of the form' })
const save = (page: Page, name: string) => region(page, name).getByRole('button', { name: 'Save' }).click()

test('keeps the edits of each section through other sections, other screens and a reload', {
  skip,
}, async () => {
  await using opened = await openAdasPage()
  const { ada, page } = opened
  const settings = async () => Object((await ada.get(`/endpoints/${ada.endpoint.form_id}`)).json).settings
  await page.screen(`/forms/${ada.endpoint.form_id}/settings/spam`)
  const spam = region(page, 'Spam')
  assert.equal(
    await spam.getByRole('textbox', { name: 'Block list' }).count(),
    0,
    'an empty list is one line',
  )
  await page.fillList('Block list', 'casino')
  await spam.getByRole('radio', { name: 'Strict' }).check()
  await spam.getByText(KEPT).waitFor()

  await page.openSection('Files')
  await page.getByRole('switch', { name: 'Accept files' }).click()
  await page.getByLabel('Maximum number of files').fill('30')
  await save(page, 'Files')
  await page.getByText('Enter a whole number from 1 to 20.').waitFor()
  await page.getByRole('link', { name: 'Usage' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Usage and plan' }).waitFor()
  await page.goBack()
  assert.equal(await page.getByLabel('Maximum number of files').inputValue(), '30')
  await page.reload()
  await region(page, 'Files').getByText(KEPT).waitFor()
  assert.equal(await inList(page).getByText('Unsaved changes').count(), 2)
  await checkAppearances(page, 'sections with unsaved changes', BOTH_THEMES)
  await page.setViewportSize({ width: 1280, height: 800 })

  // An error in one section is none of the others.
  await page.openSection('Spam')
  assert.equal(await page.getByLabel('Block list').inputValue(), 'casino')
  await save(page, 'Spam')
  await spam.getByText('Saved', { exact: true }).waitFor()
  assert.deepEqual((await settings()).spam, { level: 'strict', block: ['casino'], allow: [] })
  assert.equal((await settings()).files.on, false)
  assert.equal(await inList(page).getByText('Unsaved changes').count(), 1)

  await page.openSection('Files')
  await page.getByRole('button', { name: 'Discard' }).click()
  assert.ok(await page.getByRole('switch', { name: 'Accept files', checked: false }).isVisible())
  await page.getByRole('button', { name: 'Undo' }).click()
  assert.equal(await page.getByLabel('Maximum number of files').inputValue(), '30')
  await page.getByLabel('Maximum number of files').fill('3')
  await save(page, 'Files')
  await page.getByText('Saved', { exact: true }).waitFor()
  assert.equal((await settings()).files.max_files, 3)

  await page.openSection('General')
  await page.getByLabel('Name').fill(' ')
  await region(page, 'General').getByText(KEPT).waitFor()
  await save(page, 'General')
  await region(page, 'General').getByText('Saved', { exact: true }).waitFor()
  const summary = region(page, 'Different from the default')
  await summary.getByText('on, up to 3', { exact: true }).waitFor()
  await summary.getByText('strict, 1 on the block list', { exact: true }).waitFor()
  await summary.getByRole('link', { name: 'Spam' }).click()
  await spam.waitFor()
})

test('says so when what was edited has changed elsewhere meanwhile, and overwrites nothing unseen', {
  skip,
}, async () => {
  await using opened = await openAdasPage()
  const { ada, page } = opened
  const path = `/endpoints/${ada.endpoint.form_id}`
  await page.screen(`/forms/${ada.endpoint.form_id}/settings/general`)
  const general = region(page, 'General')
  await page.getByLabel('Name').fill('Contact')
  await page.getByLabel('Redirect after submit').fill('https://acme.org/thanks')
  await ada.patch(path, { name: 'Orders', error_url: 'https://acme.org/sorry' })
  await page.reload()
  await general.getByText('It is now: Orders').waitFor()
  await general.getByText('These settings were changed elsewhere meanwhile.').waitFor()
  assert.equal(await page.getByLabel('Name').inputValue(), 'Contact')
  assert.equal(await page.getByLabel('Redirect after an error').inputValue(), 'https://acme.org/sorry')
  await page.checkScreen('settings that were changed elsewhere')
  await page.getByLabel('Name').fill('Orders')
  await general.getByText('These settings were changed elsewhere').waitFor({ state: 'detached' })
  await save(page, 'General')
  await general.getByText('Saved', { exact: true }).waitFor()
  const { name, settings } = Object((await ada.get(path)).json)
  assert.deepEqual(
    [name, settings.redirect_url, settings.error_url],
    ['Orders', 'https://acme.org/thanks', 'https://acme.org/sorry'],
  )
})

test('shows unsaved changes in no other account, and deletes them on sign-out', { skip }, async () => {
  await using opened = await openAdasPage()
  const { ada, page, service } = opened
  await page.screen(`/forms/${ada.endpoint.form_id}/settings/general`)
  await page.getByLabel('Name').fill('Contact')
  await page.getByText(KEPT).waitFor()
  // The session ends without a sign-out, and a colleague opens the same form in the same browser.
  const me = { ...(await page.ask('/me')), email: 'bo@studio.dev' }
  await page.route('**/api/v1/me', (route) => route.fulfill({ json: me }))
  await page.reload()
  await page.getByLabel('Name').waitFor()
  assert.equal(await page.getByLabel('Name').inputValue(), '')
  assert.equal(await page.getByText('Unsaved changes').count(), 0)
  await page.unroute('**/api/v1/me')
  await page.reload()
  await page.getByText(KEPT).waitFor()

  await page.getByRole('button', { name: /ada@/ }).first().click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(`${service.base}/`)
  const drafts = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))
  assert.deepEqual(drafts, [])
})

test('says so when the browser has no room for the edits', { skip }, async () => {
  await using opened = await openAdasPage()
  const { ada, page } = opened
  await page.screen(`/forms/${ada.endpoint.form_id}/settings/general`)
  await fillStorage(page)
  await page.getByLabel('Name').fill('Contact')
  await page.getByText('This browser has no room for them').waitFor()
  await page.openSection('Spam')
  await page.openSection('General')
  assert.equal(await page.getByLabel('Name').inputValue(), 'Contact')
  await save(page, 'General')
  await page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor()
})

test('on a phone, a select leads to the sections', { skip }, async () => {
  await using opened = await openAdasPage()
  const { ada, page } = opened
  await page.setViewportSize({ width: 390, height: 760 })
  await page.screen(`/forms/${ada.endpoint.form_id}/settings`)
  await page.getByLabel('Name').fill('Contact')
  await page.getByRole('combobox', { name: 'Settings of the form' }).click()
  await page.getByRole('option', { name: 'General · Unsaved changes' }).waitFor()
  await page.getByRole('option', { name: 'Where submissions go' }).click()
  await page.waitForURL(/\/settings\/delivery$/)
  await region(page, 'Where submissions go').waitFor()
  await page.checkScreen('where submissions go, on a phone')
})
