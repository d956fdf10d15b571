import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SUBMIT_BURST, SUBMIT_PER_MINUTE } from '../../../src/domain/submissions/submit-rate.ts'
import { createRateLimit, MAX_TRACKED_SUBJECTS } from '../../../src/http/limits/rate-limit.ts'

const RATE = { burst: SUBMIT_BURST, perMinute: SUBMIT_PER_MINUTE }
const FORM = 'f_0000000000000000'
const NOON = Date.UTC(2026, 10, 21, 12)
const at = (ms: number) => new Date(NOON + ms)
const inventedId = (index: number) => `f_${index.toString().padStart(16, '0')}`

/** Counts how often its time is compared: evictions are measured by work, not by time. */
class CountedDate extends Date {
  reads = 0
  override getTime(): number {
    this.reads += 1
    return super.getTime()
  }
  override valueOf(): number {
    this.reads += 1
    return super.valueOf()
  }
}

function exhaust(limit: ReturnType<typeof createRateLimit>, client: string): void {
  for (let sent = 0; sent < SUBMIT_BURST; sent += 1) {
    assert.equal(limit.take({ client, subject: FORM, now: at(0) }), 0)
  }
}

test('a client that invents form IDs gets fifty buckets and then a shared one', () => {
  const limit = createRateLimit(RATE)
  let accepted = 0
  for (let index = 0; index < 10_000; index += 1) {
    if (limit.take({ client: 'mallory', subject: inventedId(index), now: at(0) }) === 0) accepted += 1
  }
  assert.equal(accepted, MAX_TRACKED_SUBJECTS + SUBMIT_BURST)
})

test("inventing form IDs evicts no other client's bucket and not its own", () => {
  const limit = createRateLimit(RATE)
  exhaust(limit, 'jane')
  exhaust(limit, 'mallory')
  for (let index = 1; index < 60_000; index += 1) {
    limit.take({ client: 'mallory', subject: inventedId(index), now: at(0) })
  }
  for (const client of ['jane', 'mallory']) {
    assert.equal(limit.take({ client, subject: FORM, now: at(0) }), 2, client)
  }
})

test('counts further endpoints separately again once the buckets are full', () => {
  const limit = createRateLimit(RATE)
  const takeAll = (from: number, now: Date) =>
    Array.from({ length: MAX_TRACKED_SUBJECTS + SUBMIT_BURST + 1 }, (_, index) =>
      limit.take({ client: 'office', subject: inventedId(from + index), now }),
    )
  assert.equal(takeAll(0, at(0)).at(-1), 2)
  assert.equal(limit.take({ client: 'office', subject: inventedId(999), now: at(39_999) }), 0, 'shared')
  assert.ok(
    takeAll(1000, at(40_000))
      .slice(0, MAX_TRACKED_SUBJECTS)
      .every((wait) => wait === 0),
  )
})

test('one more address costs the same however many are known', () => {
  const limit = createRateLimit(RATE)
  for (let index = 0; index < 25_000; index += 1) {
    limit.take({ client: `2001:db8:${index.toString(16)}::/64`, subject: FORM, now: at(0) })
  }
  const now = new CountedDate(NOON + 1)
  for (let index = 0; index < 1000; index += 1) {
    limit.take({ client: `2001:db9:${index.toString(16)}::/64`, subject: FORM, now })
  }
  assert.ok(now.reads <= 4000, `${now.reads} looks`)
})

test('forgets the longest idle addresses first when there are too many', () => {
  const limit = createRateLimit(RATE)
  const take = (client: string) => limit.take({ client, subject: FORM, now: at(2000) })
  exhaust(limit, 'jane')
  exhaust(limit, 'mallory')
  for (let index = 0; index < 15_000; index += 1) take(`2001:db8:${index}::/64`)
  assert.equal(take('mallory'), 0, 'the token of two seconds')
  for (let index = 15_000; index < 25_000; index += 1) take(`2001:db8:${index}::/64`)
  assert.equal(take('mallory'), 2)
  assert.deepEqual([take('jane'), take('jane')], [0, 0])
})

test('a rate of 0 disables the limit', () => {
  const limit = createRateLimit({ burst: SUBMIT_BURST, perMinute: 0 })
  for (let sent = 0; sent < 1000; sent += 1) {
    assert.equal(limit.take({ client: 'jane', subject: FORM, now: at(0) }), 0)
  }
})

test('one IPv6 network has eight times the tokens of a client, and charges count for it', () => {
  const limit = createRateLimit(RATE, { maxCharge: 100 })
  const from = (index: number) => ({ client: `2001:db8:1:${index}::/64`, subject: FORM, now: at(0) })
  for (let index = 0; index < SUBMIT_BURST; index += 1) {
    assert.equal(limit.take(from(index)), 0)
    limit.charge({ ...from(index), tokens: 7 })
  }
  assert.equal(limit.take(from(9999)), 1)
  assert.equal(limit.take({ ...from(9999), subject: inventedId(1) }), 0, 'another endpoint')
  assert.equal(limit.take({ ...from(9999), client: '2001:db8:2::/64' }), 0, 'another network')
  assert.equal(limit.take({ ...from(9999), client: '192.0.2.1' }), 0)
  assert.equal(limit.take({ ...from(9999), now: at(250) }), 0)
})
