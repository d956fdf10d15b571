import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { LANGUAGES } from '../../../src/http/pages/i18n/languages.ts'
import { type Endpoint, startService, type TestService } from '../../support/service/service.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const FORM = 'Content-Type: application/x-www-form-urlencoded'

test('lets the browser tell the receipt which site the form is on', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  for (const framing of ['Content-Length: 9', 'Transfer-Encoding: chunked']) {
    const head = await sendRaw(service, endpoint, framing)
    assert.match(head, /^HTTP\/1\.1 303 /, framing)
    assert.deepEqual(
      [...head.matchAll(/\r\nreferrer-policy: (.*)/gi)].map(([, policy]) => policy),
      ['strict-origin'],
    )
  }
  const toOwnPage = await service.post(endpoint.endpoint_url, {
    form: { message: 'x', _next: 'https://acme.org/done' },
    headers: { ...BROWSER, origin: 'https://acme.org' },
  })
  assert.equal(toOwnPage.headers.get('location'), 'https://acme.org/done')
  assert.equal(
    toOwnPage.headers.get('referrer-policy'),
    'same-origin',
    'a page of the site gets the whole address',
  )

  const thanks = await service.get(`${endpoint.endpoint_url}/thanks`, {
    ...BROWSER,
    referer: 'https://studio-nord.de/',
  })
  assert.match(
    thanks.text,
    /<a class="button" href="https:\/\/studio-nord\.de\/"><span>Back to <bdi dir="ltr">studio-nord\.de<\/bdi><\/span><\/a>/,
  )
})

test('lets sites frame the pages around a form, and no other page', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'x' })
  const policyOf = (answer: { headers: Headers }) => answer.headers.get('content-security-policy') ?? ''
  const framed = [
    await service.get(endpoint.endpoint_url, BROWSER),
    await service.get(`${endpoint.endpoint_url}/thanks`, BROWSER),
    await service.get('/f/f_0000000000000000', BROWSER),
    await service.get(`${endpoint.endpoint_url}?name=Jane`, BROWSER),
    await service.post(endpoint.endpoint_url, { form: { _next: 'x' }, headers: BROWSER }),
    await service.post('/f/f_0000000000000000', { form: { message: 'x' }, headers: BROWSER }),
  ]
  for (const answer of framed) {
    assert.match(answer.text, /<!doctype html>/)
    assert.match(policyOf(answer), /default-src 'none'/)
    assert.doesNotMatch(policyOf(answer), /frame-ancestors/)
  }
  const unframed = [
    await service.get('/', BROWSER),
    await service.get(`${endpoint.endpoint_url}/start`, BROWSER),
    await service.get(await service.linkIn('claim'), BROWSER),
    await service.get('/sign-in', BROWSER),
    await service.get('/nowhere', BROWSER),
    await service.get('/app', BROWSER),
    await service.post('/new', { form: { recipient: 'x' }, headers: BROWSER }),
  ]
  for (const answer of unframed) assert.match(policyOf(answer), /frame-ancestors 'none'/)
})

test('says that nothing was sent when a form without method="post" puts its fields into the address', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const address = `${endpoint.endpoint_url}?name=Jane&email=jane%40acme.org`
  const page = await service.get(address, { ...BROWSER, referer: 'https://acme.org/contact' })
  assert.equal(page.status, 400)
  assert.match(page.text, /<h1>Nothing was sent<\/h1>/)
  assert.match(page.text, /<code dir="ltr">method=&quot;post&quot;<\/code>/)
  assert.match(page.text, /What you typed should still be there/)
  assert.match(page.text, /form_sent_by_get/)
  assert.ok(!page.text.includes('Jane'), 'the fields are not repeated')
  for (const language of LANGUAGES) {
    const translated = await service.get(address, { ...BROWSER, 'accept-language': language })
    assert.match(
      translated.text,
      new RegExp(`<html lang="${language}"[\\s\\S]*method=&quot;post&quot;`),
      language,
    )
  }
  const json = await service.get(address, { accept: 'application/json' })
  assert.equal(json.status, 400)
  assert.equal(json.json.code, 'form_sent_by_get')
  assert.match(String(json.json.hint), /method="post"/)

  for (const plain of [
    endpoint.endpoint_url,
    `${endpoint.endpoint_url}?`,
    `${endpoint.endpoint_url}?dry_run=1`,
  ]) {
    assert.equal((await service.get(plain, BROWSER)).status, 200, plain)
  }
  assert.equal((await service.get('/f/f_0000000000000000?name=Jane', BROWSER)).status, 404)
  assert.equal((await service.get(endpoint.status_url)).json.claim_email_sent, false)
})

test('answers a form with enctype="text/plain" with a page that says what to change', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const send = (headers: Record<string, string>) =>
    service.post(endpoint.endpoint_url, {
      body: 'name=Jane\r\nmessage=a\r\nb=c\r\n',
      headers: { 'content-type': 'text/plain', ...headers },
    })
  const page = await send({ ...BROWSER, 'sec-fetch-dest': 'document' })
  assert.equal(page.status, 415)
  assert.match(page.text, /<h1>The form couldn’t be read<\/h1>/)
  assert.match(page.text, /Remove enctype=&quot;text\/plain&quot;/)
  const programs: Record<string, string>[] = [
    {},
    { accept: '*/*' },
    { accept: '*/*', 'sec-fetch-dest': 'empty' },
  ]
  for (const program of programs) {
    const json = await send(program)
    assert.equal(json.status, 415)
    assert.match(String(json.json.message), /text\/plain/)
  }
})

/** Sends a form like a browser, with its length or in chunks, and returns the head of the answer. */
async function sendRaw(service: TestService, endpoint: Endpoint, framing: string): Promise<string> {
  const socket = connect(service.port, '127.0.0.1')
  const head = [
    `POST ${new URL(endpoint.endpoint_url).pathname} HTTP/1.1`,
    `Host: 127.0.0.1:${service.port}`,
    'Connection: close',
    `Accept: ${BROWSER.accept}`,
    FORM,
    framing,
  ]
  const body = framing.startsWith('Content-Length') ? 'message=x' : '9\r\nmessage=x\r\n0\r\n\r\n'
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  return (await text(socket)).split('\r\n\r\n')[0] ?? ''
}
