import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { startService } from '../../support/service/service.ts'

const RECEIPT = /^http:\/\/[^/]+\/r\/\w{58}$/
const SITE = 'https://acme.org'
const FROM_PAGE = { accept: 'text/html', origin: SITE, referer: `${SITE}/contact` }
const WITHOUT_RATE = { FORMSLOT_SUBMIT_RATE: '0' }

/**
 * Forms as the vendors' public examples have them. `FORM_ID` stands for the ID of the form, which takes the place of the
 * vendor's key; forms whose address needs another path have it already.
 */
const MARKUP: readonly {
  vendor: string
  /** Its host is changed to that of the service. */
  address: string
  sent: [string, string][]
  location: string
  stored: string[]
  mailed: string[]
  subject?: string
  replyTo?: string
}[] = [
  {
    vendor: 'Formspree',
    address: 'https://formspree.io/f/FORM_ID',
    sent: [
      ['email', 'jane@acme.org'],
      ['message', 'Hello'],
      ['_subject', 'From the site'],
      ['_cc', 'boss@acme.org'],
      ['_gotcha', ''],
      ['_next', '/thanks'],
      ['g-recaptcha-response', 'token'],
    ],
    location: `${SITE}/thanks`,
    stored: ['email', 'message', '_subject', '_cc', '_gotcha', '_next', '_g-recaptcha-response'],
    mailed: ['email', 'message'],
    subject: 'From the site',
    replyTo: 'jane@acme.org',
  },
  {
    vendor: 'Web3Forms',
    address: 'https://api.web3forms.com/submit',
    sent: [
      ['access_key', 'FORM_ID'],
      ['subject', 'New contact'],
      ['from_name', 'Acme\r\nBcc: everybody@evil.dev'],
      ['redirect', `${SITE}/thanks`],
      ['replyto', 'desk@acme.org'],
      ['email', 'jane@acme.org'],
      ['message', 'Hello'],
      ['h-captcha-response', 'token'],
    ],
    location: `${SITE}/thanks`,
    stored: [
      ...['_access_key', 'subject', '_from_name', '_redirect', '_replyto', 'email', 'message'],
      '_h-captcha-response',
    ],
    mailed: ['subject', 'email', 'message'],
    subject: 'New contact',
    replyTo: 'desk@acme.org',
  },
  {
    vendor: 'Formcarry',
    address: 'https://formcarry.com/s/FORM_ID',
    sent: [
      ['email', 'jane@acme.org'],
      ['message', 'Hello'],
      ['_gotcha', ''],
    ],
    location: 'receipt',
    stored: ['email', 'message', '_gotcha'],
    mailed: ['email', 'message'],
    replyTo: 'jane@acme.org',
  },
  {
    vendor: 'Formspark',
    address: 'https://host.invalid/f/FORM_ID',
    sent: [
      ['message', 'Hello'],
      ['_email.replyto', 'jane@acme.org'],
      ['_email.subject', 'Contact'],
      ['_email.from', 'Acme'],
      ['_redirect', `${SITE}/thanks`],
      ['_error', `${SITE}/sorry`],
      ['_append', 'false'],
      ['_feedback.success.title', 'Thanks'],
      ['_honeypot', ''],
    ],
    location: `${SITE}/thanks`,
    stored: [
      ...['message', '_email.replyto', '_email.subject', '_email.from', '_redirect', '_error', '_append'],
      ...['_feedback.success.title', '_honeypot'],
    ],
    mailed: ['message'],
    subject: 'Contact',
    replyTo: 'jane@acme.org',
  },
  {
    vendor: 'FormSubmit',
    address: 'https://host.invalid/f/FORM_ID',
    sent: [
      ['name', 'Jane'],
      ['email', 'jane@acme.org'],
      ['_next', `${SITE}/thanks`],
      ['_captcha', 'false'],
      ['_template', 'table'],
      ['_autoresponse', 'Thank you'],
      ['_blacklist', 'casino'],
      ['_webhook', 'https://evil.dev/hook'],
      ['_honey', ''],
    ],
    location: `${SITE}/thanks`,
    stored: [
      ...['name', 'email', '_next', '_captcha', '_template', '_autoresponse', '_blacklist', '_webhook'],
      '_honey',
    ],
    mailed: ['name', 'email'],
    replyTo: 'jane@acme.org',
  },
  {
    vendor: 'Netlify, with the address as its action',
    address: 'https://host.invalid/f/FORM_ID',
    sent: [
      ['form-name', 'contact'],
      ['bot-field', ''],
      ['subject', 'Order'],
      ['email', 'jane@acme.org'],
    ],
    location: 'receipt',
    stored: ['_form-name', '_bot-field', 'subject', 'email'],
    mailed: ['subject', 'email'],
    subject: 'Order',
    replyTo: 'jane@acme.org',
  },
  {
    vendor: 'Static Forms, with the address as its action',
    address: 'https://host.invalid/f/FORM_ID',
    sent: [
      ['apiKey', 'FORM_ID'],
      ['replyTo', 'jane@acme.org'],
      ['redirectTo', `${SITE}/thanks`],
      ['honeypot', ''],
      ['message', 'Hello'],
    ],
    location: `${SITE}/thanks`,
    stored: ['_apiKey', '_replyTo', '_redirectTo', '_honeypot', 'message'],
    mailed: ['message'],
    replyTo: 'jane@acme.org',
  },
  {
    vendor: 'Forminit',
    address: 'https://forminit.com/f/FORM_ID',
    sent: [
      ['fi-sender-email', 'jane@acme.org'],
      ['fi-text-message', 'Hello'],
    ],
    location: 'receipt',
    stored: ['fi-sender-email', 'fi-text-message'],
    mailed: ['fi-sender-email', 'fi-text-message'],
  },
  {
    vendor: 'nobody: the same names without evidence are data',
    address: 'https://host.invalid/f/FORM_ID',
    sent: [
      ['subject', 'Hi'],
      ['redirect', `${SITE}/elsewhere`],
      ['from_name', 'Jane'],
      ['botcheck', 'on'],
      ['access_key', '11111111-2222-3333-4444-555555555555'],
    ],
    location: 'receipt',
    stored: ['subject', 'redirect', 'from_name', 'botcheck', 'access_key'],
    mailed: ['subject', 'redirect', 'from_name', 'botcheck', 'access_key'],
  },
]

