import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAfterCommit } from '../../../src/store/after-commit.ts'
import type { Broadcast } from '../../../src/store/engine/connection.ts'
import { createLiveHub } from '../../../src/store/live/live-hub.ts'
import {
  createNotificationBuffer,
  type LiveEvent,
  type Notification,
  type Topic,
} from '../../../src/store/live/notifications.ts'
import { until } from '../../support/service/until.ts'

const ADA: Topic = { kind: 'account', key: 7 }
const BO: Topic = { kind: 'account', key: 8 }
/** Every kind of topic may have the same key. */
const EVENTS: Topic = { kind: 'telemetry', key: 7 }
const QUEUE: Topic = { kind: 'queue', key: 7 }

test('sends arrivals in order, a hundred per event, and beyond a thousand asks subscribers to read again', () => {
  const takeAfter = (submissions: number) => {
    const buffer = createNotificationBuffer()
    buffer.add(changed(BO, 'f_bo'))
    for (let key = 1; key <= submissions; key += 1) buffer.add(arrived('f_ada', key))
    buffer.add(changed(ADA, 'f_other'))
    buffer.add(changed(ADA, 'f_other'))
    const all = buffer.take()
    assert.deepEqual(buffer.take(), [])
    assert.deepEqual(
      all.filter(({ topic }) => topic === BO),
      [changed(BO, 'f_bo')],
    )
    return all.filter(({ topic }) => topic !== BO).map(({ event }) => event)
  }
  const keys = (events: LiveEvent[]) =>
    events.flatMap((event) => (event.kind === 'submission' ? event.submissionKeys : []))
  assert.deepEqual(
    takeAfter(250).map((event) => (event.kind === 'submission' ? event.submissionKeys.length : event)),
    [100, 100, 50, changed(ADA, 'f_other').event],
  )
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  assert.deepEqual(keys(takeAfter(250)), upTo(250))
  assert.deepEqual(keys(takeAfter(1000)), upTo(1000))
  assert.deepEqual(takeAfter(1001), [{ kind: 'changed', endpointId: null }])
})

test('asks a subscriber to read again once after a burst, and sends the next submission by key', async () => {
  const onText: LiveEvent[] = []
  const hub = createLiveHub({
    broadcast: null,
    node: 'one',
    onFault: assert.fail,
    afterCommit: createAfterCommit(),
  })
  hub.subscribe(ADA, (event) => onText.push(event))
  hub.publish(Array.from({ length: 1001 }, (_, index) => arrived('f_ada', index + 1)))
  await until(() => onText.length > 0)
  assert.deepEqual(onText, [{ kind: 'changed', endpointId: null }])
  hub.publish([arrived('f_ada', 1002)])
  await until(() => onText.length > 1)
  assert.deepEqual(onText.slice(1), [arrived('f_ada', 1002).event])
  hub.close()
})

test('passes every kind of event to the other node unchanged, within the limit of NOTIFY', async () => {
  const wire = openWire()
  const [one, other] = [wire.open('one'), wire.open('other')]
  const keys = Array.from({ length: 100 }, (_, index) => Number.MAX_SAFE_INTEGER - index)
  const sent: Notification[] = [
    { topic: ADA, event: { kind: 'access' } },
    { topic: ADA, event: { kind: 'submission', endpointId: 'f_0123456789abcdef', submissionKeys: keys } },
    { topic: ADA, event: { kind: 'changed', endpointId: null } },
    { topic: BO, event: { kind: 'changed', endpointId: 'f_bo' } },
    { topic: EVENTS, event: { kind: 'events', endpointId: 't_ada', batchKeys: [1, 2] } },
    { topic: QUEUE, event: { kind: 'changed', endpointId: null } },
  ]
  const onText: Notification[] = []
  for (const topic of [ADA, BO, EVENTS, QUEUE]) {
    other.subscribe(topic, (event) => onText.push({ topic, event }))
  }
  one.publish(sent)
  await until(() => onText.length === sent.length)
  const byTopic = (all: Notification[], { kind, key }: Topic) =>
    all.filter(({ topic }) => topic.kind === kind && topic.key === key)
  for (const topic of [ADA, BO, EVENTS, QUEUE]) assert.deepEqual(byTopic(onText, topic), byTopic(sent, topic))
  for (const text of wire.sent) assert.ok(Buffer.byteLength(text) < 8000)
  one.close()
  other.close()
})

