import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findingsOn } from '../support/browser/axe.ts'
import { withoutBrowser } from '../support/browser/browser.ts'
import { openScriptSite, sendMessage } from '../support/snippets/script-site.ts'

const skip = withoutBrowser
const SENT = 'Thank you! Your message has been sent.'
const FAILED = 'Your message couldn’t be sent. Check your connection and try again.'
const TOO_LONG = 'x'.repeat(64 * 1024 + 1)

let site: Awaited<ReturnType<typeof openScriptSite>>

if (!skip) {
  before(async () => {
    site = await openScriptSite()
  })
  after(() => site[Symbol.asyncDispose]())
}

/** Opens the page in a context of its own, and returns how many submissions were stored before. */
async function open(shown: Parameters<typeof site.show>[0] = {}) {
  site.service.pass({ minutes: 1 })
  site.show(shown)
  const context = await site.browser.newContext()
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) faults.push(message.text())
  })
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.goto(site.address)
  const before = (await site.stored()).length
  return { context, page, before, faults, [Symbol.asyncDispose]: () => context.close() }
}

const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()

test('sends a form without leaving the page, under a strict policy and with Trusted Types', {
  skip,
}, async () => {
  await using opened = await open()
  const { page, before, faults } = opened
  const globals = () => page.evaluate(() => Object.keys(globalThis))
  assert.ok((await globals()).includes('formslot'))
  await sendMessage(page, 'Hello,\nanybody?')
  await status(page, SENT)
  assert.equal(page.url(), site.address)
  assert.deepEqual(await findingsOn(page, { within: 'form' }), [])
  assert.equal(await page.getByLabel('Message').inputValue(), '')
  const [arrived, ...others] = await site.arrivedSince(before)
  assert.deepEqual(others, [])
  const data = arrived?.fields.filter(([name]) => name !== '_t')
  assert.deepEqual(data, [
    ['email', 'jane@acme.org'],
    ['message', 'Hello,\r\nanybody?'],
  ])
  assert.deepEqual(faults, [])
})

test('leads to the receipt after the thanks, in the place that the page chose or below them', {
  skip,
}, async () => {
  await using opened = await open()
  const { page } = opened
  await sendMessage(page, 'Hello')
  const link = page.getByRole('link', { name: 'See what happens to your message' })
  await link.waitFor()
  assert.match((await link.getAttribute('href')) ?? '', new RegExp(`^${site.service.base}/r/[0-9a-z]{58}$`))
  assert.deepEqual(await findingsOn(page, { within: 'form' }), [])
  await page.route(site.endpoint.endpoint_url, (route) => route.abort())
  await sendMessage(page, 'Again')
  await alert(page, FAILED)
  assert.equal(await link.isVisible(), false, 'not beside an error')
})

test('speaks the language of the page, or else of the browser, also when the endpoint refuses', {
  skip,
}, async () => {
  for (const [form, locale, thanks, follow, refusal] of [
    ['lang="de-AT"', 'en', 'Vielen Dank!', 'Sehen, was mit Ihrer Nachricht passiert', 'Bitte prüfen Sie'],
    ['lang=""', 'fr-CA', 'Merci', 'Voir ce que devient votre message', 'Corrigez-la'],
    ['lang="it"', 'de', 'Thank you!', 'See what happens to your message', 'Please check'],
  ] as const) {
    site.service.pass({ minutes: 1 })
    site.show({ form })
    const page = await site.browser.newPage({ locale })
    await page.goto(site.address)
    await sendMessage(page, TOO_LONG)
    await alert(page, refusal)
    await sendMessage(page, 'Hallo')
    await status(page, thanks)
    await page.getByRole('link', { name: follow }).waitFor()
    await page.close()
  }
})

test('shows a refusal at its field until it is corrected', { skip }, async () => {
  const fields = `<p><label>Email <input type="email" name="email"></label></p>
    <p id="help">At most a page.</p>
    <p><label>Message <textarea name="message" aria-describedby="help"></textarea></label></p>
    <p data-form-error="message"></p><p data-form-error></p><p data-form-success hidden>Got it.</p>`
  await using opened = await open({ fields })
  const { page, before } = opened
  await sendMessage(page, TOO_LONG)
  await page
    .locator('[data-form-error=message]')
    .filter({ hasText: 'shorten it if it’s very long' })
    .waitFor()
  const message = page.getByLabel('Message')
  assert.equal(await message.evaluate((input) => input === document.activeElement), true)
  assert.equal(await message.getAttribute('aria-invalid'), 'true')
  assert.match((await message.getAttribute('aria-describedby')) ?? '', /^help formslot-/)
  assert.equal(await message.inputValue(), TOO_LONG)
  assert.deepEqual(await findingsOn(page, { within: 'form' }), [])
  await sendMessage(page, 'Short')
  await status(page, 'Got it.')
  assert.equal(await message.getAttribute('aria-invalid'), null)
  assert.equal(await message.getAttribute('aria-describedby'), 'help')
  assert.equal(await page.locator('[data-form-error=message]').textContent(), '')
  assert.deepEqual(await site.stored(before), ['Short'])
})