test("forms of other vendors' examples move by one address: rows, emails and redirects", async () => {
  await using service = await startService({ env: WITHOUT_RATE })
  const ada = await signIn(service)
  const id = ada.endpoint.form_id
  await ada.patch(`/endpoints/${id}`, { submitted_subject: true, name: 'Site' })
  await service.deliver()
  for (const { vendor, address, sent, location, stored, mailed, subject, replyTo } of MARKUP) {
    const form = sent.map(([name, value]): [string, string] => [name, value.replace('FORM_ID', id)])
    const answer = await service.post(new URL(address).pathname.replace('FORM_ID', id), {
      form,
      headers: FROM_PAGE,
    })
    assert.equal(answer.status, 303, `${vendor}: ${answer.text}`)
    const led = answer.headers.get('location') ?? ''
    if (location === 'receipt') assert.match(led, RECEIPT, vendor)
    else assert.equal(led, location, vendor)
    const { data } = (await ada.get('/submissions?limit=1')).json as {
      data: { fields: [string, string][] }[]
    }
    assert.deepEqual(
      data[0]?.fields.map(([name]) => name),
      stored,
      vendor,
    )
    assert.deepEqual(
      data[0]?.fields.map(([, value]) => value),
      form.map(([, value]) => value),
      vendor,
    )
    await service.deliver()
    const email = (await service.emails()).at(-1)
    assert.ok(email, vendor)
    for (const [at, name] of stored.entries()) {
      const value = form[at]?.[1] ?? ''
      const isMailed = mailed.includes(name)
      assert.equal(email.text?.includes(`\n  ${name}\n`), isMailed, `${vendor}: ${name}`)
      if (!isMailed && value.length > 5 && value !== id && value !== replyTo)
        assert.ok(!email.text?.includes(value), `${vendor}: ${value}`)
    }
    assert.equal(email.subject?.startsWith('[Site] ') ? email.subject.slice(7) : undefined, subject, vendor)
    assert.deepEqual(email.replyTo?.[0]?.address, replyTo, vendor)
    assert.deepEqual(
      email.to?.map(({ address }) => address),
      ['ada@lovelace.dev'],
      vendor,
    )
    assert.ok(
      !email.cc && !email.bcc && !email.headers.some(({ key }) => key === 'cc' || key === 'bcc'),
      vendor,
    )
  }
})

test('a filled honeypot of any vendor lands in spam, answered as a success', async () => {
  await using service = await startService({ env: WITHOUT_RATE })
  const ada = await signIn(service)
  const id = ada.endpoint.form_id
  const bots: [string, Record<string, string>][] = [
    [`/f/${id}`, { _honey: 'x' }],
    [`/f/${id}`, { _honeypot: 'x' }],
    [`/f/${id}`, { __mf_hp: 'x' }],
    [`/f/${id}`, { 'form-name': 'contact', 'bot-field': 'x' }],
    ['/submit', { access_key: id, botcheck: 'on' }],
    [`/s/${id}`, { _gotcha: 'x' }],
  ]
  for (const [path, form] of bots)
    assert.equal((await service.post(path, { form: { message: 'hi', ...form } })).status, 200, path)
  const spam = (await ada.get('/submissions?folder=spam')).json as { data: { spam_reasons: string[] }[] }
  assert.deepEqual(
    spam.data.map((one) => one.spam_reasons),
    bots.map(() => ['honeypot']),
  )
})

