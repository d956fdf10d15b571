import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Endpoint, startService, type TestService } from '../../support/service/service.ts'

const RECEIPT = /^http:\/\/[^/]+\/r\/\w{58}$/
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

test('stores a submission, returns its ID, and sends an email', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const answer = await service.submit(endpoint, { name: 'Jane', message: 'hello' })
  assert.equal(answer.status, 200)
  assert.deepEqual(Object.keys(answer.json), ['ok', 'submission_id'])
  assert.equal(answer.json.ok, true)
  assert.match(String(answer.json.submission_id), /^sub_[0-9a-hjkmnp-tv-z]{16,}$/)
  await service.deliver()
  const [email] = await service.emails()
  assert.match(email?.text ?? '', /Jane[\s\S]*hello/)
})

test('accepts JSON and multipart submissions, keeping order and repeated names', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const json = await service.post(endpoint.endpoint_url, {
    body: '{"zulu":"first","alpha":"second","1":"third"}',
    headers: { 'content-type': 'application/json' },
  })
  assert.equal(json.status, 200)
  const form = new FormData()
  form.append('topping', 'cheese')
  form.append('size', 'large')
  form.append('topping', 'olives')
  assert.equal((await service.post(endpoint.endpoint_url, { body: form })).status, 200)
  await service.deliver()
  const [first, second] = await service.emails()
  assert.match(first?.text ?? '', /zulu[\s\S]*first[\s\S]*alpha[\s\S]*second[\s\S]*1[\s\S]*third/)
  assert.match(second?.text ?? '', /cheese[\s\S]*large[\s\S]*olives/)
})

test('redirects a browser form to its receipt, or to _next on its own site', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const plain = await service.submit(endpoint, { message: 'hello' }, BROWSER)
  assert.equal(plain.status, 303)
  assert.match(plain.headers.get('location') ?? '', RECEIPT)
  const origin = { ...BROWSER, origin: 'https://shop.dev', referer: 'https://shop.dev/contact/' }
  const own = await service.submit(endpoint, { message: 'hello', _next: '../done' }, origin)
  assert.equal(own.headers.get('location'), 'https://shop.dev/done')
  const foreign = await service.submit(endpoint, { message: 'hello', _next: 'https://evil.dev/' }, origin)
  assert.match(foreign.headers.get('location') ?? '', RECEIPT)
  const thanks = await service.get(`${endpoint.endpoint_url}/thanks`, { 'accept-language': 'de' })
  assert.match(thanks.text, /<html lang="de"/)
  for (const answer of [plain, thanks]) assert.equal(answer.headers.get('access-control-allow-origin'), '*')
  assert.equal(own.headers.get('access-control-allow-origin'), 'https://shop.dev')
})

test("shows a refused browser form a page with the same status in the visitor's language", async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const answer = await service.submit(endpoint, { _next: '/done' }, { ...BROWSER, 'accept-language': 'ar' })
  assert.equal(answer.status, 400)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
  assert.match(answer.text, /<html lang="ar" dir="rtl"/)
  assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/)
})

test('answers a filled honeypot like a success, without email and without counting it', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const endpoint = await service.createEndpoint()
  for (let sent = 0; sent < 60; sent += 1) {
    const spam = await service.submit(endpoint, { message: 'buy', _gotcha: 'Mallory' })
    assert.equal(spam.status, 200)
    assert.deepEqual(Object.keys(spam.json), ['ok', 'submission_id'])
    assert.match(String(spam.json.submission_id), /^sub_/)
  }
  await service.deliver()
  assert.equal((await service.emails()).length, 0)
  const status = await service.get(endpoint.status_url)
  assert.equal(status.json.state, 'unclaimed')
  assert.equal(status.json.claim_email_sent, false)
  service.pass({ days: 30 })
  assert.equal(
    (await service.submit(endpoint, { message: 'late', _gotcha: 'x' })).status,
    410,
    'state comes first',
  )
})

