import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { html, startSite } from '../support/browser/site.ts'
import { ADA, startService } from '../support/service/service.ts'

const skip = withoutBrowser

test('submits a plain form without scripts, from the receipt to the email and the claim', {
  skip,
}, async () => {
  await using service = await startService({ mail: 'embedded' })
  const endpoint = await service.createEndpoint()
  await using site = await startSite({
    '/contact': html(`<form action="${endpoint.endpoint_url}" method="post">
      <input name="name"><input name="email" type="email"><textarea name="message"></textarea>
      <input name="_gotcha" style="display:none"><button>Send</button></form>`),
  })
  await using browser = await openBrowser()
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'fr-FR' })
  const page = await context.newPage()
  await page.goto(`${site.origin}/contact`)
  await page.fill('[name=name]', 'Jane')
  await page.fill('[name=email]', 'jane@acme.org')
  await page.fill('[name=message]', 'Bonjour !\nÀ bientôt.')
  await page.click('button')
  assert.match(page.url(), /\/r\/\w{58}$/)
  const back = page.getByRole('link', { name: `Retour à ${new URL(site.origin).host}` })
  assert.equal(await back.getAttribute('href'), `${site.origin}/`)
  assert.equal(await page.getAttribute('html', 'lang'), 'fr')
  assert.equal(await page.locator('h1').count(), 1)

  await service.deliver()
  await page.goto(`${service.base}/mailbox`)
  await page.click('ul.emails a')
  const email = page.frameLocator('iframe')
  const text = (await email.locator('body').textContent()) ?? ''
  assert.match(text.replaceAll('\u200b', ''), /Jane[\s\S]*Bonjour !\s*À bientôt\./)
  await email.getByRole('link', { name: 'Revendiquer ce formulaire' }).first().click()
  await page.waitForURL(/\/claim\//)
  assert.equal((await service.get(endpoint.status_url)).json.state, 'claimed')
  await page.getByRole('button', { name: 'Oui, à moi. Ouvrir ma boîte' }).click()
  assert.match(page.url(), new RegExp(`^${service.base}/app`))
})

test('signs an owner in by the link in the email, and out, without scripts', { skip }, async () => {
  await using service = await startService({ mail: 'embedded' })
  await service.submit(await service.createEndpoint(), { message: 'hello' })
  await service.deliver()
  await using browser = await openBrowser()
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'de-DE' })
  const page = await context.newPage()
  await page.goto(`${service.base}/mailbox`)
  await page.click('ul.emails a')
  await page.frameLocator('iframe').getByRole('link', { name: 'Claim' }).first().click()
  await page.waitForURL(/\/claim\//)

  service.pass({ minutes: 1 })
  await page.goto(`${service.base}/sign-in?next=/app/inbox`)
  await page.getByLabel('E-Mail-Adresse').fill(ADA)
  await page.getByRole('button').click()
  assert.equal(await page.textContent('h1'), 'Sehen Sie in Ihrem Posteingang nach')
  await service.deliver()
  await page.getByRole('link', { name: 'Hier lesen' }).click()
  await page.click('ul.emails a')
  await page.frameLocator('iframe').getByRole('link', { name: 'Sign in' }).first().click()
  await page.waitForURL(/\/sign-in\//)
  assert.equal(await page.textContent('.kicker'), ADA)
  await page.getByRole('button', { name: 'Anmelden' }).click()
  assert.equal(page.url(), `${service.base}/app/inbox`)
  const session = (await context.cookies()).find((cookie) => cookie.name === 'session')
  assert.deepEqual([session?.httpOnly, session?.sameSite], [true, 'Lax'])
})

test('creates a working form from the landing page without a script', {
  skip,
}, async () => {
  await using service = await startService({ mail: 'embedded' })
  await using browser = await openBrowser()
  const page = await browser.newPage({ javaScriptEnabled: false, locale: 'de-DE' })
  await page.goto(`${service.base}/`)
  await page.getByLabel('Nachrichten senden an').fill('ada@example.com')
  await page.getByRole('button', { name: 'Formular erstellen' }).click()
  assert.match((await page.getByRole('alert').textContent()) ?? '', /Beispieladresse/)
  assert.equal(await page.getByLabel('Nachrichten senden an').inputValue(), 'ada@example.com')
  await page.getByLabel('Nachrichten senden an').fill('ada@lovelace.dev')
  await page.getByRole('button', { name: 'Formular erstellen' }).click()
  assert.match(page.url(), /\/f\/f_[0-9a-z]{16}\/start$/)
  const start = page.url()
  const endpointUrl = start.slice(0, -'/start'.length)
  assert.equal(await page.locator('pre').first().textContent(), endpointUrl)
  const snippet = (await page.locator('pre').nth(1).textContent()) ?? ''
  await page.locator('details.try summary').click()
  await page.fill('#message', 'Geht es?')
  await page.getByRole('button', { name: 'Senden' }).click()
  assert.match(page.url(), /\/r\/\w{58}$/)

  // The copied form, in a page of its own.
  await using site = await startSite({ '/': html(snippet) })
  await page.goto(site.origin)
  await page.getByLabel('Name').fill('Jane')
  await page.getByLabel('E-Mail').fill('jane@acme.org')
  await page.getByLabel('Nachricht').fill('Es geht.')
  await page.getByRole('button').click()
  assert.match(page.url(), /\/r\/\w{58}$/)
  await service.deliver()
  const emails = (await service.get('/mailbox')).text
  assert.equal(emails.split('ada@lovelace.dev').length - 1, 2)
})

