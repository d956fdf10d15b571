import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { LiveEvent } from '../../../src/store/contract/live-store.ts'
import type { Channel } from '../../../src/store/engine/connection.ts'
import { openLiveHub } from '../../../src/store/live/live-hub.ts'
import { type LiveMessage, readMessage, textsOf } from '../../../src/store/live/live-messages.ts'
import { createNotificationBuffer, type Notification } from '../../../src/store/live/notifications.ts'
import { until } from '../../support/service/until.ts'

const ADA = 7
const BO = 8

test('what happens within a round is told in order, by the hundred; beyond a thousand an owner looks afresh', () => {
  const told = (submissions: number) => {
    const gathering = createNotificationBuffer()
    gathering.add(changed(BO, 'f_bo'))
    for (let key = 1; key <= submissions; key += 1) gathering.add(arrived(ADA, 'f_ada', key))
    gathering.add(changed(ADA, 'f_other'))
    gathering.add(changed(ADA, 'f_other'))
    const all = gathering.take()
    assert.deepEqual(gathering.take(), [])
    assert.deepEqual(
      all.filter((news) => news.accountKey === BO),
      [changed(BO, 'f_bo')],
    )
    return all.filter((news) => news.accountKey === ADA).map((news) => news.event)
  }
  const keys = (events: LiveEvent[]) =>
    events.flatMap((event) => (event.kind === 'submission' ? event.submissionKeys : []))
  assert.deepEqual(
    told(250).map((event) => (event.kind === 'submission' ? event.submissionKeys.length : event)),
    [100, 100, 50, changed(ADA, 'f_other').event],
  )
  const counted = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  assert.deepEqual(keys(told(250)), counted(250))
  assert.deepEqual(keys(told(1000)), counted(1000))
  assert.deepEqual(told(1001), [{ kind: 'changed', endpointId: null }])
})

test('who looks on at a crowd of submissions is told once to look afresh, and the next one by its key', async () => {
  const heard: LiveEvent[] = []
  const hub = openLiveHub({ channel: null, node: 'one', onFault: assert.fail })
  hub.subscribe(ADA, (event) => heard.push(event))
  hub.tell(Array.from({ length: 1001 }, (_, index) => arrived(ADA, 'f_ada', index + 1)))
  await until(() => heard.length > 0)
  assert.deepEqual(heard, [{ kind: 'changed', endpointId: null }])
  hub.tell([arrived(ADA, 'f_ada', 1002)])
  await until(() => heard.length > 1)
  assert.deepEqual(heard.slice(1), [arrived(ADA, 'f_ada', 1002).event])
  hub.close()
})

test('whatever nodes tell one another fits into the payloads of PostgreSQL and arrives as it was', () => {
  const key = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
  const id = fc.stringMatching(/^f_[0-9a-z]{16}$/)
  const plain = { noNullPrototype: true }
  const event: fc.Arbitrary<LiveEvent> = fc.oneof(
    fc.record({ kind: fc.constant('access' as const) }, plain),
    fc.record({ kind: fc.constant('changed' as const), endpointId: fc.option(id) }, plain),
    fc.record(
      {
        kind: fc.constant('submission' as const),
        endpointId: id,
        submissionKeys: fc.array(key, { minLength: 1, maxLength: 100 }),
      },
      plain,
    ),
  )
  const message: fc.Arbitrary<LiveMessage> = fc.oneof(
    fc.constant<LiveMessage>({ kind: 'who' }),
    fc.record({ kind: fc.constant('watch' as const), accounts: fc.array(key, { maxLength: 2000 }) }, plain),
    fc.record(
      {
        kind: fc.constant('news' as const),
        news: fc.array(fc.record({ accountKey: key, event }, plain), { maxLength: 60 }),
      },
      plain,
    ),
  )
  fc.assert(
    fc.property(message, (said) => {
      const texts = textsOf('node-1', said)
      for (const text of texts) assert.ok(Buffer.byteLength(text) < 8000)
      const heard = texts.map((text) => readMessage('node-2', text))
      switch (said.kind) {
        case 'who':
          assert.deepEqual(heard, [said])
          break
        case 'watch':
          assert.deepEqual(
            heard.flatMap((one) => (one?.kind === 'watch' ? one.accounts : [])),
            said.accounts,
          )
          break
        case 'news':
          assert.deepEqual(
            heard.flatMap((one) => (one?.kind === 'news' ? one.news : [])),
            said.news,
          )
      }
      for (const text of texts) assert.equal(readMessage('node-1', text), null, 'our own')
    }),
  )
})

