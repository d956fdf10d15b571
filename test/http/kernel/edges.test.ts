import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { startService, type TestService } from '../../support/service/service.ts'

/** Sends bytes as they are and reads the whole answer. */
async function raw(service: TestService, ...lines: string[]): Promise<string> {
  const socket = connect(service.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  return answer
}

test('rejects every method a route does not offer and lists those it does', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  for (const method of ['PUT', 'DELETE', 'PROPFIND', 'LOCK', 'PURGE', 'QUERY', 'SEARCH']) {
    const answer = await fetch(endpoint.endpoint_url, { method })
    assert.equal(answer.status, 405, method)
    assert.equal(answer.headers.get('allow'), 'GET, HEAD, POST, OPTIONS', method)
    const { code } = (await answer.json()) as { code: string }
    assert.equal(code, 'method_not_allowed', method)
  }
  assert.doesNotMatch(await service.service.metrics.render(), /^formslot_http_faults_total [1-9]/m)
})

test('answers requests without Host or with an unknown expectation in one format', async () => {
  await using service = await startService()
  const withoutHost = await raw(service, 'GET /healthz HTTP/1.1', 'Connection: close')
  assert.match(withoutHost, /^HTTP\/1\.1 400 /)
  assert.match(withoutHost, /"code":"request_malformed"/)
  assert.match(withoutHost, /^request-id: req_/im)
  const host = `Host: 127.0.0.1:${service.port}`
  const expecting = await raw(service, 'GET /healthz HTTP/1.1', host, 'Expect: tea', 'Connection: close')
  assert.match(expecting, /^HTTP\/1\.1 200 /)
})

test('answers earlier requests of a connection before the malformed one', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const endpoint = await service.createEndpoint()
  const good = [
    `POST /f/${endpoint.form_id} HTTP/1.1`,
    `Host: 127.0.0.1:${service.port}`,
    'Content-Type: application/x-www-form-urlencoded',
    'Content-Length: 5',
    '',
    'a=one',
  ].join('\r\n')
  for (const bad of ['GARBAGE', `GET / HTTP/1.1\r\nX: ${'x'.repeat(17_000)}`]) {
    const answer = await raw(service, `${good}${good}${bad}`)
    const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1])
    assert.deepEqual(statuses, ['200', '200', bad === 'GARBAGE' ? '400' : '431'])
  }
})

