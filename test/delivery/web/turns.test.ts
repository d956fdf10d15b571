import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurns } from '../../../src/delivery/channels/web/turns.ts'
import { later, MINUTE, SECOND } from '../../../src/domain/time.ts'

const NOW = new Date('2026-11-10T09:00:00.000Z')
const CONCURRENCY = 16
const SENT = { kind: 'sent', answer: '200' } as const
const FAILED = { kind: 'deferred', answer: '500', minWaitMs: 0 } as const
const UNANSWERED = { ...FAILED, isUnanswered: true } as const

/** A target whose oldest delivery has been due for these seconds. */
const waiting = (target: string, seconds = 0) => ({ target, dueAt: later(NOW, -seconds * SECOND) })

function openTurns(concurrency = CONCURRENCY) {
  const turns = createTurns(concurrency)
  return {
    ...turns,
    /** Chooses, and begins what was chosen. */
    begin(due: Parameters<typeof turns.choose>[0], free: number, now = NOW) {
      const shares = turns.choose(due, free, now)
      for (const { target, limit } of shares) {
        for (let begun = 0; begun < limit; begun += 1) turns.begin(target, now)
      }
      return shares
    },
    /** Answers one request so quickly that more than one may follow. */
    prove(target: string, now = NOW) {
      turns.begin(target, now)
      turns.end(target, SENT, { ms: 20, now })
    },
  }
}

test('a host gets one request at a time until it has answered quickly, then four', () => {
  const turns = openTurns()
  const due = [waiting('a', 60)]
  assert.deepEqual(turns.begin(due, CONCURRENCY), [{ target: 'a', limit: 1 }])
  assert.deepEqual(turns.begin(due, CONCURRENCY), [])
  turns.end('a', SENT, { ms: 1999, now: NOW })
  assert.deepEqual(turns.begin(due, CONCURRENCY), [{ target: 'a', limit: 4 }])
  turns.end('a', SENT, { ms: 2000, now: NOW })
  assert.deepEqual(turns.begin(due, CONCURRENCY), [], 'three are in progress at a host that is slow now')
  for (let ended = 0; ended < 3; ended += 1) turns.end('a', FAILED, { ms: 2000, now: NOW })
  assert.deepEqual(turns.begin(due, CONCURRENCY), [{ target: 'a', limit: 1 }])
})

test('a host gets 120 requests in a burst, then one each second', () => {
  const turns = openTurns()
  const due = [waiting('a', 60)]
  const sendAll = (now: Date) => {
    let count = 0
    for (;;) {
      const [share] = turns.begin(due, CONCURRENCY, now)
      if (!share) return count
      count += share.limit
      for (let ended = 0; ended < share.limit; ended += 1) turns.end('a', SENT, { ms: 5, now })
    }
  }
  assert.equal(sendAll(NOW), 120)
  assert.deepEqual(turns.nextAt(due, NOW), later(NOW, SECOND))
  assert.equal(sendAll(later(NOW, SECOND - 1)), 0)
  assert.equal(sendAll(later(NOW, SECOND)), 1)
  assert.equal(sendAll(later(NOW, SECOND + MINUTE)), 60)
  assert.equal(sendAll(later(NOW, 60 * MINUTE)), 120)
})

test('slow hosts leave a quarter of the channel to the quick ones', () => {
  const turns = openTurns()
  turns.prove('quick')
  const slow = Array.from({ length: 40 }, (_, index) => waiting(`slow ${index}`, 3600))
  const begun = turns.begin([...slow, waiting('quick')], CONCURRENCY)
  assert.deepEqual(begun.at(-1), { target: 'quick', limit: 4 })
  assert.equal(begun.length, 12 + 1)
  assert.deepEqual(turns.begin(slow, 4), [], 'what is left is for quick hosts')
})

test('hosts take turns: many slow ones with much to send do not keep a new one waiting', () => {
  const turns = openTurns()
  const slow = Array.from({ length: 40 }, (_, index) => waiting(`slow ${index}`, 3600))
  const order: string[] = []
  for (let second = 0; second < 40; second += 1) {
    const now = later(NOW, second * SECOND)
    // It has just one delivery, which is younger than all others.
    const due = second < 10 ? slow : [...slow, waiting('new', -10)]
    const begun = turns.begin(due, 2, now).map(({ target }) => target)
    order.push(...begun)
    for (const target of begun) turns.end(target, FAILED, { ms: 15_000, now })
  }
  assert.equal(order.indexOf('new'), 40, 'it waits one round')
  const counts = slow.map(({ target }) => order.filter((one) => one === target).length)
  assert.ok(Math.max(...counts) - Math.min(...counts) <= 1, 'nobody goes twice before all others went once')
})

test('nothing begins before it is due, beyond what is free, or at a host without a turn', () => {
  const turns = openTurns()
  const soon = { target: 'soon', dueAt: later(NOW, 1) }
  assert.deepEqual(turns.begin([soon, waiting('a'), waiting('b')], 1), [{ target: 'a', limit: 1 }])
  assert.deepEqual(turns.begin([soon], 4), [])
  assert.deepEqual(turns.nextAt([soon], NOW), soon.dueAt)
  assert.equal(turns.nextAt([], NOW), null)
  assert.deepEqual(turns.begin([waiting('b')], 0), [])
})

test('a host that does not answer is paused, twice as long each time, up to a minute', () => {
  const turns = openTurns()
  const due = [waiting('a', 60)]
  let now = NOW
  for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
    assert.deepEqual(turns.begin(due, 4, now), [{ target: 'a', limit: 1 }])
    turns.end('a', UNANSWERED, { ms: 5, now })
    const until = later(now, seconds * SECOND)
    assert.deepEqual(turns.nextAt(due, now), until)
    assert.deepEqual(turns.begin(due, 4, later(until, -1)), [])
    now = until
  }
  turns.begin(due, 4, now)
  turns.end('a', SENT, { ms: 5, now })
  assert.deepEqual(turns.begin(due, 4, now), [{ target: 'a', limit: 4 }], 'an answer ends it')
})

test('forgets hosts that nothing limits when it knows more than ten thousand', () => {
  const now = later(NOW, 60 * MINUTE)
  const getShare = (hosts: number) => {
    const turns = openTurns()
    turns.prove('early')
    for (let host = 0; host < hosts; host += 1) turns.prove(`host ${host}`, now)
    return turns.choose([waiting('early')], 4, now)
  }
  assert.deepEqual(getShare(9_999), [{ target: 'early', limit: 4 }])
  assert.deepEqual(getShare(10_000), [{ target: 'early', limit: 1 }], 'it is a host like any new one')
})