test('what no node of this version says is not heard', () => {
  for (const text of [
    '',
    'x',
    '{',
    '{"from":"x","kind":"when"}',
    '{"from":"x","kind":"news","of":[[1]]}',
    'echo 7',
  ]) {
    assert.equal(readMessage('node', text), null, text)
  }
})

test('a node that looked on and went away is told nothing after a while', async () => {
  const wire = openWire()
  const pace = { roundMs: 1, announceMs: 20, settleMs: 1 }
  const open = (node: string) =>
    openLiveHub({ channel: wire.channel, node, pace, onFault: (error) => assert.fail(String(error)) })
  const [one, other] = [open('one'), open('other')]
  const events: LiveEvent[] = []
  const leave = other.subscribe(ADA, (event) => events.push(event))
  await until(() => one.isWatched())
  one.tell([arrived(ADA, 'f_ada', 1), arrived(BO, 'f_bo', 2)])
  await until(() => events.some((event) => event.kind === 'submission'))
  assert.ok(!wire.said.some((text) => text.includes('f_bo')), 'nobody looks on at the account of Bo')
  // It says so again and again, so it is not forgotten while it is there.
  const announced = () => wire.said.filter((text) => text.startsWith('{"from":"other","kind":"watch"')).length
  await until(() => announced() > 8)
  assert.ok(one.isWatched())
  leave()
  await until(() => !one.isWatched())
  one.close()
  other.close()
})

test('a node that could not know whom to tell is made up for when it is back', async () => {
  const wire = openWire()
  const pace = { roundMs: 1, announceMs: 60_000, settleMs: 1 }
  const open = (node: string) =>
    openLiveHub({ channel: wire.channel, node, pace, onFault: (error) => assert.fail(String(error)) })
  const other = open('other')
  const events: LiveEvent[] = []
  other.subscribe(ADA, (event) => events.push(event))
  await until(() => events.length > 0)
  events.length = 0
  const one = open('one')
  await until(() => one.isWatched() && events.length > 0)
  assert.deepEqual(events, [{ kind: 'changed', endpointId: null }])
  one.close()
  other.close()
})

test('what could not be said is made up for', async () => {
  const wire = openWire()
  const pace = { roundMs: 1, announceMs: 20, settleMs: 1 }
  const faults: unknown[] = []
  const open = (node: string) =>
    openLiveHub({ channel: wire.channel, node, pace, onFault: (error) => faults.push(error) })
  const [one, other] = [open('one'), open('other')]
  const events: LiveEvent[] = []
  other.subscribe(ADA, (event) => events.push(event))
  await until(() => one.isWatched())
  // The look afresh that follows an announcement.
  await until(() => events.length > 0)
  events.length = 0
  wire.cut = true
  one.tell([arrived(ADA, 'f_ada', 1)])
  await until(() => faults.length > 0)
  wire.cut = false
  await until(() => events.some((event) => event.kind === 'changed'))
  one.close()
  other.close()
})

/** A channel between the nodes of one process, in order, as the one of PostgreSQL. */
function openWire() {
  const listeners: Parameters<Channel['hear']>[0][] = []
  const wire = {
    said: [] as string[],
    cut: false,
    channel: {
      async send(texts) {
        if (wire.cut) throw new RangeError('the wire is cut')
        wire.said.push(...texts)
        for (const text of texts) for (const { heard } of listeners) heard(text)
      },
      hear(listener) {
        listeners.push(listener)
        setImmediate(listener.began)
      },
    } satisfies Channel,
  }
  return wire
}

function arrived(accountKey: number, endpointId: string, key: number): Notification {
  return { accountKey, event: { kind: 'submission', endpointId, submissionKeys: [key] } }
}

function changed(accountKey: number, endpointId: string | null): Notification {
  return { accountKey, event: { kind: 'changed', endpointId } }
}
