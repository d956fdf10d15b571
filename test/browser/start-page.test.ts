import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkScreen } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { html, startSite } from '../support/browser/site.ts'
import { FROM_HERE, signIn } from '../support/fixtures/owner.ts'
import { ADA, BO, startService } from '../support/service/service.ts'

if (!withoutBrowser) await builtDashboard()

test('the start page turns green while the page of another site sends its first message, and says what to improve', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const pages: Parameters<typeof startSite>[0] = {}
  await using site = await startSite(pages)
  await using browser = await openBrowser(service, site.origin)
  const context = await browser.newContext()
  const start = await context.newPage()
  await start.goto(service.base)
  await start.getByLabel('Send messages to').fill(ADA)
  await start.getByRole('button', { name: 'Create' }).click()
  await start.waitForURL(/\/start$/)
  service.pass({ seconds: 2 })
  const form = start.url().slice(0, -'/start'.length)
  const live = start.locator('[data-live]')
  await live.getByText('Waiting for your first message').waitFor()
  await checkScreen(start, 'start page before the first message')

  pages['/contact'] = html(`<form action="${form}"><input name="message"><button>By GET</button></form>
<form method="post" action="${form}"><input name="message"><button>Send</button></form>`)
  // A tab of its own, so that the start page stays visible.
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${site.origin}/contact`)
  await page.getByRole('textbox').first().fill('hello')
  await page.getByRole('button', { name: 'By GET' }).click()
  await live.getByText('The form was sent by GET').waitFor()
  await checkScreen(start, 'start page after a form that was sent by GET')

  await page.goto(`${site.origin}/contact`)
  await page.getByRole('textbox').last().fill('hello')
  await page.getByRole('button', { name: 'Send' }).click()
  await live.getByText(`The first message came from ${new URL(site.origin).host}`).waitFor()
  await live.getByText('There is no email field').waitFor()
  assert.match(await start.title(), /^✓/)
  assert.equal(await live.getAttribute('role'), 'status')
  await start.getByText('Send another test message').click()
  assert.equal(await start.getByText('Send yourself a first message').isVisible(), false)
  assert.notEqual(await start.getByLabel('Message').inputValue(), '', 'a message is written already')
  await start.getByText('The email about your first message carries your claim link').waitFor()
  await service.deliver()
  await live.getByText('We emailed your claim link to a***@l***.dev').waitFor()
  await checkScreen(start, 'start page after the first message')
  await service.post(`${await service.linkIn('claim')}/open`, { headers: FROM_HERE })
  await live.getByText('Active and claimed by its recipient').waitFor()
  await checkScreen(start, 'start page after the claim')
})

test('what a new form waits for is in view, on a wide screen and on a phone', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  for (const [at, viewport] of [
    [ADA, { width: 1280, height: 800 }],
    [BO, { width: 390, height: 844 }],
  ] as const) {
    const page = await (await browser.newContext({ viewport })).newPage()
    await page.goto(service.base)
    await page.getByLabel('Send messages to').fill(at)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL(/\/start$/)
    for (const text of [
      'Form URL',
      'Waiting for your first message',
      'Make it yours',
      'Paste this into your page',
    ]) {
      const box = await page.getByText(text, { exact: true }).boundingBox()
      assert.ok(box && box.y + box.height <= viewport.height, `${text}: ${JSON.stringify(box)}`)
    }
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width)
    service.pass({ seconds: 3 })
  }
})

test('the overview of a new form waits for its first submission, shows what was refused, and then that the form works', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen('/endpoints')
  const { id } = await page.evaluate(async () => {
    const answer = await fetch('/api/v1/endpoints', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Contact' }),
    })
    return answer.json()
  })
  const url = `${service.base}/f/${id}`
  await page.screen(`/endpoints/${id}`)
  await page.getByText('Waiting for your first submission').waitFor()
  await service.get(`${url}?message=hello`, { accept: 'text/html' })
  await page.getByText('has been sent by GET').waitFor()
  await page.checkScreen('a form that waits for its first submission')
  await service.post(url, { form: { message: 'hello' } })
  await page.getByText('Your form works: the first submission has arrived.').waitFor()
  await page.checkScreen('a form whose first submission has just arrived')
})

test('the front page creates a form while the operator asks for a proof of work, and says what it needs without scripts', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService({
    env: {
      FORMSLOT_CREATE_CHALLENGE: 'always',
      FORMSLOT_CHALLENGE_DIFFICULTY: 'low',
      FORMSLOT_CREATE_SPACING_MS: '0',
    },
  })
  await using browser = await openBrowser(service)
  const typeRecipient = async (options: { javaScriptEnabled: boolean }) => {
    const page = await (await browser.newContext({ ...options, locale: 'de-DE' })).newPage()
    await page.goto(service.base)
    await page.getByLabel('Nachrichten senden an').fill(ADA)
    await page.locator('form.create button').click()
    return page
  }
  const page = await typeRecipient({ javaScriptEnabled: true })
  await page.waitForURL(/\/start$/)
  await page.getByText(ADA).waitFor()

  const plain = await typeRecipient({ javaScriptEnabled: false })
  await plain.getByText('braucht JavaScript').waitFor()
  assert.equal(await plain.getByLabel('Nachrichten senden an').inputValue(), ADA)
})
