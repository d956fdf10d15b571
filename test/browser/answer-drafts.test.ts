import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { fillStorage } from '../support/browser/full-storage.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startService, type TestService } from '../support/service/service.ts'

const skip = withoutBrowser
const TEXT = 'We open at nine.\nPlease come by.'

if (!withoutBrowser) await builtDashboard()

const opener = (page: Page) => page.getByRole('button', { name: 'Post an answer for the visitor' })
const field = (page: Page) => page.getByRole('textbox', { name: /answer/i })
const row = (page: Page, name: string) =>
  page
    .getByRole('list', { name: /^(Inbox|Trash)(, |$)/ })
    .getByRole('listitem')
    .filter({ hasText: name })

/** Ada's inbox with two messages that browsers have sent, which therefore have a receipt. */
async function openTwo(service: TestService) {
  const ada = await signIn(service)
  for (const name of ['Grace Hopper', 'Charles Babbage']) {
    service.pass({ minutes: 1 })
    const { status } = await fetch(ada.endpoint.endpoint_url, {
      method: 'POST',
      headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      body: new URLSearchParams({ name, message: 'When do you open?' }),
      redirect: 'manual',
    })
    assert.equal(status, 303)
  }
  return ada
}

async function write(page: Page, name: string, text: string) {
  await row(page, name).getByRole('link').click()
  await page.getByRole('heading', { level: 2, name }).waitFor()
  await opener(page).click()
  await field(page).fill(text)
  await row(page, name).getByText('Draft', { exact: true }).waitFor()
}

async function shows(area: Locator, text: string) {
  await area.waitFor()
  assert.equal(await area.inputValue(), text)
}

test('keeps a begun answer through every way out of the message, and a reload', { skip }, async () => {
  await using service = await startService()
  const ada = await openTwo(service)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen('/inbox')
  await write(page, 'Grace Hopper', TEXT)
  await page.checkScreen('a draft of an answer')

  await page.getByRole('tab', { name: 'Delivery' }).click()
  await field(page).waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'Message' }).click()
  await shows(field(page), TEXT)
  await page.getByRole('button', { name: 'Newer' }).click()
  await page.getByRole('heading', { level: 2, name: 'Charles Babbage' }).waitFor()
  await opener(page).waitFor()
  assert.equal(await row(page, 'Charles Babbage').getByText('Draft', { exact: true }).count(), 0)
  await page.keyboard.press('j')
  await page.getByRole('heading', { level: 2, name: 'Grace Hopper' }).waitFor()
  await shows(field(page), TEXT)
  await page.keyboard.press('k')
  await page.getByRole('heading', { level: 2, name: 'Charles Babbage' }).waitFor()
  await page.getByRole('link', { name: 'Usage', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Usage and plan' }).waitFor()
  await page.goBack()
  await row(page, 'Grace Hopper').getByText('Draft', { exact: true }).waitFor()
  await page.reload()
  await row(page, 'Grace Hopper').getByRole('link').click()
  await shows(field(page), TEXT)

  await page.getByRole('button', { name: 'Discard draft' }).click()
  await opener(page).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await shows(field(page), TEXT)
  await page.locator('form button[type=submit]').click()
  await page.getByText('Your answer').waitFor()
  await row(page, 'Grace Hopper').getByText('Draft', { exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await field(page).fill('')
  await page.reload()
  await shows(field(page), '')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByText('Your answer').waitFor()
})

test('shows a draft in every tab, and deletes it with its message and on sign-out', { skip }, async () => {
  await using service = await startService()
  const ada = await openTwo(service)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen('/inbox')
  const other = await page.context().newPage()
  await other.goto(`${service.base}/app/inbox`)
  await write(page, 'Grace Hopper', TEXT)
  await write(page, 'Charles Babbage', 'Tomorrow.')
  await row(other, 'Grace Hopper').getByText('Draft', { exact: true }).waitFor()
  await row(other, 'Grace Hopper').getByRole('link').click()
  await shows(field(other), TEXT)

  await other.keyboard.press('#')
  await other.getByText('Deleted', { exact: true }).waitFor()
  await other.getByRole('link', { name: 'Trash' }).click()
  await row(other, 'Grace Hopper').getByText('Draft', { exact: true }).waitFor()
  await row(other, 'Grace Hopper').getByRole('link').click()
  await other.getByRole('button', { name: 'Delete forever' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Delete forever' }).click()
  await other.getByRole('heading', { name: 'The trash is empty' }).waitFor()
  assert.equal((await listDrafts(other)).length, 1)

  await page.getByRole('button', { name: /ada@/ }).first().click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(`${service.base}/`)
  assert.deepEqual(await listDrafts(page), [])
})

test('shows no draft to another account in the same browser', { skip }, async () => {
  await using service = await startService()
  const ada = await openTwo(service)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen('/inbox')
  await write(page, 'Grace Hopper', TEXT)
  const [key] = await listDrafts(page)
  // The session ends without a sign-out, and the browser shows the same message to somebody else.
  const me = { ...(await page.ask('/me')), email: 'bo@studio.dev' }
  await page.route('**/api/v1/me', (route) => route.fulfill({ json: me }))
  await page.reload()
  await page.getByRole('heading', { level: 2, name: 'Grace Hopper' }).waitFor()
  await opener(page).waitFor()
  assert.equal(await page.getByText('Draft', { exact: true }).count(), 0)
  assert.deepEqual(await listDrafts(page), [key])
})

test('says so when the browser has no room for a draft, and keeps it while the page is open', {
  skip,
}, async () => {
  await using service = await startService()
  const ada = await openTwo(service)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen('/inbox')
  await fillStorage(page)
  await write(page, 'Grace Hopper', TEXT)
  await page.getByText('This browser has no room for a draft.').waitFor()
  await page.getByRole('button', { name: 'Newer' }).click()
  await page.getByRole('heading', { level: 2, name: 'Charles Babbage' }).waitFor()
  await page.getByRole('button', { name: 'Older' }).click()
  await shows(field(page), TEXT)
})

function listDrafts(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))
}
