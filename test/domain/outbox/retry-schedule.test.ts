import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  EMAIL_RETRY_SCHEDULE,
  GREYLISTING_WAIT_MS,
  nextAttemptAt,
} from '../../../src/domain/outbox/retry-schedule.ts'
import { DAY, HOUR, MINUTE } from '../../../src/domain/time.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const at = (ms: number) => new Date(NOON + ms)
/** In the middle: waits are neither shortened nor lengthened. */
const MIDDLE = 0.5

function waitAfter(attempts: number, job: { jitter?: number; greylisted?: boolean; age?: number } = {}) {
  const now = at(job.age ?? 0)
  const { jitter = MIDDLE, greylisted = false } = job
  const next = nextAttemptAt(EMAIL_RETRY_SCHEDULE, {
    attempts,
    firstAttemptAt: at(0),
    now,
    jitter,
    minWaitMs: greylisted ? GREYLISTING_WAIT_MS : 0,
  })
  return next && next.getTime() - now.getTime()
}

test('retry waits grow from a minute to four hours and stay there', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 20].map((attempts) => waitAfter(attempts))
  const minutes = [1, 5, 15, 30, 60, 120, 240, 240, 240]
  assert.deepEqual(
    waits,
    minutes.map((minute) => minute * MINUTE),
  )
})

test('jitter changes a wait by at most a fifth', () => {
  assert.equal(waitAfter(5, { jitter: 0 }), 0.8 * HOUR)
  const longest = waitAfter(5, { jitter: 0.999999 }) ?? 0
  assert.ok(longest > 1.19 * HOUR && longest <= 1.2 * HOUR)
})

test('a greylisted email waits at least five minutes whatever the jitter', () => {
  assert.equal(waitAfter(1, { greylisted: true }), 5 * MINUTE)
  assert.equal(waitAfter(2, { greylisted: true, jitter: 0 }), 5 * MINUTE)
  assert.equal(waitAfter(3, { greylisted: true }), 15 * MINUTE)
})

test('allows an attempt five days after the first, and none a millisecond later', () => {
  const wait = 4 * HOUR
  assert.equal(waitAfter(30, { age: 5 * DAY - wait }), wait)
  assert.equal(waitAfter(30, { age: 5 * DAY - wait + 1 }), null)
})

test('gives up an email after five days of attempts', () => {
  let now = at(0)
  let attempts = 1
  for (;;) {
    const next = nextAttemptAt(EMAIL_RETRY_SCHEDULE, {
      attempts,
      firstAttemptAt: at(0),
      now,
      jitter: MIDDLE,
      minWaitMs: 0,
    })
    if (!next) break
    assert.ok(next > now)
    now = next
    attempts++
  }
  assert.ok(now >= at(5 * DAY - 5 * HOUR) && now <= at(5 * DAY))
  assert.ok(attempts > 30 && attempts < 45)
})