test('accepts the fiftieth submission and rejects the fifty-first without Retry-After', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const endpoint = await service.createEndpoint()
  for (let sent = 1; sent <= 50; sent += 1) {
    assert.equal((await service.submit(endpoint, { message: String(sent) })).status, 200)
  }
  const refused = await service.submit(endpoint, { message: '51' })
  assert.equal(refused.status, 429)
  assert.equal(refused.json.error, 'submission cap reached')
  assert.equal(refused.json.code, 'endpoint_frozen')
  assert.equal(refused.headers.get('retry-after'), null)
  const status = await service.get(endpoint.status_url)
  assert.equal(status.json.state, 'frozen')
  assert.equal(status.json.active, false)
  assert.equal(status.json.unclaimed, true)
})

test('accepts exactly fifty of two hundred parallel submissions, with one claim email', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const endpoint = await service.createEndpoint()
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, sent) => service.submit(endpoint, { message: String(sent) })),
  )
  assert.equal(answers.filter((answer) => answer.status === 200).length, 50)
  assert.equal(answers.filter((answer) => answer.status === 429).length, 150)
  await service.deliver()
  const subjects = (await service.emails()).map((email) => email.messageId)
  assert.equal(subjects.filter((id) => id?.includes('.claim@')).length, 1)
})

test('an unclaimed endpoint expires after thirty days without a submission', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  service.pass({ days: 29 })
  assert.equal((await service.submit(endpoint, { message: 'in time' })).status, 200)
  service.pass({ days: 29, hours: 23, minutes: 59 })
  assert.equal((await service.get(endpoint.status_url)).json.state, 'unclaimed')
  service.pass({ minutes: 1 })
  const late = await service.submit(endpoint, { message: 'too late' })
  assert.equal(late.status, 410)
  assert.equal(late.json.error, 'endpoint expired')
  assert.equal((await service.get(endpoint.status_url)).json.state, 'expired')
  assert.equal((await service.get(endpoint.endpoint_url)).status, 410)
})

test('the status of an unknown endpoint is 404', async () => {
  await using service = await startService()
  const answer = await service.get('/f/f_0000000000000000/status')
  assert.equal(answer.status, 404)
  assert.equal(answer.json.exists, false)
  assert.equal(answer.json.claimed, false)
  assert.equal(answer.json.active, false)
  assert.equal(answer.json.error, 'endpoint not found')
  assert.equal((await service.post('/f/f_0000000000000000', { form: { a: 'b' } })).status, 404)
  assert.equal((await service.post('/f/F_0000000000000000', { form: { a: 'b' } })).status, 404)
})

test('the status of an endpoint shows no personal data and no counts', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const answer = await service.get(endpoint.status_url)
  assert.deepEqual(answer.json, {
    exists: true,
    claimed: false,
    active: true,
    state: 'unclaimed',
    unclaimed: true,
    claim_email_sent: false,
    form_id: endpoint.form_id,
    endpoint_url: endpoint.endpoint_url,
    expires_at: endpoint.expires_at,
  })
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  const head = await service.post(endpoint.status_url, { method: 'HEAD' })
  assert.equal(head.status, 200)
  assert.equal(head.text, '')
})

test('a dry run runs every check and stores nothing', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const answer = await service.post(`${endpoint.endpoint_url}?dry_run=1`, { form: { name: 'Jane' } })
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.json, {
    dry_run: true,
    would_succeed: true,
    would_route_to: [{ kind: 'email', target_hint: 'a***@l***.dev' }],
    claim_status: { state: 'unclaimed', claimed: false, would_send_claim_email: true },
    spam: { verdict: 'ham', reasons: [] },
    fields: { name: 'Jane' },
    warnings: ['no field looks like an email address, so replies cannot be sent'],
  })
  const spam = await service.post(`${endpoint.endpoint_url}?dry_run=1`, { form: { name: 'x', _gotcha: 'y' } })
  assert.deepEqual(spam.json.spam, { verdict: 'spam', reasons: ['honeypot'] })
  const empty = await service.post(`${endpoint.endpoint_url}?dry_run=1`, { form: { _next: '/' } })
  assert.equal(empty.status, 400)
  assert.equal(empty.json.dry_run, true)
  assert.equal(empty.json.code, 'fields_missing')
  assert.match(String(empty.json.message), /name attributes/)
  await service.deliver()
  assert.equal((await service.emails()).length, 0)
  assert.equal((await service.get(endpoint.status_url)).json.claim_email_sent, false)
})