test('stores a message once when its answer was lost, and a changed one as another', { skip }, async () => {
  await using opened = await open()
  const { page, before } = opened
  await page.route(site.endpoint.endpoint_url, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await sendMessage(page, 'Hello')
  await alert(page, FAILED)
  assert.deepEqual(await findingsOn(page, { within: 'form' }), [])
  assert.equal(await page.getByLabel('Message').inputValue(), 'Hello')
  await page.unroute(site.endpoint.endpoint_url)
  await sendMessage(page, 'Hello')
  await status(page, SENT)
  await sendMessage(page, 'Hello')
  await page.waitForFunction(() => document.querySelector('textarea')?.value === '')
  assert.deepEqual(await site.stored(before), ['Hello', 'Hello'])
})

test('ignores the second of two presses', { skip }, async () => {
  await using opened = await open()
  const { page, before } = opened
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') posts += 1
  })
  await page.getByLabel('Email').fill('jane@acme.org')
  await page.getByLabel('Message').fill('Twice')
  const busy = await page.evaluate(() => {
    const form = document.querySelector('form')
    form?.requestSubmit()
    form?.requestSubmit()
    return form?.getAttribute('aria-busy')
  })
  assert.equal(busy, 'true')
  await status(page, SENT)
  assert.equal(posts, 1)
  assert.equal(await page.locator('form').getAttribute('aria-busy'), null)
  assert.deepEqual(await site.stored(before), ['Twice'])
})

test('follows the page that the form names, and the form can be sent again after going back', {
  skip,
}, async () => {
  const fields =
    '<input type="hidden" name="_next" value="/thanks"><label>Email <input name="email"></label><label>Message <input name="message"></label>'
  await using opened = await open({ fields })
  const { page, before } = opened
  await sendMessage(page, 'Onward')
  await page.getByRole('heading', { name: 'Thanks' }).waitFor()
  await page.goBack()
  await sendMessage(page, 'Again')
  await page.getByRole('heading', { name: 'Thanks' }).waitFor()
  assert.deepEqual(await site.stored(before), ['Onward', 'Again'])
})

test('sends the pressed button, and forms that were added later', { skip }, async () => {
  await using opened = await open({
    fields:
      '<input name="action"><input name="submit" type="hidden"><button name="plan" value="pro">Pro</button>',
  })
  const { page, before } = opened
  await page.evaluate(() => {
    const form = document.querySelector('form')
    const copy = form?.cloneNode(true)
    form?.remove()
    if (copy) document.querySelector('main')?.append(copy)
  })
  await page.getByRole('button', { name: 'Pro' }).click()
  await status(page, SENT)
  const [arrived] = await site.arrivedSince(before)
  assert.deepEqual(
    arrived?.fields.find(([name]) => name === 'plan'),
    ['plan', 'pro'],
  )
})

for (const [reason, shown] of [
  ['an image button', { fields: '<input name="message"><input type="image" name="go" alt="Send it">' }],
  ['a field whose name hides a method', { fields: '<input name="message"><input name="querySelector">' }],
  ['a target', { form: 'target="_top"', fields: '<input name="message">' }],
  ['a policy that forbids scripts to send', { connect: "'none'", fields: '<input name="message">' }],
] as const) {
  test(`leaves a form with ${reason} to the browser`, { skip }, async () => {
    await using opened = await open(shown)
    const { page, before } = opened
    await page.locator('[name=message]').fill('Plain')
    await page.getByRole('button', { name: /^Send/ }).first().click()
    await page.waitForURL(`${site.service.base}/r/*`)
    assert.deepEqual(await site.stored(before), ['Plain'])
  })
}

test('lets the page show the result itself', { skip }, async () => {
  await using opened = await open()
  const { page, before } = opened
  await page.evaluate(() => {
    for (const name of ['success', 'error'])
      document.addEventListener(`formslot:${name}`, (event) => {
        event.preventDefault()
        if (event instanceof CustomEvent)
          document.title = `${name} ${event.detail?.submission_id ?? event.detail?.code}`
      })
  })
  await sendMessage(page, TOO_LONG)
  await page.waitForFunction(() => document.title === 'error field_invalid')
  await sendMessage(page, 'Mine')
  await page.waitForFunction(() => document.title.startsWith('success sub_'))
  assert.equal(await page.locator('[data-form-success], [data-form-error]').count(), 0)
  assert.equal(await page.getByLabel('Message').inputValue(), 'Mine')
  assert.deepEqual(await site.stored(before), ['Mine'])
})