test('an unfinished request does not delay shutdown', async () => {
  for (const half of ['POST /new HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\na', 'POST /new HT']) {
    await using service = await startService({ patience: 50 })
    const socket = connect(service.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.on('error', () => socket.destroy())
    socket.write(half)
    await fetch(new URL('/healthz', service.base))
    const dropped = once(socket, 'close').then(() => 'dropped')
    await service.close()
    // It would stay open for the five minutes that a request may take.
    assert.equal(await Promise.race([dropped, setTimeout(60_000, 'still open', { ref: false })]), 'dropped')
  }
})

test('one Idempotency-Key creates one submission, however the URL is spelled', async () => {
  await using service = await startService()
  const { form_id: id } = await service.createEndpoint()
  const ids = new Set<string | undefined>()
  for (const address of [`/f/${id}`, `/f/${id.replace('_', '%5F')}`, `http://x/f/${id}`, `/f/${id}?x`]) {
    const answer = await raw(
      service,
      `POST ${address} HTTP/1.1`,
      `Host: 127.0.0.1:${service.port}`,
      'Connection: close',
      'Idempotency-Key: one-and-the-same',
      'Content-Type: application/x-www-form-urlencoded',
      'Content-Length: 5',
      '',
      'a=one',
    )
    assert.match(answer, /^HTTP\/1\.1 200/, address)
    assert.match(answer, /^access-control-allow-origin: \*/im, address)
    ids.add(/sub_[0-9a-z]+/.exec(answer)?.[0])
  }
  assert.equal(ids.size, 1)
})

test('answers an id or a token of any length like an unknown one', async () => {
  await using service = await startService()
  const long = 'f'.repeat(3000)
  const form = { a: 'b' }
  for (const [answer, code] of [
    [await service.post(`/f/${long}`, { form, headers: { origin: 'https://a.dev' } }), 'endpoint_not_found'],
    [await service.post(`/f/f_${long}?dry_run=1`, { form }), 'endpoint_not_found'],
    [await service.get(`/f/${long}/status`), 'endpoint_not_found'],
    [await service.post(`/t/${long}`, { json: { name: 'a' } }), 'endpoint_not_found'],
    [await service.post(`/q/${long}/messages/pull`, { json: {} }), 'endpoint_not_found'],
    [await service.get(`/api/v1/submissions/${long}`), 'not_found'],
    [await service.get(`/claim/${long}`), 'not_found'],
  ] as const) {
    assert.deepEqual([answer.status, answer.json.code], [404, code], answer.text)
  }
  const page = await service.get(`/claim/${long}`, { accept: 'text/html' })
  assert.deepEqual([page.status, page.headers.get('content-type')], [404, 'text/html; charset=utf-8'])
})

test('says on the start page where the emails are while no mail server is set up', async () => {
  for (const [mail, shown] of [
    ['embedded', true],
    ['smtp', false],
  ] as const) {
    await using service = await startService(mail === 'embedded' ? { mail } : {})
    const endpoint = await service.createEndpoint()
    const page = await service.get(`${endpoint.endpoint_url}/start`, { accept: 'text/html' })
    assert.equal(page.text.includes(`<a href="${service.base}/mailbox">Read them here</a>`), shown)
  }
})

test('hides the embedded mailbox behind a proxy', async () => {
  await using service = await startService({ mail: 'embedded' })
  const host = `Host: 127.0.0.1:${service.port}`
  const ask = (...headers: string[]) => raw(service, 'GET /mailbox HTTP/1.1', ...headers, 'Connection: close')
  assert.match(await ask(host), /^HTTP\/1\.1 200 /)
  const added = [
    'X-Forwarded-Proto: https',
    'X-Forwarded: for=x',
    'CF-Connecting-IP: 203.0.113.9',
    'Via: 1.1 x',
  ]
  for (const header of [...added, 'X-Client-IP: 203.0.113.9', 'Forwarded: for=x']) {
    assert.match(await ask(host, header), /^HTTP\/1\.1 404 /, header)
  }
  assert.match(await raw(service, 'GET /mailbox HTTP/1.0', host, 'Connection: close'), /^HTTP\/1\.1 404 /)
})

test('stored request fingerprints reveal nothing without the secret', async () => {
  const remembered = async (secret: string) => {
    await using service = await startService({ env: { FORMSLOT_SECRET: secret } })
    const endpoint = await service.createEndpoint()
    const answer = await service.submit(endpoint, { message: 'hello' }, { 'idempotency-key': 'order-1042' })
    assert.equal(answer.status, 200)
    const [row] = await service.sql('select * from idempotent_results')
    assert.doesNotMatch(JSON.stringify(row), /order-1042|127\.0\.0\.1/)
    return row?.fingerprint
  }
  const [one, other] = ['one', 'other'].map((name) => createHash('sha256').update(name).digest('base64'))
  assert.notEqual(await remembered(one ?? ''), await remembered(other ?? ''))
})

test('refuses a body with a transfer coding other than chunked', async () => {
  await using service = await startService()
  const { form_id: form } = await service.createEndpoint()
  const paths = [
    `/f/${form}`,
    '/new',
    '/t/t_0000000000000000',
    '/q/q_0000000000000000/messages',
    '/api/v1/me',
    '/x',
  ]
  const codings = [
    ['Transfer-Encoding: gzip, chunked'],
    ['Transfer-Encoding: gzip', 'Transfer-Encoding: chunked'],
    ['Transfer-Encoding: x, Chunked'],
  ]
  const ask = (path: string, coding: string[]) =>
    raw(
      service,
      `POST ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${service.port}`,
      'Content-Type: application/x-www-form-urlencoded',
      'Connection: close',
      ...coding,
      '',
      'd\r\nmessage=hello\r\n0',
    )
  for (const path of paths) {
    for (const coding of codings) {
      const answer = await ask(path, coding)
      assert.match(answer, /^HTTP\/1\.1 400 /, `${path} ${coding}`)
      assert.match(answer, /"code":"request_malformed"/)
      assert.match(answer, /The only supported Transfer-Encoding is chunked/)
    }
  }
  assert.deepEqual(await service.sql('select key from submissions'), [], 'nothing is stored')
  for (const coding of ['Transfer-Encoding: chunked', 'Transfer-Encoding: Chunked']) {
    assert.match(await ask(`/f/${form}`, [coding]), /^HTTP\/1\.1 (?:200|303) /)
  }
})

test('closes the connection after a transfer coding that it does not know, and answers nothing behind it', async () => {
  await using service = await startService()
  const host = `Host: 127.0.0.1:${service.port}`
  const coded = ['POST /new HTTP/1.1', host, 'Transfer-Encoding: gzip, chunked', '', '5', 'hello', '0', '']
  const answer = await raw(service, ...coded, 'GET /healthz HTTP/1.1', host)
  const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1])
  assert.deepEqual(statuses, ['400'])
})