test('a dry run is refused for the same reasons as a submission', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const address = `${endpoint.endpoint_url}?dry_run=1`
  const malformed = await service.post(address, { form: { a: 'b' }, headers: { 'idempotency-key': 'short' } })
  assert.equal(malformed.status, 400)
  assert.equal(malformed.json.code, 'idempotency_key_invalid')
  const large = await service.post(address, { form: { a: 'x'.repeat(256 * 1024) } })
  assert.equal(large.status, 413)
  const put = await service.post(address, { method: 'PUT' })
  assert.equal(put.status, 405)
  for (const answer of [malformed, large, put]) assert.equal(answer.json.dry_run, true)
})

test('the submit rate allows a burst of twenty, then thirty a minute', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  for (let sent = 0; sent < 20; sent += 1) {
    assert.equal((await service.submit(endpoint, { message: 'x' })).status, 200)
  }
  const refused = await service.submit(endpoint, { message: 'x' })
  assert.equal(refused.status, 429)
  assert.equal(refused.json.code, 'submit_rate')
  assert.equal(refused.headers.get('retry-after'), '2')
  service.pass({ seconds: 2 })
  assert.equal((await service.submit(endpoint, { message: 'x' })).status, 200)
})

test('one IPv6 /48 submits at eight times the rate of one client', async () => {
  await using service = await startService({ env: { FORMSLOT_TRUST_PROXY: '127.0.0.1' } })
  const endpoint = await service.createEndpoint()
  const send = (address: string) =>
    service.submit(endpoint, { message: 'x' }, { 'x-forwarded-for': address, accept: 'application/json' })
  for (let sent = 0; sent < 160; sent += 1) {
    assert.notEqual((await send(`2001:db8:7:${sent}::1`)).json.code, 'submit_rate', String(sent))
  }
  const refused = await send('2001:db8:7:ffff::1')
  assert.deepEqual(
    [refused.status, refused.json.code, refused.headers.get('retry-after')],
    [429, 'submit_rate', '1'],
  )
  assert.notEqual((await send('2001:db8:8::1')).json.code, 'submit_rate', 'another /48')
  assert.notEqual((await send('192.0.2.1')).json.code, 'submit_rate')
  service.pass({ seconds: 1 })
  assert.notEqual((await send('2001:db8:7:ffff::1')).json.code, 'submit_rate')
})

test('an Idempotency-Key makes a retry safe, whatever its multipart boundary', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const send = (message: string, key = 'retry-me-please') => {
    const body = new FormData()
    body.append('message', message)
    return service.post(endpoint.endpoint_url, { body, headers: { 'idempotency-key': key } })
  }
  const first = await send('hello')
  const again = await send('hello')
  assert.deepEqual(again.json, first.json)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal((await send('changed')).status, 422)
  service.pass({ hours: 24 })
  const later = await send('hello')
  assert.notEqual(later.json.submission_id, first.json.submission_id)
  await service.deliver()
  assert.equal((await service.emails()).length, 2)
})