test("each vendor's address answers scripts in the format that its clients read", async () => {
  await using service = await startService({ env: WITHOUT_RATE })
  const endpoint = await service.createEndpoint()
  const id = endpoint.form_id
  const json = { message: 'hi' }
  const MESSAGE = 'Your submission has been received.'
  const accept = { accept: 'application/json' }

  const { json: formcarry } = await service.post(`/s/${id}`, { json, headers: accept })
  const { redirect, submission_id, title, ...rest } = formcarry
  assert.deepEqual(rest, { code: 200, status: 'success', message: MESSAGE })
  assert.match(String(redirect), RECEIPT)
  const invalid = await service.post(`/s/${id}`, { json: { long: 'x'.repeat(70_000) }, headers: accept })
  assert.equal(invalid.status, 422)
  assert.equal(invalid.json.code, 422)
  assert.equal(invalid.json.status, 'error')
  assert.match(JSON.stringify(invalid.json.errors), /^\{"long":\{"message":".*longer than/)
  const unknown = await service.post('/s/f_0000000000000000', { json, headers: accept })
  assert.deepEqual([unknown.status, unknown.json.code, unknown.json.reason], [404, 404, 'endpoint_not_found'])

  const web3forms = await service.post('/submit', { json: { access_key: id, ...json } })
  assert.equal(web3forms.status, 200)
  assert.deepEqual(
    [web3forms.json.success, web3forms.json.statusCode, web3forms.json.message, web3forms.json.body],
    [true, 200, MESSAGE, { data: json, message: MESSAGE }],
  )
  for (const access_key of ['', 'f_0000000000000000', 17]) {
    const refused = await service.post('/submit', { json: { access_key, ...json } })
    assert.deepEqual([refused.status, refused.json.success, refused.json.statusCode], [400, false, 400])
    assert.equal(typeof refused.json.message, 'string')
  }
  const broken = await service.post('/submit', {
    body: '{"access_key":',
    headers: { 'content-type': 'application/json' },
  })
  assert.deepEqual([broken.status, broken.json.success], [400, false])

  const formsubmit = await service.post(`/ajax/f/${id}`, { json, headers: accept })
  assert.deepEqual([formsubmit.json.success, formsubmit.json.message], ['true', MESSAGE])
  const empty = await service.post(`/ajax/f/${id}`, { json: {}, headers: accept })
  assert.deepEqual([empty.status, empty.json.success, typeof empty.json.message], [400, 'false', 'string'])

  for (const path of [`/s/${id}`, '/submit', `/ajax/f/${id}`]) {
    const preflight = await service.post(path, {
      method: 'OPTIONS',
      headers: { origin: SITE, 'access-control-request-headers': 'content-type,x-anything' },
    })
    assert.equal(preflight.status, 204, path)
    assert.equal(preflight.headers.get('access-control-allow-headers'), 'content-type,x-anything')
    for (const sent of [{ access_key: id, ...json }, {}]) {
      const answer = await service.post(path, { json: sent, headers: { origin: SITE } })
      assert.equal(answer.headers.get('access-control-allow-origin'), SITE, path)
    }
  }
  const stats = await service.get('/s/0123456789abcdef', { origin: SITE })
  assert.deepEqual([stats.status, stats.headers.get('access-control-allow-origin')], [404, null])
  assert.equal((await service.get('/submit')).headers.get('allow'), 'POST, OPTIONS')
})

test('the addresses of vendors share rate, quota and Idempotency-Key with the form', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const id = endpoint.form_id
  const key = { 'idempotency-key': 'the-same-everywhere' }
  const first = await service.post(`/s/${id}`, { json: { a: 'b' }, headers: key })
  const again = await service.post(`/ajax/f/${id}`, { json: { a: 'b' }, headers: key })
  assert.equal(again.json.submission_id, first.json.submission_id)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  for (let sent = 2; sent < 20; sent += 1)
    assert.equal((await service.post('/submit', { json: { access_key: id, sent } })).status, 200)
  const refused = await service.post('/submit', { json: { access_key: id, a: 'b' } })
  assert.deepEqual([refused.status, refused.json.success], [429, false])
  assert.equal((await service.submit(endpoint, { a: 'b' })).status, 429)
})

test('a dry run names each field that has no effect', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const form = {
    email: 'jane@acme.org',
    _cc: 'boss@acme.org',
    _autoresponse: 'Thanks',
    'g-recaptcha-response': 'token',
    '_feedback.success.title': 'Thanks',
    access_key: 'of another vendor',
    _next: '/thanks',
  }
  const { json } = await service.post(`${endpoint.endpoint_url}?dry_run=1`, { form })
  assert.deepEqual(json.fields, { email: 'jane@acme.org', access_key: 'of another vendor' })
  assert.deepEqual(
    (json.warnings as string[]).map((warning) => warning.split('"')[1]),
    ['_cc', '_autoresponse', 'g-recaptcha-response', '_feedback.success.title', 'access_key'],
  )
  const evidence: Record<string, string>[] = [
    {},
    { access_key: endpoint.form_id },
    { 'form-name': 'contact' },
  ]
  for (const names of evidence) {
    const kept = { email: 'jane@acme.org', ...names }
    const { json: plain } = await service.post(`${endpoint.endpoint_url}?dry_run=1`, { form: kept })
    assert.deepEqual(plain.warnings, [], 'a name without which others are data must stay in the page')
  }
})
