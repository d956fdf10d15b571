import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canOpenDashboard, isAlive, shouldRecordUse } from '../../../src/domain/accounts/session.ts'
import { isUsable, shouldSendSignInEmail } from '../../../src/domain/accounts/sign-in.ts'
import { DAY, later, MINUTE } from '../../../src/domain/time.ts'

const NOW = new Date('2026-11-10T09:00:00.000Z')
const ago = (span: number) => later(NOW, -span)

test('sends sign-in emails to owners alone, within their limits', () => {
  const known = { hasAccount: true, sent: [], allowance: 'mailbox', now: NOW } as const
  assert.equal(shouldSendSignInEmail(known), true)
  assert.equal(shouldSendSignInEmail({ ...known, hasAccount: false }), false)
  assert.equal(shouldSendSignInEmail({ ...known, sent: [NOW, NOW, NOW] }), false)
  assert.equal(shouldSendSignInEmail({ ...known, allowance: 'none' }), false)
})

test('a sign-in works once, for fifteen minutes, and for five code attempts', () => {
  const fresh = { createdAt: NOW, usedAt: null, tries: 0 }
  assert.equal(isUsable(fresh, later(NOW, 15 * MINUTE - 1)), true)
  assert.equal(isUsable(fresh, later(NOW, 15 * MINUTE)), false)
  assert.equal(isUsable({ ...fresh, tries: 4 }, NOW), true)
  assert.equal(isUsable({ ...fresh, tries: 5 }, NOW), false)
  assert.equal(isUsable({ ...fresh, usedAt: NOW }, NOW), false)
})

test('a session lasts seven days from its last use, and thirty days in all', () => {
  assert.equal(isAlive({ createdAt: ago(DAY), seenAt: ago(7 * DAY - 1) }, NOW), true)
  assert.equal(isAlive({ createdAt: ago(DAY), seenAt: ago(7 * DAY) }, NOW), false)
  assert.equal(isAlive({ createdAt: ago(30 * DAY - 1), seenAt: NOW }, NOW), true)
  assert.equal(isAlive({ createdAt: ago(30 * DAY), seenAt: NOW }, NOW), false)
})

test('records the use of a session to the minute', () => {
  assert.equal(shouldRecordUse(null, NOW), true)
  assert.equal(shouldRecordUse(ago(MINUTE - 1), NOW), false)
  assert.equal(shouldRecordUse(ago(MINUTE), NOW), true)
})

test('the claim page opens the dashboard for a day, unless the endpoint is retired', () => {
  assert.equal(canOpenDashboard({ claimedAt: ago(DAY - 1), retiredAt: null }, NOW), true)
  assert.equal(canOpenDashboard({ claimedAt: ago(DAY), retiredAt: null }, NOW), false)
  assert.equal(canOpenDashboard({ claimedAt: null, retiredAt: null }, NOW), false)
  assert.equal(canOpenDashboard({ claimedAt: NOW, retiredAt: NOW }, NOW), false)
})