test('an Idempotency-Key applies to one endpoint and body, and ignores the query', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const other = await service.createEndpoint()
  const send = async (address: string, change: { form?: Record<string, string>; key?: string } = {}) => {
    const { form = { a: 'bc' }, key = 'retry-me-please' } = change
    const answer = await service.post(address, { form, headers: { 'idempotency-key': key } })
    return answer.status === 200 ? answer.json.submission_id : answer.json.code
  }
  const first = await send(endpoint.endpoint_url)
  assert.equal(await send(`${endpoint.endpoint_url}?utm=mail`), first)
  assert.equal(await send(endpoint.endpoint_url, { form: { ab: 'c' } }), 'idempotency_key_reused')
  const fresh = [await send(other.endpoint_url), await send(endpoint.endpoint_url, { key: 'another-key' })]
  assert.equal(new Set([first, ...fresh]).size, 3)
  assert.ok(fresh.every((id) => String(id).startsWith('sub_')))
})

test('stores one of many parallel requests with the same Idempotency-Key', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const endpoint = await service.createEndpoint()
  const headers = { 'idempotency-key': 'all-the-same-key' }
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => service.submit(endpoint, { message: 'once' }, headers)),
  )
  const ids = answers.filter((answer) => answer.status === 200).map((answer) => answer.json.submission_id)
  assert.ok(ids.length >= 1)
  assert.equal(new Set(ids).size, 1)
  assert.ok(answers.every((answer) => answer.status === 200 || answer.status === 409))
  await service.deliver()
  assert.equal((await service.emails()).length, 1)
})

test("a CORS preflight allows what browsers and Formspree's clients send", async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const answer = await service.post(endpoint.endpoint_url, {
    method: 'OPTIONS',
    headers: { origin: 'https://a.dev' },
  })
  assert.equal(answer.status, 204)
  assert.equal(answer.headers.get('access-control-allow-origin'), 'https://a.dev')
  assert.equal(answer.headers.get('access-control-max-age'), '86400')
  const allowed = (answer.headers.get('access-control-allow-headers') ?? '').toLowerCase()
  for (const name of [
    'content-type',
    'accept',
    'x-requested-with',
    'idempotency-key',
    'formspree-client',
    'formspree-session-data',
  ]) {
    assert.ok(allowed.includes(name), name)
  }
})

test('a CORS preflight allows every header that a script asks for, within a limit', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const ask = (headers: string) =>
    service.post(endpoint.endpoint_url, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://a.dev',
        'access-control-request-method': 'POST',
        'access-control-request-headers': headers,
      },
    })
  const usual = (await ask('')).headers.get('access-control-allow-headers') ?? ''
  for (const headers of [
    'hx-current-url,hx-request,hx-target,hx-trigger',
    'traceparent, tracestate, x-csrf-token',
    `x-${'a'.repeat(2046)}`,
  ]) {
    const answer = await ask(headers)
    assert.deepEqual([answer.status, answer.headers.get('access-control-allow-headers')], [204, headers])
    assert.equal(answer.headers.get('vary'), 'Origin, Access-Control-Request-Headers')
  }
  for (const headers of [`x-${'a'.repeat(2047)}`, 'x: y', 'x;y', '<x>', '"x"', 'é'])
    assert.equal((await ask(headers)).headers.get('access-control-allow-headers'), usual, headers)
})

