import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DeliveryState } from '../../../src/domain/outbox/delivery.ts'
import {
  getHandOver,
  getWithdrawEnd,
  hasReceipt,
  type ReceiptFacts,
  toReceipt,
} from '../../../src/domain/submissions/receipt.ts'
import { DAY, HOUR, later, SECOND } from '../../../src/domain/time.ts'

const AT = new Date('2026-11-20T10:00:00Z')
const LATER = later(AT, HOUR)
const real: ReceiptFacts = {
  receivedAt: AT,
  withdrawnAt: null,
  isSpam: false,
  emails: [],
  earlier: null,
  keepsEmails: false,
  chance: 0.5,
}
const spam: ReceiptFacts = { ...real, isSpam: true }
const email = (state: DeliveryState, settledAt: Date | null = null) => ({ state, createdAt: AT, settledAt })

test('shows the first email that was accepted, else how the newest one is doing', () => {
  const sent = email('sent', later(AT, SECOND))
  const show = (...emails: ReceiptFacts['emails']) => getHandOver({ ...real, emails }, LATER)
  assert.deepEqual(show(sent, email('queued')), { kind: 'handed_over', at: later(AT, SECOND) })
  assert.deepEqual(show(email('failed', AT), email('queued')), { kind: 'on_its_way' })
  assert.deepEqual(show(email('kept', AT)), { kind: 'saved' }, 'no mail server')
  assert.equal(show(email('kept', AT), sent).kind, 'handed_over', 'sent again once there was a mail server')
  for (const [state, kind] of [
    ['delayed', 'delayed'],
    ['held', 'awaiting_confirmation'],
    ['failed', 'stopped'],
  ] as const)
    assert.deepEqual(show(email(state)), { kind })
})

test('shows for a recipient who has stopped the emails what it shows for spam', () => {
  const settled = { state: 'sent' as const, createdAt: AT, settledAt: later(AT, 2 * SECOND) }
  const stopped = email('suppressed', later(AT, SECOND))
  for (const earlier of [null, settled, email('delayed'), stopped]) {
    for (const now of [AT, later(AT, SECOND), LATER]) {
      const expected = getHandOver({ ...spam, earlier }, now)
      for (const emails of [[], [stopped]]) {
        assert.deepEqual(getHandOver({ ...real, emails, earlier }, now), expected)
        const withdrawn = {
          emails,
          earlier,
          withdrawnAt: now > AT ? now : later(AT, 2 * SECOND),
          answer: null,
        }
        const show = (facts: ReceiptFacts) => toReceipt({ ...facts, ...withdrawn }, LATER).handOver
        assert.deepEqual(show(real), show(spam), 'withdrawn')
      }
    }
  }
  assert.equal(getHandOver({ ...real, earlier: stopped }, LATER).kind, 'handed_over')
  const byVisitor = { ...real, withdrawnAt: LATER, answer: null, emails: [email('suppressed', LATER)] }
  assert.deepEqual(toReceipt(byVisitor, LATER).handOver, { kind: 'stopped' }, 'stopped by the withdrawal')
})

test('shows for spam the progress that the real submission before it had', () => {
  const before = (earlier: ReceiptFacts['earlier'], now = LATER) => getHandOver({ ...spam, earlier }, now)
  for (const state of ['queued', 'delayed', 'held', 'failed'] as const) {
    const like = getHandOver({ ...real, emails: [email(state)] }, LATER)
    assert.deepEqual(before(email(state)), like, state)
  }
  const yesterday = later(AT, -DAY)
  const took = (milliseconds: number) => ({
    state: 'sent' as const,
    createdAt: yesterday,
    settledAt: later(yesterday, milliseconds),
  })
  const inTwoSeconds = later(AT, 2 * SECOND)
  assert.deepEqual(before(took(2 * SECOND), later(inTwoSeconds, -1)), { kind: 'on_its_way' })
  assert.deepEqual(before(took(2 * SECOND), inTwoSeconds), { kind: 'handed_over', at: inTwoSeconds })
  assert.deepEqual(before(took(HOUR)), { kind: 'handed_over', at: later(AT, 40 * SECOND) }, 'an old outage')
  const outage = email('sent', LATER)
  const afterOutage = { kind: 'handed_over', at: later(LATER, 0.7 * SECOND) }
  assert.deepEqual(before(outage, later(LATER, SECOND)), afterOutage, 'an outage that delayed both')
  const by = (chance: number) => getHandOver({ ...spam, chance, earlier: took(2 * SECOND) }, LATER)
  assert.deepEqual(
    by(0),
    { kind: 'handed_over', at: later(AT, 1.5 * SECOND) },
    'never just what the other took',
  )
  assert.deepEqual(by(1), { kind: 'handed_over', at: later(AT, 2.5 * SECOND) })
  assert.equal(before(null, AT).kind, 'on_its_way')
  assert.equal(before(null).kind, 'handed_over')
})

test('shows for spam that it is saved where the instance has no mail server', () => {
  const first = { ...spam, keepsEmails: true }
  assert.equal(getHandOver(first, AT).kind, 'on_its_way')
  assert.deepEqual(getHandOver(first, LATER), { kind: 'saved' }, 'the first of its form')
  const kept = email('kept', later(AT, SECOND))
  assert.equal(getHandOver({ ...first, earlier: kept }, AT).kind, 'on_its_way')
  assert.deepEqual(getHandOver({ ...first, earlier: kept }, LATER), { kind: 'saved' })
})

test('lasts for an hour to withdraw, and for ninety days to read', () => {
  assert.deepEqual(getWithdrawEnd(AT, later(AT, HOUR - 1)), later(AT, HOUR))
  assert.equal(getWithdrawEnd(AT, later(AT, HOUR)), null)
  assert.ok(hasReceipt(real, later(AT, 90 * DAY - 1)))
  assert.ok(!hasReceipt(real, later(AT, 90 * DAY)))
})
