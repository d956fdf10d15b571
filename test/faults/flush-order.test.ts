import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { startServiceProcess } from '../support/service/service-process.ts'
import { until } from '../support/service/until.ts'
import { startSmtpSink } from '../support/smtp/sink.ts'
import { readSystemCalls, type SystemCall, straceCommand } from './support/disk/system-calls.ts'

const hasStrace = spawnSync('strace', ['-V']).status === 0

test('every write is flushed before it is answered: creation, submission, events, messages, claim, owner actions, decline', {
  skip: hasStrace ? false : 'strace is not installed',
}, async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-trace-'))
  const trace = path.join(dataDir, 'trace')
  await using sink = await startSmtpSink()
  await using service = await startServiceProcess({
    dataDir,
    env: { FORMSLOT_SMTP_URL: `smtp://127.0.0.1:${sink.port}`, FORMSLOT_MAIL_FROM: 'emails@formslot.dev' },
    under: straceCommand({
      output: trace,
      calls: ['fsync', 'fdatasync', 'read', 'write', 'writev'],
      bytes: 60,
    }),
  })
  assert.ok(service)
  const post = (address: string, fields: Record<string, string>) =>
    fetch(new URL(address, service.base), { method: 'POST', body: new URLSearchParams(fields) })

  const created = (await (await post('/new', { recipient: 'ada@lovelace.dev' })).json()) as {
    form_id: string
  }
  for (let sent = 0; sent < 3; sent += 1) {
    assert.equal((await post(`/f/${created.form_id}`, { message: 'x' })).status, 200)
  }
  await until(() => sink.emails.length === 3)
  const text = sink.emails[0]?.raw.toString().replaceAll('=\r\n', '') ?? ''
  const claim = /\/claim\/[0-9a-z]+/.exec(text)?.[0] ?? ''
  const declineUrl = /\/disown\/[0-9a-z]+/.exec(text)?.[0] ?? ''
  assert.equal((await fetch(new URL(claim, service.base), { headers: { accept: 'text/html' } })).status, 200)
  const here = { 'sec-fetch-site': 'same-origin' }
  const opened = await fetch(new URL(`${claim}/open`, service.base), {
    method: 'POST',
    redirect: 'manual',
    headers: { ...here, accept: 'text/html' },
  })
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
  const call = (method: string, place: string, body?: unknown) =>
    fetch(new URL(`/api/v1${place}`, service.base), {
      method,
      headers: { ...here, cookie, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const made = (await (await call('POST', '/keys', { name: 'backup', scopes: ['read'] })).json()) as {
    id: string
  }
  assert.equal((await call('DELETE', `/keys/${made.id}`)).status, 204)
  const own = (await (await call('POST', '/endpoints', {})).json()) as { id: string }
  assert.equal((await call('PATCH', `/endpoints/${own.id}`, { name: 'Contact' })).status, 200)
  assert.equal((await call('POST', `/endpoints/${own.id}/retire`)).status, 200)
  const { data } = (await (await call('GET', '/submissions')).json()) as { data: { id: string }[] }
  const place = `/submissions/${data[0]?.id}`
  assert.equal((await call('PATCH', place, { read: true })).status, 200)
  assert.equal((await call('POST', '/submissions/bulk', { filter: {}, action: 'archive' })).status, 200)
  assert.equal((await call('DELETE', place)).status, 204)
  assert.equal((await call('POST', '/sign-out')).status, 204)
  await useByPrograms(service.base)
  assert.equal((await post(declineUrl, {})).status, 200)
  await service.stop()

  const order = readOrder(await readSystemCalls(trace))
  for (const [request, times] of [
    ['POST /new', 1],
    ['POST /f/', 3],
    ['POST /t/', 2],
    ['POST /q/', 4],
    ['GET /claim/', 1],
    ['POST /claim/', 1],
    ['POST /api/v1/keys', 1],
    ['DELETE /api/v1/keys/', 1],
    ['POST /api/v1/endpoints', 2],
    ['PATCH /api/v1/endpoints/', 1],
    ['PATCH /api/v1/submissions/', 1],
    ['POST /api/v1/submissions/bulk', 1],
    ['DELETE /api/v1/submissions/', 1],
    ['POST /api/v1/sign-out', 1],
    ['POST /disown/', 1],
  ] as const) {
    const found = order.filter((each) => each.request.startsWith(request))
    assert.equal(found.length, times, `${request} was traced`)
    for (const each of found) assert.ok(each.flushed, `${request} was answered before a flush`)
  }
  await rm(dataDir, { recursive: true })
})

/** Makes a telemetry endpoint and a queue, sends an event and a message, which is pulled and acknowledged. */
async function useByPrograms(base: string): Promise<void> {
  const post = async (address: string, body: object, key = '') => {
    const answer = await fetch(new URL(address, base), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    })
    assert.ok(answer.ok)
    return Object(await answer.json())
  }
  const recipient = 'ada@lovelace.dev'
  const { telemetry_url } = await post('/t/new', { recipient })
  await post(new URL(telemetry_url).pathname, { name: 'signup' })
  const { queue_id, api_key } = await post('/q/new', { recipient })
  await post(`/q/${queue_id}`, { order: 1 }, api_key)
  const { messages } = await post(`/q/${queue_id}/messages/pull`, {}, api_key)
  const acks = [{ lease_id: messages[0].lease_id }]
  assert.equal((await post(`/q/${queue_id}/messages/ack`, { acks }, api_key)).ackCount, 1)
}

/** Tells for each request, in the order read from the socket, if the log was flushed before its answer was written. */
function readOrder(calls: readonly SystemCall[]): { request: string; flushed: boolean }[] {
  const order: { request: string; flushed: boolean }[] = []
  let current: { request: string; began: number; flushed: number } | null = null
  for (const { name, target, bytes, result, began, ended } of calls) {
    const text = bytes.toString('latin1')
    const request = name === 'read' ? /^(?:POST|GET|PATCH|DELETE) \S+/.exec(text)?.[0] : undefined
    if (request) current = { request, began: ended, flushed: Infinity }
    if (!current) continue
    // A flush that began before the request was read flushed the writes of others.
    const flush = /^f(?:data)?sync$/.test(name) && target.endsWith('-wal') && result === 0
    if (flush && began > current.began) current.flushed = Math.min(current.flushed, ended)
    if (/^writev?$/.test(name) && /^HTTP\/1\.1 [23]/.test(text)) {
      order.push({ request: current.request, flushed: current.flushed < began })
      current = null
    }
  }
  return order
}