test('an answer to a page names its origin, so that requests with credentials can read it', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const url = endpoint.endpoint_url
  const cors = ({ headers }: { headers: Headers }) => [
    headers.get('access-control-allow-origin'),
    headers.get('access-control-allow-credentials'),
  ]
  for (const origin of ['https://a.dev', 'null', 'http://localhost:5173', 'capacitor://localhost']) {
    const headers = { origin }
    const answers = {
      accepted: await service.submit(endpoint, { message: 'x' }, headers),
      redirected: await service.submit(endpoint, { message: 'x' }, { ...headers, ...BROWSER }),
      refused: await service.submit(endpoint, {}, headers),
      'refused by the framework': await service.post('/f/%zz', { form: { a: 'b' }, headers }),
      'too large': await service.submit(endpoint, { message: 'x'.repeat(300_000) }, headers),
      'a dry run': await service.post(`${url}?dry_run=1`, { form: { message: 'x' }, headers }),
      'another method': await service.post(url, { method: 'DELETE', headers }),
      thanks: await service.get(`${url}/thanks`, headers),
      receipt: await service.get(await receiptIn(service, endpoint), headers),
      status: await service.get(`${url}/status`, headers),
      information: await service.get(url, headers),
    }
    for (const [name, answer] of Object.entries(answers)) {
      assert.deepEqual(cors(answer), [origin, 'true'], `${name} for ${origin}`)
      assert.match(answer.headers.get('vary') ?? '', /(^|, )Origin(,|$)/, name)
      assert.equal(answer.headers.get('set-cookie'), null, name)
    }
  }
  for (const origin of [
    'https://a.dev/',
    'a.dev',
    'https://a.dev https://b.dev',
    'https://a.dev, https://b.dev',
    'x',
  ])
    assert.deepEqual(cors(await service.submit(endpoint, { message: 'x' }, { origin })), ['*', null], origin)
  const without = await service.submit(endpoint, { message: 'x' })
  assert.deepEqual(cors(without), ['*', null])
  assert.match(without.headers.get('vary') ?? '', /Origin/)
  // Neither creation nor a queue may be called by pages of other sites.
  for (const path of ['/new', '/t/new', '/q/new', '/q/q_0000000000000000']) {
    const answer = await service.post(path, { form: {}, headers: { origin: 'https://a.dev' } })
    assert.deepEqual(cors(answer), [null, null], path)
  }
})

test('rejects files by the field that contains them', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const form = new FormData()
  form.append('name', 'Jane')
  form.append('cv', new File(['x'], 'cv.pdf'))
  const answer = await service.post(endpoint.endpoint_url, { body: form })
  assert.equal(answer.status, 400)
  assert.equal(answer.json.code, 'file_refused')
  assert.equal(answer.json.field, 'cv')
  assert.equal(answer.headers.get('access-control-allow-origin'), '*')
})

test('treats names such as __proto__ as ordinary fields', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const body = '{"__proto__":{"polluted":true},"constructor":"c","toString":"t"}'
  const headers = { 'content-type': 'application/json' }
  const answer = await service.post(`${endpoint.endpoint_url}?dry_run=1`, { body, headers })
  assert.equal(answer.status, 200)
  assert.match(answer.text, /"__proto__":\{"polluted":true\},"constructor":"c","toString":"t"/)
  assert.equal(Reflect.get({}, 'polluted'), undefined)
})

