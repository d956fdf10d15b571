import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openInbox } from '../support/browser/owner-page.ts'
import { startService } from '../support/service/service.ts'

const skip = withoutBrowser

if (!withoutBrowser) await builtDashboard()

test('searches all folders, counts the results and marks the words', { skip }, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { page, endpoint, rows } = await openInbox(browser, service)
  await service.submit(endpoint, { name: 'Charles Babbage', message: 'How much is one Éngine?' })
  await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' }
    const { data } = await (await fetch('/api/v1/submissions')).json()
    const body = JSON.stringify({ ids: [data[0].id], action: 'archive' })
    await fetch('/api/v1/submissions/bulk', { method: 'POST', headers, body })
  })
  await page.reload()
  await rows().first().getByText('Grace Hopper').waitFor()

  await page.getByRole('searchbox', { name: 'Search' }).fill('engine')
  await page.getByRole('heading', { name: 'No results in Inbox' }).waitFor()
  await page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: 'All' }).waitFor()
  await page.getByRole('link', { name: 'Search all folders' }).click()
  await page.waitForURL(/folder=all/)
  const found = page.getByRole('list', { name: 'All folders' }).getByRole('listitem')
  await found.getByText('Archive', { exact: true }).waitFor()
  assert.equal(await found.locator('mark').textContent(), 'Éngine')
  await page.getByText('1 result', { exact: true }).and(page.locator(':visible')).waitFor()
  await page.checkScreen('results of all folders')

  await found.getByRole('link').click()
  await page.getByRole('heading', { level: 2, name: 'Charles Babbage' }).waitFor()
  await page.keyboard.press('!')
  await found.getByText('Spam', { exact: true }).waitFor()
})

test('chooses a form by typing, with its unread count', { skip }, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { page, endpoint, rows } = await openInbox(browser, service)
  await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' }
    for (const name of ['Job applications', 'Orders'])
      await fetch('/api/v1/endpoints', { method: 'POST', headers, body: JSON.stringify({ name }) })
  })
  await page.reload()
  await rows().first().waitFor()
  await page.getByRole('button', { name: 'Form: All forms' }).click()
  const option = (name: string | RegExp) => page.getByRole('option', { name })
  await option(new RegExp(`^${endpoint.form_id}.*1 unread$`)).waitFor()
  await page.keyboard.type('appl')
  await option('Orders').waitFor({ state: 'detached' })
  await page.checkScreen('the picker of forms')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Form: Job applications' }).waitFor()
  await page.waitForURL(/endpoint=f_/)
})

test('shows the first steps of a form over the whole width', { skip }, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { page } = await openInbox(browser, service)
  const id = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'Orders' })
    const made = await fetch('/api/v1/endpoints', { method: 'POST', headers, body })
    return (await made.json()).id
  })
  await page.screen(`/inbox?endpoint=${id}`)
  await page.getByRole('heading', { name: 'No submissions yet' }).waitFor()
  const box = await page.getByRole('region', { name: 'Inbox' }).boundingBox()
  assert.ok(box && box.width > 1000, `it is ${box?.width} px wide`)
})
