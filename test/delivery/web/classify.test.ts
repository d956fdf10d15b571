import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classifyAnswer } from '../../../src/delivery/channels/web/classify.ts'
import type { EgressResult } from '../../../src/delivery/egress/egress.ts'
import { WEB_KIND_NAMES, WEB_KINDS, type WebKind } from '../../../src/domain/destinations/web-kinds.ts'
import { HOUR, later, SECOND } from '../../../src/domain/time.ts'

const NOW = new Date('2026-11-22T10:00:00Z')
const ADDRESS = 'https://acme.org/hooks/kQ8zT2yR7w?key=s%2Bcret%2Fkey'

type Answer = { status: number; headers?: Record<string, string>; body?: string | Buffer }

function answered({ status, headers = {}, body = '' }: Answer): EgressResult {
  return { kind: 'answered', status, headers, body: Buffer.from(body) }
}

function classify(egress: EgressResult, kind: WebKind = 'webhook', address = ADDRESS) {
  return classifyAnswer({ kind, address, egress, now: NOW })
}

test('any 2xx is a success and proves the destination', () => {
  for (const status of [200, 202, 204, 299]) {
    const { result, effect } = classify(answered({ status }))
    assert.deepEqual([result, effect], [{ kind: 'sent', answer: String(status) }, 'proven'])
  }
})

test('a redirect, an error of either side and an odd status are failures that are tried again', () => {
  for (const status of [199, 300, 301, 307, 400, 401, 403, 404, 408, 500, 503]) {
    const { result, effect, status: seen } = classify(answered({ status }))
    assert.deepEqual(result, { kind: 'deferred', answer: String(status), minWaitMs: 0 })
    assert.deepEqual([effect, seen], ['failing', status])
  }
})

test('a webhook is gone at 410, each chat at the statuses of its vendor', () => {
  const gone: Record<string, number[]> = {
    webhook: [410],
    slack: [401, 404, 410],
    discord: [401, 404, 410],
    teams: [401, 404, 410],
    telegram: [401, 403, 404, 410],
    ntfy: [401, 403, 410],
  }
  for (const kind of WEB_KIND_NAMES) {
    const statuses = [400, 401, 403, 404, 405, 409, 410, 429, 500].filter((status) => {
      const { result, effect } = classify(answered({ status }), kind, WEB_KINDS[kind].example)
      assert.equal(result.kind === 'bounced', effect === 'gone')
      return effect === 'gone'
    })
    assert.deepEqual(statuses, gone[kind], kind)
  }
})

test("a 404 of somebody's own server is not final: its proxy answers so while it restarts", () => {
  const own = 'https://chat.acme.org/hooks/kQ8zT2yR7w'
  assert.equal(classify(answered({ status: 404 }), 'slack', own).effect, 'failing')
  assert.equal(classify(answered({ status: 410 }), 'slack', own).effect, 'gone')
})

test('Retry-After in seconds and as a date sets the shortest wait, for at most a day', () => {
  const waits = (status: number, value: string) => {
    const { result } = classify(answered({ status, headers: { 'retry-after': value } }))
    return result.kind === 'deferred' ? result.minWaitMs : null
  }
  for (const status of [429, 502, 503, 504]) assert.equal(waits(status, '120'), 120 * SECOND)
  for (const status of [400, 500, 501, 302]) assert.equal(waits(status, '120'), 0)
  assert.equal(waits(503, later(NOW, 90 * SECOND).toUTCString()), 90 * SECOND)
  assert.equal(waits(503, later(NOW, -90 * SECOND).toUTCString()), 0)
  assert.equal(waits(429, String(24 * 3600)), 24 * HOUR)
  assert.equal(waits(429, String(24 * 3600 + 1)), 24 * HOUR)
  assert.equal(waits(429, '9'.repeat(400)), 24 * HOUR)
  for (const value of ['', 'soon', '-5', '1e3x', 'NaN']) assert.equal(waits(429, value), 0, value)
})

test('waits as long as Discord and Telegram say in the body', () => {
  const waits = (body: string) => {
    const { result } = classify(answered({ status: 429, body }), 'discord', WEB_KINDS.discord.example)
    return result.kind === 'deferred' ? result.minWaitMs : null
  }
  assert.equal(waits('{"message":"You are being rate limited.","retry_after":1.337,"global":false}'), 1337)
  assert.equal(waits('{"ok":false,"error_code":429,"parameters":{"retry_after":34}}'), 34 * SECOND)
  assert.equal(waits('{"retry_after":1e300}'), 24 * HOUR)
  for (const body of ['', 'null', '[]', '{"retry_after":"5"}', '{"retry_after":-5}', '{"parameters":3}', '{'])
    assert.equal(waits(body), 0, body)
})

test('a request that was sent whole and not answered may have arrived', () => {
  const reason = 'There was no answer in time.'
  assert.deepEqual(classify({ kind: 'failed', isSent: true, reason }), {
    result: { kind: 'unknown', answer: reason },
    effect: 'failing',
    status: null,
  })
  assert.deepEqual(classify({ kind: 'failed', isSent: false, reason }).result, {
    kind: 'deferred',
    answer: reason,
    minWaitMs: 0,
    isUnanswered: true,
  })
})

test('says the same of every address that must not be reached', () => {
  const answers = (['host', 'port', null] as const).map((fault) => classify({ kind: 'blocked', fault }))
  for (const each of answers) {
    assert.deepEqual(each, {
      result: { kind: 'deferred', answer: 'This address is not reachable from here.', minWaitMs: 0 },
      effect: 'failing',
      status: null,
    })
  }
})

test('keeps 200 characters of an answer as one line without controls', () => {
  const { result } = classify(
    answered({ status: 500, body: `\u001b[31mno\u202e\r\n\tway\0 ${'👋'.repeat(300)}` }),
  )
  assert.ok('answer' in result)
  assert.equal(Array.from(result.answer).length, '500 '.length + 200)
  assert.match(result.answer, /^500 no way 👋+$/u)
  const { result: broken } = classify(answered({ status: 500, body: Buffer.from([0xff, 0xfe, 0x00, 0x41]) }))
  assert.ok('answer' in broken && broken.answer.isWellFormed())
})

test('keeps no part of the address that an error page repeats', () => {
  const pages = [
    'Cannot POST /hooks/kQ8zT2yR7w?key=s%2Bcret%2Fkey',
    `not found: ${ADDRESS}`,
    'no token kQ8zT2yR7w, key s+cret/key',
    // It would be cut in half at 200 characters.
    `${'x'.repeat(195)}kQ8zT2yR7w`,
  ]
  for (const body of pages) {
    const { result } = classify(answered({ status: 404, body }))
    assert.ok('answer' in result)
    assert.doesNotMatch(result.answer, /kQ8z|cret/, body)
    assert.match(result.answer, /…/)
  }
  // Decoded by the server, and with a percent sign that encodes nothing.
  for (const [token, shown] of [
    ['caf%C3%A9-token', 'café-token'],
    ['100%-secret', '100%-secret'],
  ]) {
    const page = answered({ status: 404, body: `no ${shown}` })
    const { result } = classify(page, 'webhook', `https://acme.org/hooks/${token}`)
    assert.deepEqual('answer' in result && result.answer, '404 no …')
  }
})