test('"This wasn\'t me" in the email retires the endpoint after one confirmation', {
  skip,
}, async () => {
  await using service = await startService({ mail: 'embedded' })
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'hello' })
  await service.deliver()
  await using browser = await openBrowser()
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(`${service.base}/mailbox`)
  await page.click('ul.emails a')
  await page
    .frameLocator('iframe')
    .getByRole('link', { name: /This wasn’t me/i })
    .first()
    .click()
  await page.waitForURL(/\/disown\//)
  assert.equal((await service.get(endpoint.status_url)).json.state, 'unclaimed')
  await page.getByRole('button').first().click()
  await page.waitForLoadState()
  assert.equal((await service.get(endpoint.status_url)).json.state, 'retired')
})

test("Formspree's script enhances a form with only its origin changed", { skip }, async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const require = createRequire(import.meta.url)
  const script = readFileSync(
    require.resolve('@formspree/ajax').replace(/dist\/.*$/, 'dist/global.js'),
    'utf8',
  )
  await using site = await startSite({
    '/ajax.js': { type: 'text/javascript', body: script },
    '/': html(`<form id="contact"><input name="message" value="by script"><button type="submit">Send</button></form>
      <div data-fs-success></div><div data-fs-error></div>
      <script>window.formspree = window.formspree || function () { (formspree.q = formspree.q || []).push(arguments) };
      formspree('initForm', { formElement: '#contact', formId: '${endpoint.form_id}', origin: '${service.base}' })</script>
      <script src="/ajax.js" defer></script>`),
  })
  await using browser = await openBrowser()
  const page = await browser.newPage()
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  await page.goto(site.origin)
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.click('button')
  const answer = await answered
  assert.equal(answer.status(), 200)
  assert.equal(await answer.finished(), null)
  assert.deepEqual(faults, [])
  await service.deliver()
  assert.match((await service.emails())[0]?.text ?? '', /by script/)
})

test('a script on another site reads responses with any headers and with credentials', { skip }, async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const telemetry = (await service.post('/t/new', { form: { recipient: ADA } })).json
  await using site = await startSite({ '/': html('<p>a site</p>') })
  await using browser = await openBrowser()
  const page = await browser.newPage()
  // `localhost` is another site than 127.0.0.1.
  await page.goto(site.origin.replace('127.0.0.1', 'localhost'))
  const result = await page.evaluate(
    async ({ form, events }) => {
      const htmx = { 'HX-Request': 'true', 'HX-Current-URL': location.href, 'HX-Target': 'answer' }
      const trace = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }
      const send = async (url: string, request: RequestInit) => {
        try {
          return (await fetch(url, { method: 'POST', ...request })).status
        } catch (error) {
          return String(error)
        }
      }
      const fields = () => new URLSearchParams({ message: 'hi', email: 'jane@acme.org' })
      const event = { body: '{"name":"seen"}' }
      const json = { 'content-type': 'application/json' }
      const page = { accept: 'text/html' }
      return {
        htmx: await send(form, { body: fields(), headers: { ...htmx, 'X-CSRF-Token': 'x' } }),
        credentials: await send(form, { body: fields(), credentials: 'include' }),
        both: await send(form, { body: fields(), headers: { ...htmx, ...trace }, credentials: 'include' }),
        receipt: await send(form, { body: fields(), headers: page, credentials: 'include' }),
        refused: await send(form, { body: '{', headers: json, credentials: 'include' }),
        event: await send(events, { ...event, headers: { ...json, ...htmx, ...trace } }),
        eventWithCredentials: await send(events, { ...event, headers: json, credentials: 'include' }),
      }
    },
    { form: endpoint.endpoint_url, events: String(telemetry.telemetry_url) },
  )
  assert.deepEqual(result, {
    htmx: 200,
    credentials: 200,
    both: 200,
    receipt: 200,
    refused: 400,
    event: 202,
    eventWithCredentials: 202,
  })
})

test('a script on another site reads responses and refusals with fetch', { skip }, async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await using site = await startSite({ '/': html('<p>a site</p>') })
  await using browser = await openBrowser()
  const page = await browser.newPage()
  await page.goto(site.origin)
  const result = await page.evaluate(async (address) => {
    const send = async (body: string) => {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      return { status: answer.status, body: await answer.json() }
    }
    return [await send('{"message":"hi"}'), await send('{}'), await send('{')]
  }, endpoint.endpoint_url)
  assert.deepEqual(
    result.map((answer) => [answer.status, answer.body.ok ?? answer.body.code]),
    [
      [200, true],
      [400, 'fields_missing'],
      [400, 'body_unparsable'],
    ],
  )
})