test('rejects unreadable and oversized bodies in one format', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const send = (body: BodyInit, type?: string, more: Record<string, string> = {}) =>
    service.post(endpoint.endpoint_url, {
      body,
      headers: { ...(type ? { 'content-type': type } : {}), ...more },
    })
  const cases: [Promise<{ status: number; json: Record<string, unknown> }>, number, string][] = [
    [send('{"a":', 'application/json'), 400, 'body_unparsable'],
    [send('[1]', 'application/json'), 400, 'body_unparsable'],
    [send('x', 'multipart/form-data'), 400, 'body_unparsable'],
    [send('a=b', 'text/plain'), 415, 'unsupported_media_type'],
    [send(Buffer.from('a=b')), 415, 'unsupported_media_type'],
    [
      send('a=b', 'application/x-www-form-urlencoded', { 'content-encoding': 'gzip' }),
      415,
      'unsupported_media_type',
    ],
    [send(`a=${'x'.repeat(256 * 1024)}`, 'application/x-www-form-urlencoded'), 413, 'payload_too_large'],
    [send(`a=${'x'.repeat(64 * 1024 + 1)}`, 'application/x-www-form-urlencoded'), 400, 'field_invalid'],
    [send(`${'n'.repeat(129)}=x`, 'application/x-www-form-urlencoded'), 400, 'field_invalid'],
    [send('a=1&'.repeat(201), 'application/x-www-form-urlencoded'), 400, 'too_many_fields'],
    [
      send(`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 'application/json'),
      413,
      'payload_too_large',
    ],
    [send(`{"a":${'['.repeat(8)}${']'.repeat(8)}}`, 'application/json'), 400, 'field_invalid'],
  ]
  for (const [sent, status, code] of cases) {
    const answer = await sent
    assert.equal(answer.status, status, code)
    assert.equal(answer.json.code, code)
  }
})

test('opening a form URL explains how to use it', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const page = await service.get(endpoint.endpoint_url, BROWSER)
  assert.equal(page.status, 200)
  assert.match(page.text, /method=&quot;post&quot;/i)
  const json = await service.get(endpoint.endpoint_url)
  assert.deepEqual(json.json.accepts, [
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/json',
  ])
  const put = await service.post(endpoint.endpoint_url, { method: 'PUT', form: { a: 'b' } })
  assert.equal(put.status, 405)
  assert.equal(put.headers.get('allow'), 'GET, HEAD, POST, OPTIONS')
})

test('a malformed body cannot crash the process', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const part = 'Content-Disposition: form-data; name="a"'
  for (const body of [
    `--b\r\n${part}; filename="x"\r\n\r\nnever ends --b-- in it`,
    `x--b--\r\n--b\r\n${part}; filename=""\r\n\r\n`,
    `--b\r\n${part}\r\n\r\nkept\r\n--b\r\nno headers, so it would be lost\r\n--b--\r\n`,
  ]) {
    const answer = await service.post(`${endpoint.endpoint_url}?dry_run=1`, { body, headers })
    assert.equal(answer.json.code, 'body_unparsable')
  }
  assert.equal((await service.get('/healthz')).status, 200)
})

test('replies to an email go to the visitor, however the field is called, and to nobody else', async () => {
  await using service = await startService()
  const endpoint = await service.claimedEndpoint()
  const cases: [form: Record<string, string>, address: string | undefined][] = [
    [{ 'your-email': 'jane@acme.org', message: 'x' }, 'jane@acme.org'],
    [{ 'contact[email]': 'jane@acme.org', message: 'x' }, 'jane@acme.org'],
    [{ mail: 'jane@acme.org\r\nBcc: all@acme.org', message: 'x' }, undefined],
    [{ 'e-mail': 'jane@acme.org, bo@builds.dev', message: 'x' }, undefined],
  ]
  for (const [form, address] of cases) {
    await service.submit(endpoint, form)
    await service.deliver()
    const email = (await service.emails()).at(-1)
    assert.deepEqual(
      email?.replyTo?.map((one) => one.address),
      address === undefined ? undefined : [address],
    )
    assert.equal(email?.bcc, undefined)
  }
})

async function receiptIn(service: TestService, endpoint: Endpoint): Promise<string> {
  const sent = await service.submit(endpoint, { message: 'x' }, BROWSER)
  return sent.headers.get('location') ?? ''
}

test('refuses a submission in which nothing is filled in, and says so in the language of the visitor', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const forms: Record<string, string>[] = [
    { name: '', message: '' },
    { name: ' \t', message: '\u00a0\n' },
    { message: '', _subject: 'Order' },
  ]
  for (const form of forms) {
    const refused = await service.submit(endpoint, form)
    assert.deepEqual([refused.status, refused.json.code], [400, 'fields_blank'])
  }
  const json = await service.post(endpoint.endpoint_url, { json: { message: '', tags: [], note: null } })
  assert.equal(json.json.code, 'fields_blank')
  const page = await service.post(endpoint.endpoint_url, {
    form: { message: '' },
    headers: { accept: 'text/html', 'accept-language': 'de' },
  })
  assert.match(page.text, /<h1>Sie haben nichts ausgefüllt<\/h1>/)
  assert.doesNotMatch(page.text, /Ihre Eingaben/, 'nothing was typed that could be lost')
  assert.equal((await service.submit(endpoint, { name: '', message: '0' })).status, 200)
  assert.equal((await service.submit(endpoint, { name: '', agreed: 'false' })).status, 200)
  await service.deliver()
  assert.equal((await service.emails()).length, 2)
})
