import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { MAX_PENDING_RESPONSES } from '../../../src/domain/accounts/stream.ts'
import { HOUR } from '../../../src/domain/time.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { watchAnswers } from '../../support/service/pending-answers.ts'
import { BO, startService } from '../../support/service/service.ts'
import { until } from '../../support/service/until.ts'

/** Together 38 MB: more than the buffers of a connection hold, which grow to 37 MB on Linux. */
const SUBMISSIONS = 160
const FIELD = 'x'.repeat(60_000)

test('stops processing requests of clients that do not read responses, until those clients are gone', async () => {
  await using service = await startService({
    // The polling below must meet the limit of answers, not the one of calls.
    env: { FORMSLOT_SUBMIT_RATE: '0', FORMSLOT_CALL_RATE: '0', FORMSLOT_DEFAULT_PLAN: 'pro' },
    // The first of them must not end before the last one has begun, however busy the machine is.
    connectionLimits: { stalledAfterMs: HOUR },
  })
  const mallory = await signIn(service, 'mallory@evil.dev')
  const bo = await signIn(service, BO)
  // Copies of one message are spam.
  await mallory.patch(`/endpoints/${mallory.endpoint.form_id}`, { spam: { level: 'off' } })
  for (let n = 0; n < SUBMISSIONS; n += 1) {
    await service.submit(mallory.endpoint, { a: FIELD, b: FIELD, c: FIELD, d: FIELD })
  }
  using answers = watchAnswers()
  const { hostname, port, host } = new URL(service.base)
  const sockets = Array.from({ length: MAX_PENDING_RESPONSES }, () => {
    const socket = connect(Number(port), hostname).pause()
    socket.write(
      `GET /api/v1/submissions/export?format=json HTTP/1.1\r\nHost: ${host}\r\nCookie: ${mallory.cookie}\r\n\r\n`,
    )
    return socket
  })
  const listUnread = () => answers.of('/submissions/export?format=json')
  // A call meanwhile would take the place of one of them.
  await until(() => listUnread().length === MAX_PENDING_RESPONSES)
  await until(async () => (await mallory.get('/me')).status === 429)
  const refused = await mallory.get('/submissions')
  assert.deepEqual(
    [refused.status, refused.json.code, refused.headers.get('retry-after')],
    [429, 'answers_limit', '1'],
  )
  assert.equal((await bo.get('/me')).status, 200)
  // They end at the stall limit.
  const unread = listUnread()
  await until(() => unread.every(({ writableLength }) => writableLength > 0))
  for (const { socket } of unread) {
    assert.equal(socket?.timeout, HOUR)
    socket?.emit('timeout')
  }
  await until(async () => (await mallory.get('/me')).status === 200)
  for (const socket of sockets) socket.destroy()
})
