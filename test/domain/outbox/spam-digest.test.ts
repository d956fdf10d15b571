import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findDigestSpan, isUncertain, latestSlot } from '../../../src/domain/outbox/spam-digest.ts'
import { DAY, HOUR, later } from '../../../src/domain/time.ts'
import { KEYS_IN_A_SLOT } from '../../../src/store/engine/sequence.ts'

const WEEK = 7 * DAY
const NOW = new Date('2026-11-23T10:30:00Z')

test('each account has one hour of the week, and new accounts share all of them', () => {
  fc.assert(
    fc.property(
      fc.maxSafeNat(),
      fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }),
      (key, now) => {
        const slot = latestSlot(key, now)
        assert.equal(slot.getTime() % HOUR, 0)
        assert.ok(slot <= now || now.getTime() < WEEK)
        assert.ok(now.getTime() - slot.getTime() < WEEK)
        assert.equal((later(slot, WEEK).getTime() - latestSlot(key, later(now, WEEK)).getTime()) % WEEK, 0)
      },
    ),
  )
  // As the store assigns them.
  const keys = Array.from({ length: 168 }, (_, index) => (5000 + index) * KEYS_IN_A_SLOT)
  const slots = new Set(keys.map((key) => latestSlot(key, NOW).getTime()))
  assert.equal(slots.size, 168)
})

test('the email is due in the hour of the account and up to a day later, once', () => {
  const key = 1000
  const slot = latestSlot(key, NOW)
  const span = (now: Date, facts: { digestedUntil?: Date; spamSeenAt?: Date } = {}) =>
    findDigestSpan({ key, digestedUntil: null, spamSeenAt: null, ...facts }, now)
  const expected = { after: later(slot, -WEEK), before: slot }
  assert.deepEqual(span(slot), expected)
  assert.deepEqual(span(later(slot, DAY - 1)), expected)
  assert.equal(span(later(slot, DAY)), null)
  assert.equal(span(later(slot, -1)), null)
  assert.equal(span(slot, { digestedUntil: slot }), null)
  const earlier = later(slot, -3 * WEEK)
  assert.deepEqual(span(slot, { digestedUntil: earlier }), { after: earlier, before: slot })
})

test('the email is about what arrived since the owner looked', () => {
  const slot = latestSlot(7, NOW)
  const span = (spamSeenAt: Date) => findDigestSpan({ key: 7, digestedUntil: null, spamSeenAt }, slot)
  assert.deepEqual(span(later(slot, -1)), { after: later(slot, -1), before: slot })
  assert.equal(span(slot), null)
  assert.deepEqual(span(later(slot, -2 * WEEK))?.after, later(slot, -WEEK))
})

test('only spam that was found by its content may be wrong', () => {
  assert.equal(isUncertain(null), false)
  assert.equal(isUncertain(['honeypot']), false)
  assert.equal(isUncertain(['links']), true)
  assert.equal(isUncertain(['honeypot', 'links']), false)
  assert.equal(isUncertain(['rspamd:BAYES_SPAM']), true)
})
