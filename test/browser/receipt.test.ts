import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { html, startSite } from '../support/browser/site.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'

const FIELDS =
  '<input name="name" value="Jane"><textarea name="message">a secret word</textarea><button>Send</button>'

if (!withoutBrowser) await builtDashboard()

test('a visitor follows a message on its receipt, reads the answer there, and withdraws it', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await service.deliver()
  const pages = {
    '/contact': html(`<form method="post" action="${ada.endpoint.endpoint_url}">${FIELDS}</form>`),
  }
  await using site = await startSite(pages)
  await using browser = await openBrowser(service, site.origin)
  const visitor = await (await browser.newContext({ timezoneId: 'Asia/Tokyo' })).newPage()
  await visitor.goto(`${site.origin}/contact`)
  await visitor.getByRole('button', { name: 'Send' }).click()
  await visitor.waitForURL(/\/r\/\w{58}$/)
  await visitor.getByText('Being delivered').waitFor()
  const back = visitor.getByRole('link', { name: `Back to ${new URL(site.origin).host}` })
  await back.waitFor()
  const shown = await visitor.locator('time').first().textContent()
  assert.doesNotMatch(shown ?? '', /UTC/, 'by the clock of the visitor')

  await service.deliver()
  await visitor.getByText('Emailed to the recipient').waitFor()
  const owner = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await owner.screen('/inbox')
  await owner.rows().first().getByText('Jane').click()
  await owner.getByRole('button', { name: 'Post an answer for the visitor' }).click()
  await owner
    .getByText('The visitor sees it only by reopening the thank-you page. To be sure, use Reply.')
    .waitFor()
  await owner.getByRole('textbox', { name: 'Answer for the visitor' }).fill('Yes,\n<b>on Tuesday</b>.')
  await owner.getByRole('button', { name: 'Post answer' }).click()
  await owner.getByText('Your answer').waitFor()
  await owner.checkScreen('an answered submission')
  await visitor.getByRole('heading', { name: 'You have an answer' }).waitFor()
  await visitor.getByText('<b>on Tuesday</b>.').waitFor()
  assert.equal(await visitor.locator('.said b').count(), 0)
  assert.ok(await back.isVisible(), 'the way back stays')

  await visitor.getByText('Withdraw this message').click()
  await visitor.getByRole('button', { name: 'Delete my message' }).click()
  await visitor.getByRole('heading', { name: 'Message withdrawn' }).waitFor()
  assert.doesNotMatch((await visitor.textContent('main')) ?? '', /Tuesday/)
  await owner.screen('/inbox')
  await owner.rows().first().getByText('Withdrawn by the visitor').click()
  await owner.getByText('The visitor withdrew this message').waitFor()
  await owner.checkScreen('a withdrawn submission')
  assert.doesNotMatch((await owner.textContent('main')) ?? '', /secret|Tuesday/)
  assert.equal(await owner.getByRole('button', { name: 'Post an answer for the visitor' }).count(), 0)
})

test('an owner can post no answer for a visitor who was shown no receipt', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await service.submit(ada.endpoint, { name: 'Jane', message: 'sent by a program' })
  await using browser = await openBrowser(service)
  const owner = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await owner.screen('/inbox')
  await owner.rows().first().getByText('Jane').click()
  await owner.getByText('The visitor wasn’t shown our thank-you page').waitFor()
  assert.equal(await owner.getByRole('button', { name: 'Post an answer for the visitor' }).count(), 0)
  await owner.checkScreen('a submission without a shown receipt')
})

test('a receipt in a sandboxed frame has its style and its script', { skip: withoutBrowser }, async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const answer = await service.submit(endpoint, { message: 'x' }, { accept: 'text/html' })
  const receipt = answer.headers.get('location') ?? ''
  await using site = await startSite({
    '/page': html(`<iframe sandbox="allow-scripts" src="${receipt}"></iframe>`),
  })
  await using browser = await openBrowser()
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${site.origin}/page`)
  const inside = page.frameLocator('iframe')
  await inside.getByRole('heading', { name: 'Thank you' }).waitFor()
  const list = await inside.locator('.progress').evaluate((all) => getComputedStyle(all).listStyleType)
  assert.equal(list, 'none', 'the stylesheet')
  assert.doesNotMatch((await inside.locator('time').first().textContent()) ?? '', /UTC/, 'the script')
})

test('without scripts a receipt can be withdrawn in a frame of another site, and that site cannot do it', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const form = `<form method="post" target="inside" action="${endpoint.endpoint_url}">${FIELDS}</form>`
  await using site = await startSite({ '/contact': html(`${form}<iframe name="inside"></iframe>`) })
  const traps: Parameters<typeof startSite>[0] = {}
  await using hostile = await startSite(traps)
  await using browser = await openBrowser(service, site.origin, hostile.origin)
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await page.goto(`${site.origin}/contact`)
  await page.getByRole('button', { name: 'Send' }).click()
  const inside = page.frameLocator('iframe')
  await inside.getByRole('heading', { name: 'Thank you' }).waitFor()
  const receipt = page.frame({ name: 'inside' })?.url() ?? ''
  assert.match(receipt, /\/r\/\w{58}$/)

  traps['/trap'] = html(`<form method="post" action="${receipt}/withdraw"><button>Win</button></form>`)
  const other = await (await browser.newContext()).newPage()
  await other.goto(`${hostile.origin}/trap`)
  await other.getByRole('button', { name: 'Win' }).click()
  await other.getByRole('heading', { name: 'Nothing was changed' }).waitFor()
  assert.equal((await service.get(receipt)).json.withdrawn_at, null)

  await inside.getByText('Withdraw this message').click()
  await inside.getByRole('button', { name: 'Delete my message' }).click()
  await inside.getByRole('heading', { name: 'Message withdrawn' }).waitFor()
  assert.notEqual((await service.get(receipt)).json.withdrawn_at, null)
})
