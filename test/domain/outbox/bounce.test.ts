import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type DeliveryAction,
  decideReport,
  type EmailReport,
  FEEDBACK_TYPES,
  type FeedbackType,
  findReport,
  type ReportedEmail,
} from '../../../src/domain/outbox/bounce.ts'
import { DAY, later } from '../../../src/domain/time.ts'

const NOW = new Date('2026-11-26T09:00:00.000Z')
const ADA = 'ada@example.org'
const EMAIL: ReportedEmail = {
  address: ADA,
  about: 'claimed_endpoint',
  bouncedAt: null,
  complainedAt: null,
  mailboxProvenAt: null,
  earlierBounces: [],
}

function report(
  status: string,
  { action = 'failed' as DeliveryAction, recipients = [ADA] } = {},
): EmailReport {
  return { kind: 'bounce', action, recipients, status, answer: '' }
}

const complain = (type: FeedbackType, email: Partial<ReportedEmail>, recipients: string[] = []) =>
  decideReport({ kind: 'complaint', type, recipients }, { ...EMAIL, ...email }, NOW)
const decide = (one: EmailReport, email: Partial<ReportedEmail> = {}) =>
  decideReport(one, { ...EMAIL, ...email }, NOW)
const PROVEN = { mailboxProvenAt: later(NOW, -DAY) }

test('a mailbox that does not exist and was never confirmed gets nothing for 30 days', () => {
  for (const [status, reason] of [
    ['5.1.1', 'mailbox_unknown'],
    ['5.2.1', 'mailbox_disabled'],
    ['5.4.1', 'mailbox_unknown'],
    ['5.1.2', 'domain_unknown'],
  ] as const)
    assert.deepEqual(decide(report(status)), {
      kind: 'bounced',
      reason,
      mailbox: { kind: 'paused', until: new Date('2026-12-26T09:00:00.000Z') },
    })
})

test('the third such bounce in 7 days stops the emails to a confirmed mailbox', () => {
  const days = (...ago: number[]) => ago.map((day) => later(NOW, -day * DAY))
  for (const [earlierBounces, kind] of [
    [[], 'counted'],
    [days(1), 'counted'],
    [days(1, 2), 'stopped'],
    [days(1, 2, 3), 'stopped'],
    [days(1, 7), 'counted'],
    [[later(NOW, -DAY), later(NOW, -7 * DAY + 1)], 'stopped'],
    // Their clock is behind.
    [days(-1, -2), 'stopped'],
  ] as const)
    assert.deepEqual(decide(report('5.1.1'), { ...PROVEN, earlierBounces }), {
      kind: 'bounced',
      reason: 'mailbox_unknown',
      mailbox: { kind },
    })
})

test('a full mailbox, a policy, spam and a server that gave up do not count against the mailbox', () => {
  const earlierBounces = [NOW, NOW, NOW]
  for (const status of ['5.2.2', '5.7.1', '5.3.4', '5.0.0', '4.4.1', '4.1.1', '5.1.8']) {
    for (const email of [{ earlierBounces }, { ...PROVEN, earlierBounces }]) {
      const effect = decide(report(status), email)
      assert.equal(effect.kind, 'bounced')
      assert.deepEqual(effect.kind === 'bounced' && effect.mailbox, { kind: 'none' }, status)
    }
  }
})

test('a bounce from a server to which the email was forwarded does not count against the mailbox', () => {
  const about = (recipients: string[]) => {
    const effect = decide(report('5.1.1', { recipients }))
    return effect.kind === 'bounced' ? effect.mailbox.kind : effect.kind
  }
  assert.equal(about(['bo@example.net']), 'none')
  assert.equal(about([]), 'paused')
  assert.equal(about(['bo@example.net', ADA]), 'paused')
  assert.equal(about(['ADA@Example.ORG']), 'paused')
  assert.equal(about(['ada+tag@example.org']), 'paused')
  assert.equal(about(['not an address']), 'none')
})

test('treats both forms of an internationalized domain as the same', () => {
  const effect = decide(report('5.1.1', { recipients: ['ada@bücher.example'] }), {
    address: 'ada@xn--bcher-kva.example',
  })
  assert.equal(effect.kind === 'bounced' && effect.mailbox.kind, 'paused')
})

test('a delay is shown, and everything else that is not a failure is counted', () => {
  assert.deepEqual(decide(report('4.4.1', { action: 'delayed' })), { kind: 'delayed' })
  for (const action of ['delivered', 'relayed', 'expanded'] as const)
    assert.deepEqual(decide(report('2.0.0', { action })), { kind: 'counted' })
})

test('a report about an email that bounced before changes nothing', () => {
  for (const action of ['failed', 'delayed'] as const)
    assert.deepEqual(decide(report('5.1.1', { action }), { bouncedAt: NOW }), { kind: 'ignored' })
})

test('a complaint about an unclaimed endpoint declines it, others stop the emails', () => {
  for (const type of FEEDBACK_TYPES.filter((one) => one !== 'not-spam')) {
    assert.deepEqual(complain(type, { about: 'unclaimed_endpoint' }), { kind: 'declined' })
    assert.deepEqual(complain(type, { about: 'claimed_endpoint' }), { kind: 'emails_stopped' })
    assert.deepEqual(complain(type, { about: 'destination' }), { kind: 'emails_stopped' })
    assert.deepEqual(complain(type, { about: 'account' }), { kind: 'counted' })
  }
})

test('a complaint counts whatever address it names, also after a bounce, but once', () => {
  assert.deepEqual(complain('abuse', { bouncedAt: NOW }, ['redacted@example.net']), {
    kind: 'emails_stopped',
  })
  for (const about of ['unclaimed_endpoint', 'claimed_endpoint', 'destination', 'account'] as const)
    assert.deepEqual(complain('abuse', { about, complainedAt: NOW }), { kind: 'ignored' })
})

test('"not spam" is counted', () => {
  for (const about of ['unclaimed_endpoint', 'claimed_endpoint', 'destination', 'account'] as const)
    assert.deepEqual(complain('not-spam', { about }), { kind: 'counted' })
})

test('the report about the recipient is found among those of others', () => {
  const [bo, ada, nobody] = [
    report('5.2.2', { recipients: ['bo@example.net'] }),
    report('5.1.1', { recipients: ['Ada@example.org'] }),
    report('5.7.1', { recipients: [] }),
  ]
  assert.ok(bo && ada && nobody)
  assert.equal(findReport([bo, nobody, ada], ADA), ada)
  assert.equal(findReport([bo, nobody], ADA), nobody)
  assert.equal(findReport([bo], ADA), bo)
  assert.equal(findReport([], ADA), null)
})