test("delivers a node's own notifications once, and ignores messages of another version", async () => {
  const wire = openWire()
  const hub = wire.open('one')
  const onText: LiveEvent[] = []
  hub.subscribe(ADA, (event) => onText.push(event))
  for (const text of [
    '',
    'x',
    '{',
    '{"from":"other","kind":"when"}',
    '[1]',
    'null',
    'other [1]',
    'other {',
    'other null',
  ])
    wire.deliver(text)
  hub.publish([arrived('f_ada', 1)])
  await until(() => wire.sent.length > 0)
  hub.publish([arrived('f_ada', 2)])
  await until(() => wire.sent.length > 1 && onText.length > 1)
  assert.deepEqual(onText, [arrived('f_ada', 1).event, arrived('f_ada', 2).event])
  hub.close()
})

test('packs the notifications of many accounts into few texts', async () => {
  const wire = openWire()
  const [one, other] = [wire.open('one'), wire.open('other')]
  const accounts = Array.from({ length: 2000 }, (_, key): Topic => ({ kind: 'account', key: key + 1 }))
  const heard = new Set<number>()
  for (const topic of accounts) other.subscribe(topic, () => heard.add(topic.key))
  one.publish(accounts.map((topic) => changed(topic, 'f_0123456789abcdef')))
  await until(() => heard.size === accounts.length)
  assert.ok(wire.sent.length < accounts.length / 30, `${wire.sent.length} texts`)
  for (const text of wire.sent) assert.ok(Buffer.byteLength(text) < 8000)
  one.close()
  other.close()
})

test('fills a text up to the 7,999 bytes of a NOTIFY, and begins another for one more', async () => {
  const sendTwo = async (idLength: number) => {
    const wire = openWire()
    const hub = wire.open('one')
    hub.publish([changed(ADA, 'f'.repeat(idLength)), changed(BO, 'f_bo')])
    await until(() => wire.sent.length > 0)
    hub.close()
    return wire.sent.map((text) => Buffer.byteLength(text))
  }
  const [shortest = assert.fail()] = await sendTwo(1)
  const fitting = 1 + 7999 - shortest
  assert.deepEqual(await sendTwo(fitting), [7999])
  assert.equal((await sendTwo(fitting + 1)).length, 2)
})

test('asks every subscriber to read again after reconnecting to the other nodes', async () => {
  const wire = openWire()
  const hub = wire.open('one')
  const onText: Notification[] = []
  for (const topic of [ADA, EVENTS, QUEUE]) hub.subscribe(topic, (event) => onText.push({ topic, event }))
  wire.reconnect()
  await until(() => onText.length === 3)
  for (const { event } of onText) assert.deepEqual(event, { kind: 'changed', endpointId: null })
  hub.close()
})

test('reports a round that cannot be sent, and sends the next one', async () => {
  const wire = openWire()
  const [one, other] = [wire.open('one'), wire.open('other')]
  const onText: LiveEvent[] = []
  other.subscribe(ADA, (event) => onText.push(event))
  wire.cut = true
  one.publish([arrived('f_ada', 1)])
  await until(() => wire.faults.length > 0)
  wire.cut = false
  one.publish([arrived('f_ada', 2)])
  await until(() => onText.length > 0)
  assert.deepEqual(onText, [arrived('f_ada', 2).event])
  one.close()
  other.close()
})

/** Opens a channel between nodes of one process that delivers in order, as PostgreSQL does. */
function openWire() {
  const listeners: Parameters<Broadcast['listen']>[0][] = []
  const wire = {
    sent: [] as string[],
    faults: [] as unknown[],
    cut: false,
    deliver(text: string) {
      for (const { onText } of listeners) onText(text)
    },
    reconnect() {
      for (const { onConnected } of listeners) onConnected()
    },
    open(node: string) {
      const broadcast: Broadcast = {
        async send(texts) {
          if (wire.cut) throw new RangeError('the wire is cut')
          wire.sent.push(...texts)
          for (const text of texts) wire.deliver(text)
        },
        listen: (listener) => listeners.push(listener),
      }
      const onFault = (error: unknown) => wire.faults.push(error)
      return createLiveHub({ broadcast, node, roundMs: 1, onFault, afterCommit: createAfterCommit() })
    },
  }
  return wire
}

function arrived(endpointId: string, key: number): Notification {
  return { topic: ADA, event: { kind: 'submission', endpointId, submissionKeys: [key] } }
}

function changed(topic: Topic, endpointId: string | null): Notification {
  return { topic, event: { kind: 'changed', endpointId } }
}
