import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openInbox } from '../support/browser/owner-page.ts'
import { startService } from '../support/service/service.ts'

const skip = withoutBrowser

if (!withoutBrowser) await builtDashboard()

test('finds screens, endpoints, archived submissions and actions with Ctrl K', { skip }, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { page, endpoint } = await openInbox(browser, service)
  await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' }
    const post = (path: string, body: unknown) =>
      fetch(`/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    await post('/queues', { name: 'Orders' })
    await post('/telemetry', { name: 'Shop' })
    const { data } = await (await fetch('/api/v1/submissions')).json()
    await post('/submissions/bulk', { ids: [data[0].id], action: 'archive' })
  })
  await page.reload()
  await page.getByRole('heading', { name: 'Inbox zero' }).waitFor()
  const dialog = page.getByRole('dialog', { name: 'Search or jump to' })
  const option = (name: string | RegExp) => dialog.getByRole('option', { name })

  await page.getByRole('searchbox', { name: 'Search' }).focus()
  await find('orders', /^Orders/)
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  await find('shop', /^Shop/)
  await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor()
  await find(endpoint.form_id, new RegExp(endpoint.form_id))
  await page.getByRole('heading', { level: 1, name: endpoint.form_id }).waitFor()
  await find('grace', /^Grace Hopper/)
  await page.getByRole('heading', { level: 2, name: 'Grace Hopper' }).waitFor()
  await find('api keys', /^API keys/)
  await page.getByRole('heading', { level: 2, name: 'API keys' }).waitFor()
  await offers('docs', ['Documentation', 'Spam', 'Self-hosting'])
  await offers('spam', ['Spam', 'Change the spam filter of a form', 'Forget what the spam filter learned'])
  await find('archive', /^Show the archive/)
  await page.getByRole('list', { name: 'Archive' }).getByText('Grace Hopper').waitFor()
  await offers('trash', ['Show the trash'])
  await offers('migrate', ['Moving from another form service'])
  await find('retire form', /^Retire a form/)
  await page.getByRole('heading', { level: 1, name: 'Forms' }).waitFor()
  await find(endpoint.form_id, new RegExp(endpoint.form_id))
  await page.getByRole('heading', { level: 1, name: endpoint.form_id }).waitFor()
  await find('retire this form', /^Retire this form/)
  await page.getByRole('button', { name: 'Retire the form' }).waitFor()
  for (const [text, name, section] of [
    ['general', /^Rename this form/, 'general'],
    ['honeypot', /^Change the spam filter of this form/, 'spam'],
    ['where submissions go', /^Change the destinations of this form/, 'delivery'],
    ['quiet hours', /^Change the emails of this form/, 'emails'],
    ['attachments', /^Change the files of this form/, 'files'],
    ['encrypted storage', /^Change the encryption of this form/, 'encryption'],
    ['danger', /^(Retire|Delete the submissions of) this form/, 'danger'],
  ] as const) {
    await find(text, name)
    await page.waitForURL(`**/forms/${endpoint.form_id}/settings/${section}`)
  }
  await find('new queue', /^New queue/)
  await page.getByRole('dialog', { name: 'New queue' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'New queue' }).waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Queues' }).waitFor()

  await page.keyboard.press('Control+k')
  await option('Inbox').waitFor()
  await page.checkScreen('the palette')
  await page.keyboard.press('ArrowDown')
  await option('Forms').and(page.locator('[aria-selected="true"]')).waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowDown')
  await option('Inbox').and(page.locator('[aria-selected="true"]')).waitFor()
  await page.keyboard.type('nothing has this name')
  await dialog.getByText('No results').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  async function offers(text: string, names: readonly string[]) {
    await page.keyboard.press('Control+k')
    await dialog.waitFor()
    await page.keyboard.type(text)
    for (const name of names) await dialog.getByRole('option', { name, exact: true }).first().waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }

  async function find(text: string, name: RegExp) {
    await page.keyboard.press('Control+k')
    await dialog.waitFor()
    await page.keyboard.type(text)
    await option(name).first().and(page.locator('[aria-selected="true"]')).waitFor()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
  }
})

test('gives the focus back, and signs out to the front page', { skip }, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { page } = await openInbox(browser, service)
  const dialog = page.getByRole('dialog', { name: 'Search or jump to' })
  await page.getByRole('link', { name: 'Trash' }).focus()
  await page.keyboard.press('Control+k')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Trash' }).and(page.locator(':focus')).waitFor()

  // The answer to a read that was on its way says that the session is over, before the browser has left.
  const isOver = page.waitForResponse('**/api/v1/sign-out')
  const isRefused = page.waitForResponse((response) => response.status() === 401)
  await page.route('**/api/v1/submissions?*', async (route) => {
    await isOver
    await route.continue()
  })
  await page.route(`${service.base}/`, async (route) => {
    await isRefused
    await route.continue()
  })
  await page.getByRole('link', { name: 'Trash' }).click()
  await page.keyboard.press('Control+k')
  await dialog.waitFor()
  await page.keyboard.type('sign out')
  await dialog.getByRole('option', { name: 'Sign out' }).and(page.locator('[aria-selected="true"]')).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${service.base}/`)
})

test('leads to all results in the inbox when it shows only some', { skip }, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { page, endpoint } = await openInbox(browser, service)
  const dialog = page.getByRole('dialog', { name: 'Search or jump to' })
  const all = dialog.getByRole('option', { name: 'Show all results in the inbox' })
  await page.keyboard.press('Control+k')
  await dialog.waitFor()
  await page.keyboard.type('moth')
  await dialog.getByRole('option', { name: /Grace Hopper/ }).waitFor()
  assert.equal(await all.count(), 0)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  for (let n = 1; n <= 5; n += 1) await service.submit(endpoint, { name: `Sender ${n}`, species: 'A moth' })
  await page.keyboard.press('Control+k')
  await dialog.waitFor()
  await page.keyboard.type('moth')
  await dialog
    .getByRole('option', { name: /Sender 5/ })
    .getByText('species: A moth')
    .waitFor()
  await all.click()
  await page.waitForURL(/q=moth&folder=all|folder=all&q=moth/)
  await page.getByText('6 results', { exact: true }).waitFor()
})