test('forgives a slash at the end of a public address, without a redirect', async () => {
  await using service = await startService()
  const made = await service.post('/new/', { form: { recipient: 'ada@lovelace.dev' } })
  assert.equal(made.status, 201)
  const endpoint = made.json as { endpoint_url: string; form_id: string }
  const sent = await service.post(`${endpoint.endpoint_url}/`, { form: { message: 'hello' } })
  assert.equal(sent.status, 200)
  assert.match(String(sent.json.submission_id), /^sub_/)
  const tried = await service.post(`${endpoint.endpoint_url}/?dry_run=1`, { form: { message: 'hello' } })
  assert.equal(tried.json.dry_run, true)
  const browser = { accept: 'text/html' }
  const page = await service.post(`${endpoint.endpoint_url}/`, { form: { message: 'x' }, headers: browser })
  assert.match(page.headers.get('location') ?? '', /\/r\/\w{58}$/)
  for (const address of [
    `/f/${endpoint.form_id}/`,
    `/f/${endpoint.form_id}/status/`,
    `/f/${endpoint.form_id}/start/`,
    `${page.headers.get('location')}/`,
    '/docs/',
    '/llms.txt/',
  ]) {
    assert.equal((await service.get(address, browser)).status, 200, address)
  }
  const challenge = await service.get(`/f/${endpoint.form_id}/challenge/`)
  assert.equal(challenge.json.code, 'challenge_off')
  const health = await service.get(`/f/${endpoint.form_id}/health/`)
  assert.equal(health.status, 401)
  for (const [path, kind] of [
    ['/t/new/', 'telemetry'],
    ['/q/new/', 'queue'],
  ] as const) {
    service.pass({ seconds: 2 })
    const other = await service.post(path, { form: { recipient: 'ada@lovelace.dev' } })
    assert.equal(other.status, 201, path)
    assert.equal(other.headers.get('access-control-allow-origin'), null, 'as without the slash')
    const url = String(other.json[`${kind}_url`])
    assert.equal((await service.get(`${url}/status/`)).json.exists, true)
  }
  const other = await service.post(`/f/${endpoint.form_id}/`, { method: 'PROPFIND' })
  assert.equal(other.status, 405)
  assert.equal(other.headers.get('allow'), 'GET, HEAD, POST, OPTIONS')
  assert.equal((await service.get('/', browser)).status, 200)
  assert.equal((await service.get(`/f/${endpoint.form_id}//`, browser)).status, 404)
})
