import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOTH_THEMES, checkAppearances } from '../support/browser/axe.ts'
import { withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openAdasPage } from '../support/browser/owner-page.ts'

if (!withoutBrowser) await builtDashboard()

test('an owner writes a canned answer, and uses it on the receipt page and in a reply', {
  skip: withoutBrowser,
}, async () => {
  await using opened = await openAdasPage()
  const { service, ada, page } = opened
  const { status } = await fetch(ada.endpoint.endpoint_url, {
    method: 'POST',
    headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    body: new URLSearchParams({ name: 'Grace <b>', email: 'grace@navy.mil', message: 'When do you open?' }),
    redirect: 'manual',
  })
  assert.equal(status, 303)
  await service.deliver()
  await page.screen('/inbox')
  await page.rows().first().getByRole('link').click()
  const menu = page.getByRole('button', { name: 'Reply with a canned answer' })
  await menu.click()
  await page.getByText('No canned answers yet.').waitFor()
  await checkAppearances(page, 'an empty menu', [{ size: 'wide', colorScheme: 'light', without: ['region'] }])
  await page.getByRole('menuitem', { name: 'Edit canned answers' }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('Hours')
  await page.getByLabel('Text', { exact: true }).fill('Hello {name}, {unknown}!')
  await checkAppearances(page, 'a new canned answer', BOTH_THEMES)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Edit: Hours' }).waitFor()
  await checkAppearances(page, 'canned answers', BOTH_THEMES)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Edit: Hours' }).click()
  await page.getByLabel('Text', { exact: true }).fill('Dear {NAME}, {unknown}!')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  const data = [{ name: 'Hours', text: 'Dear {NAME}, {unknown}!' }]
  assert.deepEqual((await ada.get('/account/canned-answers')).json, { data })

  await page.getByRole('button', { name: 'Post an answer for the visitor' }).click()
  const answer = page.getByRole('textbox', { name: 'Answer for the visitor' })
  await answer.fill('Good morning!')
  await page.getByRole('button', { name: 'Insert a canned answer' }).click()
  await page.getByRole('menuitem', { name: 'Hours' }).click()
  assert.equal(await answer.inputValue(), 'Good morning!\n\nDear Grace <b>, {unknown}!')
  await page.getByText('Draft saved in this browser').waitFor()
  await checkAppearances(page, 'an answer with a canned one', BOTH_THEMES)
  await page.setViewportSize({ width: 1280, height: 800 })

  const mail = page.context().waitForEvent('request', (request) => request.url().startsWith('mailto:'))
  await menu.click()
  await page.getByRole('menuitem', { name: 'Hours' }).click()
  const url = new URL((await mail).url())
  assert.match(url.searchParams.get('body') ?? '', /^Dear Grace <b>, \{unknown\}!\r\n\r\nOn /)

  await menu.click()
  await page.getByRole('menuitem', { name: 'Edit canned answers' }).click()
  await page.getByRole('button', { name: 'Delete: Hours' }).click()
  await page.getByText('None yet.').waitFor()
  assert.deepEqual((await ada.get('/account/canned-answers')).json, { data: [] })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Edit: Hours' }).waitFor()
  assert.deepEqual((await ada.get('/account/canned-answers')).json, { data })
})
