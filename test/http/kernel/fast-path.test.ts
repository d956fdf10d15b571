import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { type Endpoint, startService, type TestService } from '../../support/service/service.ts'

type Ask = { path?: string; headers?: string[]; body?: string }

const FORM = 'Content-Type: application/x-www-form-urlencoded'
const BROWSER = 'Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'
const HTMX = ['Accept: text/html', 'HX-Request: true', 'Sec-Fetch-Dest: empty', 'Origin: https://acme.org']
const TURBO = 'Accept: text/vnd.turbo-stream.html, text/html, application/xhtml+xml'

/** An answer without the parts that differ between requests and without its framing. */
async function answerTo(service: TestService, head: string[], body: string): Promise<string[]> {
  const socket = connect(service.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  const [top = '', ...rest] = answer.split('\r\n\r\n')
  const [status = '', ...headers] = top.split('\r\n')
  const lasting = headers
    .map((header) =>
      header.replace(/^[^:]+/, (name) => name.toLowerCase()).replace(/\/r\/[0-9a-z]+/, '/r/token'),
    )
    .filter(
      (header) => !/^(?:date|request-id|connection|keep-alive|content-length|retry-after):/.test(header),
    )
  const text = rest
    .join('')
    .replace(/(?:req|sub)_[0-9a-z]+/g, 'id')
    .replace(/\/r\/[0-9a-z]+/g, '/r/token')
    .replace(/"message":"[^"]*"/, '')
  return [status, ...lasting.sort(), text]
}

/** Sends the same request through the fast path, with a Content-Length, and through the framework, chunked. */
async function askBothPaths(
  service: TestService,
  endpoint: Endpoint,
  ask: Ask,
): Promise<[string[], string[]]> {
  const { headers = [FORM], body = 'message=hello' } = ask
  const head = [
    `POST ${ask.path ?? new URL(endpoint.endpoint_url).pathname} HTTP/1.1`,
    `Host: 127.0.0.1:${service.port}`,
    'Connection: close',
    ...headers,
  ]
  const length = Buffer.byteLength(body)
  return [
    await answerTo(service, [...head, `Content-Length: ${length}`], body),
    await answerTo(
      service,
      [...head, 'Transfer-Encoding: chunked'],
      `${length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    ),
  ]
}

test('answers a submission the same with a Content-Length and in chunks', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const endpoint = await service.createEndpoint()
  const path = new URL(endpoint.endpoint_url).pathname
  const asks: Record<string, [Ask, string]> = {
    'a form': [{}, '200'],
    'a form of a browser': [{ headers: [FORM, BROWSER] }, '303'],
    'a form of a text browser': [{ headers: [FORM, 'Accept: */*', 'Accept-Language: en'] }, '303'],
    'a form of htmx that is refused': [{ headers: [FORM, ...HTMX], body: '_next=x' }, '400'],
    'a form that Turbo sends': [{ headers: [FORM, TURBO, 'Sec-Fetch-Dest: empty'] }, '303'],
    'a dry run': [{ path: `${path}?dry_run=1` }, '200'],
    'a dry run that is refused': [{ path: `${path}?dry_run=1`, body: '_gotcha=' }, '400'],
    JSON: [{ headers: ['Content-Type: application/json'], body: '{"message":"hello"}' }, '200'],
    'JSON that is broken': [{ headers: ['Content-Type: application/json'], body: '{' }, '400'],
    'a Formspree client': [{ headers: [FORM, 'Formspree-Client: core'] }, '200'],
    'a Formspree client that is refused': [
      { headers: [FORM, 'Formspree-Client: core'], body: '_next=x' },
      '400',
    ],
    'nothing to store': [{ body: '_next=x' }, '400'],
    'nothing to store, in a browser': [{ headers: [FORM, BROWSER], body: '_next=x' }, '400'],
    'an unknown endpoint': [{ path: '/f/f_0000000000000000' }, '404'],
    'an address that is too long': [{ path: `/f/${'f'.repeat(129)}` }, '404'],
    'an address that is nothing': [{ path: '/f/nothing' }, '404'],
    'a media type that is none of ours': [{ headers: ['Content-Type: text/csv'] }, '415'],
    'no media type': [{ headers: [] }, '415'],
    'a compressed body': [{ headers: [FORM, 'Content-Encoding: gzip'] }, '415'],
    'a key that is none': [{ headers: [FORM, 'Idempotency-Key: short'] }, '400'],
  }
  for (const [name, [ask, status]] of Object.entries(asks)) {
    const [lean, framework] = await askBothPaths(service, endpoint, ask)
    assert.deepEqual(lean, framework, name)
    assert.match(lean[0] ?? '', new RegExp(`^HTTP/1\\.1 ${status} `), name)
  }
})
