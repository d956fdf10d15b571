import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  CREATION_SPACING_MS,
  CREATIONS_PER_HOUR,
  creationAllowance,
  decideCreation,
  REJECTED_ATTEMPTS,
} from '../../../src/domain/endpoints/creation-limit.ts'
import { secondsUntilFree } from '../../../src/domain/sliding-window.ts'
import { HOUR, MINUTE, SECOND } from '../../../src/domain/time.ts'

const LIMITS = { perHour: CREATIONS_PER_HOUR, spacingMs: CREATION_SPACING_MS }
const NOON = Date.UTC(2026, 10, 21, 12)

const at = (ms: number) => new Date(NOON + ms)
const everyMinute = (count: number) => Array.from({ length: count }, (_, index) => at(index * MINUTE))
const refused = (code: string, retryAfterSeconds: number) => ({
  kind: 'refused',
  refusal: { code, retryAfterSeconds },
})

test('allows the tenth creation in an hour and refuses the eleventh', () => {
  assert.equal(decideCreation(everyMinute(9), at(30 * MINUTE), LIMITS).kind, 'allowed')
  assert.deepEqual(
    decideCreation(everyMinute(10), at(30 * MINUTE), LIMITS),
    refused('create_rate_hour', 30 * 60),
  )
})

test('counts a creation until it is exactly an hour old', () => {
  assert.deepEqual(decideCreation(everyMinute(10), at(HOUR - 1), LIMITS), refused('create_rate_hour', 1))
  assert.equal(decideCreation(everyMinute(10), at(HOUR), LIMITS).kind, 'allowed')
})

test('refuses a creation 1999 ms after the last and allows one after 2000 ms', () => {
  assert.deepEqual(decideCreation([at(0)], at(1999), LIMITS), refused('create_spacing', 1))
  assert.deepEqual(decideCreation([at(0)], at(999), LIMITS), refused('create_spacing', 2))
  assert.deepEqual(decideCreation([at(0)], at(0), LIMITS), refused('create_spacing', 2))
  assert.equal(decideCreation([at(0)], at(2000), LIMITS).kind, 'allowed')
})

test('Retry-After satisfies both limits at once', () => {
  const nineOldAndOneFresh = [...everyMinute(9), at(HOUR - 500)]
  assert.deepEqual(decideCreation(nineOldAndOneFresh, at(HOUR - 400), LIMITS), refused('create_rate_hour', 2))
})

test('accepts earlier creations in any order', () => {
  assert.deepEqual(
    decideCreation(everyMinute(10).reverse(), at(30 * MINUTE), LIMITS),
    refused('create_rate_hour', 30 * 60),
  )
})

test('0 disables a limit', () => {
  assert.equal(decideCreation(everyMinute(10), at(30 * MINUTE), { ...LIMITS, perHour: 0 }).kind, 'allowed')
  assert.equal(decideCreation([at(0)], at(0), { ...LIMITS, spacingMs: 0 }).kind, 'allowed')
})

test('nobody waits longer than an hour after the clock went back', () => {
  const tomorrow = everyMinute(10).map((date) => new Date(date.getTime() + 24 * HOUR))
  assert.deepEqual(decideCreation(tomorrow, at(0), LIMITS), refused('create_rate_hour', 3600))
})

test('the allowance states what is left and when the oldest creation expires', () => {
  assert.deepEqual(creationAllowance(everyMinute(3), at(10 * MINUTE), LIMITS), {
    remaining: 7,
    resetSeconds: 50 * 60,
  })
  assert.deepEqual(creationAllowance(everyMinute(10), at(10 * MINUTE), LIMITS), {
    remaining: 0,
    resetSeconds: 50 * 60,
  })
  assert.equal(creationAllowance(everyMinute(1), at(HOUR - 1), LIMITS).remaining, 9)
  assert.equal(creationAllowance(everyMinute(1), at(HOUR), LIMITS).remaining, 10)
})

test('allows at most sixty refused attempts in any minute', () => {
  const wait = (rejected: Date[], now: Date) => secondsUntilFree(rejected, now, [REJECTED_ATTEMPTS])
  const everySecond = Array.from({ length: 60 }, (_, index) => at(index * SECOND))
  assert.equal(wait(everySecond.slice(1), at(59_500)), 0)
  assert.equal(wait(everySecond, at(59_500)), 1)
  assert.equal(wait(everySecond, at(60_000)), 0)
  assert.equal(wait([...everySecond, at(60_000)], at(60_000)), 1)
  assert.equal(wait(everySecond, at(-HOUR)), 0, 'a clock that was put back locks nobody out')
})

test('at any rhythm, no hour has more than ten creations, no two are closer than 2 s, and waiting as told works', () => {
  const pause = fc.oneof(
    fc.integer({ min: 0, max: 5 * SECOND }),
    fc.integer({ min: 0, max: 20 * MINUTE }),
    fc.constantFrom(1999, 2000, 2001),
  )
  const attempt = fc.record({ pause, obedient: fc.boolean() })
  fc.assert(
    fc.property(fc.array(attempt, { minLength: 30, maxLength: 60 }), (attempts) => {
      const created: Date[] = []
      let now = at(0)
      for (const { pause, obedient } of attempts) {
        now = new Date(now.getTime() + pause)
        const decision = decideCreation(created, now, LIMITS)
        if (decision.kind === 'refused' && !obedient) continue
        if (decision.kind === 'refused') {
          now = new Date(now.getTime() + (decision.refusal.retryAfterSeconds ?? 0) * SECOND)
          assert.equal(decideCreation(created, now, LIMITS).kind, 'allowed')
        }
        created.push(now)
      }
      created.forEach((creation, index) => {
        const tenBefore = created[index - CREATIONS_PER_HOUR]
        if (tenBefore) assert.ok(creation.getTime() - tenBefore.getTime() >= HOUR)
        const before = created[index - 1]
        if (before) assert.ok(creation.getTime() - before.getTime() >= CREATION_SPACING_MS)
      })
    }),
  )
})
