import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UNKNOWN_NETWORK } from '../../../src/domain/outbox/email-counts.ts'
import {
  getCeilingPerHour,
  judgeReputation,
  type NetworkEmails,
} from '../../../src/domain/outbox/email-reputation.ts'

const mail = (network: string, sent: number, bounced = 0, complaints = 0): NetworkEmails => ({
  network,
  sent,
  bounced,
  complaints,
})
const isReduced = (...networks: NetworkEmails[]) => judgeReputation(networks).isReduced
const listHeld = (...networks: NetworkEmails[]) => [...judgeReputation(networks).heldNetworks]
/** Networks that sent one email each, which bounced. */
const bouncing = (count: number) => Array.from({ length: count }, (_, n) => mail(`bot${n}`, 0, 1))

test('more than 5 % bounced of at least 100 emails reduce the ceiling', () => {
  assert.equal(isReduced(mail('one', 95), ...bouncing(5)), false, '5 of 100')
  assert.equal(isReduced(mail('one', 94), ...bouncing(6)), true, '6 of 100')
  assert.equal(isReduced(mail('one', 93), ...bouncing(6)), false, '6 of 99')
})

test('more than 0.1 % complaints reduce the ceiling, if there are at least three', () => {
  const complaints = (count: number) => Array.from({ length: count }, (_, n) => mail(`c${n}`, 0, 0, 1))
  assert.equal(isReduced(mail('one', 20), ...complaints(2)), false)
  assert.equal(isReduced(mail('one', 20), ...complaints(3)), true)
  assert.equal(isReduced(mail('one', 3000), ...complaints(3)), false)
  assert.equal(isReduced(mail('one', 2999), ...complaints(3)), true)
})

test('one network cannot reduce the ceiling, whatever it does: only that network waits', () => {
  const mallory = mail('mallory', 0, 240, 40)
  assert.equal(isReduced(mail('one', 100), mallory), false)
  assert.deepEqual(listHeld(mail('one', 100), mallory), ['mallory'])
})

test('a network waits from its third bounce on, if they are more than 5 % of its emails', () => {
  assert.deepEqual(listHeld(mail('one', 0, 2)), [])
  assert.deepEqual(listHeld(mail('one', 0, 3)), ['one'])
  assert.deepEqual(listHeld(mail('agency', 57, 3)), [])
  assert.deepEqual(listHeld(mail('agency', 56, 3)), ['agency'])
})

test('a network waits from its second complaint on', () => {
  assert.deepEqual(listHeld(mail('one', 1000, 0, 1)), [])
  assert.deepEqual(listHeld(mail('one', 1000, 0, 2)), ['one'])
})

test('emails of unknown networks do not wait for each other', () => {
  assert.deepEqual(listHeld(mail(UNKNOWN_NETWORK, 0, 100)), [])
})

test('a tenth of the ceiling is left, and at least one email', () => {
  const reputation = judgeReputation([mail('one', 94), ...bouncing(6)])
  assert.deepEqual([reputation.emails, reputation.bounced, reputation.complaints], [100, 6, 0])
  assert.equal(getCeilingPerHour(500, reputation), 50)
  assert.equal(getCeilingPerHour(5, reputation), 1)
  assert.equal(getCeilingPerHour(0, reputation), 0)
  assert.equal(getCeilingPerHour(500, judgeReputation([])), 500)
})
