import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { SUBMIT_BURST, SUBMIT_PER_MINUTE } from '../../../src/domain/submissions/submit-rate.ts'
import { HOUR, MINUTE, SECOND } from '../../../src/domain/time.ts'
import { type Bucket, takeToken } from '../../../src/http/limits/rate-limit.ts'

const RATE = { burst: SUBMIT_BURST, perMinute: SUBMIT_PER_MINUTE }
const NOON = Date.UTC(2026, 10, 21, 12)
const at = (ms: number) => new Date(NOON + ms)

function take(count: number, now: Date, bucket?: Bucket): Bucket | undefined {
  let left = bucket
  for (let accepted = 0; accepted < count; accepted++) {
    const answer = takeToken(left, now, RATE)
    assert.equal(answer.kind, 'taken', `submission ${accepted + 1}`)
    if (answer.kind === 'taken') left = answer.bucket
  }
  return left
}

test('accepts twenty submissions at once, and refuses the twenty-first for two seconds', () => {
  const bucket = take(20, at(0))
  assert.deepEqual(takeToken(bucket, at(0), RATE), { kind: 'empty', retryAfterSeconds: 2 })
})

test('allows one submission again after two seconds, and none a millisecond earlier', () => {
  const bucket = take(20, at(0))
  assert.deepEqual(takeToken(bucket, at(1999), RATE), { kind: 'empty', retryAfterSeconds: 1 })
  assert.equal(takeToken(bucket, at(2000), RATE).kind, 'taken')
})

test('a long pause refills no more than the burst', () => {
  const bucket = take(20, at(HOUR), take(20, at(0)))
  assert.equal(takeToken(bucket, at(HOUR), RATE).kind, 'empty')
})

test('a minute refills thirty submissions', () => {
  let bucket = take(20, at(0))
  let accepted = 0
  for (let ms = 1; ms <= MINUTE; ms++) {
    const answer = takeToken(bucket, at(ms), RATE)
    if (answer.kind === 'empty') continue
    bucket = answer.bucket
    accepted++
  }
  assert.equal(accepted, 30)
})

test('a clock that was put back locks nobody out', () => {
  const bucket = take(20, at(HOUR))
  assert.equal(takeToken(bucket, at(0), RATE).kind, 'taken')
})

test('at any rate and rhythm, waiting as told succeeds', () => {
  const rate = fc.record({
    burst: fc.integer({ min: 1, max: 50 }),
    perMinute: fc.integer({ min: 1, max: 700 }),
  })
  fc.assert(
    fc.property(rate, fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 80 }), (rate, pauses) => {
      let bucket: Bucket | undefined
      let now = at(0)
      for (const pause of pauses) {
        now = new Date(now.getTime() + pause)
        let answer = takeToken(bucket, now, rate)
        if (answer.kind === 'empty') {
          assert.ok(Number.isInteger(answer.retryAfterSeconds) && answer.retryAfterSeconds >= 1)
          now = new Date(now.getTime() + answer.retryAfterSeconds * SECOND)
          answer = takeToken(bucket, now, rate)
        }
        assert.equal(answer.kind, 'taken')
        if (answer.kind === 'taken') bucket = answer.bucket
      }
    }),
    { numRuns: 500 },
  )
})
