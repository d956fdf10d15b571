import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  BOUNCE_REASONS,
  type BounceReason,
  findBounceReason,
  findReplyClass,
  findStatus,
  isNoSuchMailbox,
} from '../../../src/domain/outbox/bounce-reason.ts'

/** Answers of servers, by the status of the report. */
const ANSWERS: readonly (readonly [status: string, answer: string, reason: BounceReason])[] = [
  // The code says it, whatever the words are.
  ['5.1.1', '', 'mailbox_unknown'],
  ['5.1.1', '550 5.1.1 blocked as spam, mailbox full', 'mailbox_unknown'],
  ['5.1.2', '', 'domain_unknown'],
  ['5.1.3', '', 'mailbox_unknown'],
  ['5.1.4', '', 'mailbox_unknown'],
  ['5.1.5', '', 'other'],
  ['5.1.6', '', 'mailbox_unknown'],
  ['5.1.9', '', 'other'],
  ['5.2.1', '', 'mailbox_disabled'],
  ['5.2.2', '', 'mailbox_full'],
  ['5.2.3', '', 'too_large'],
  ['5.3.2', '', 'other'],
  ['5.3.4', '', 'too_large'],
  ['5.4.1', '550 5.4.1 Recipient address rejected: Access denied', 'mailbox_unknown'],
  ['5.4.4', '', 'domain_unknown'],
  ['5.4.6', 'Routing loop detected', 'other'],
  ['5.4.7', '', 'expired'],
  ['5.4.310', '', 'domain_unknown'],
  ['5.5.2', 'Syntax error', 'other'],
  ['5.6.1', 'Media not supported', 'other'],
  // The sender is at fault, although the subject is the address.
  ['5.1.7', "550 5.1.7 Bad sender's mailbox address syntax", 'refused_by_policy'],
  ['5.1.8', '553 5.1.8 Domain of sender address does not exist', 'refused_by_policy'],
  ['5.1.0', '550 5.1.0 Sender rejected', 'refused_by_policy'],
  ['5.0.0', '550 Sender verify failed', 'refused_by_policy'],
  // One code, two meanings.
  ['5.1.10', '556 5.1.10 Recipient address has null MX', 'domain_unknown'],
  ['5.1.10', '550 5.1.10 RESOLVER.ADR.RecipientNotFound', 'mailbox_unknown'],
  // Policy and spam share a subject.
  ['5.7.1', '', 'refused_by_policy'],
  ['5.7.0', '', 'refused_by_policy'],
  ['5.7.1', '550 5.7.1 User unknown', 'refused_by_policy'],
  ['5.7.1', '554 5.7.1 Message rejected as spam', 'refused_as_spam'],
  ['5.7.1', '554 5.7.1 blocked using zen.spamhaus.org', 'refused_by_policy'],
  ['5.7.26', '550 5.7.26 Unauthenticated email is not accepted: SPF did not pass', 'refused_by_policy'],
  ['5.7.0', '550 5.7.0 This looks like junk', 'refused_as_spam'],
  // A code without a detail: the code of the answer counts.
  ['5.0.0', '550 5.1.1 no', 'mailbox_unknown'],
  ['5.0.0', '550 #5.2.2', 'mailbox_full'],
  ['5.1.0', '552 5.2.2 no', 'mailbox_full'],
  ['5.0.0', 'client 10.5.1.1 said no', 'other'],
  ['5.0.0', '450 4.2.2 no', 'other'],
  // Then its words.
  ['5.0.0', '550 User unknown', 'mailbox_unknown'],
  ['5.0.0', '550 unknown user', 'mailbox_unknown'],
  ['5.0.0', '550 Unrouteable address', 'mailbox_unknown'],
  ['5.0.0', '550 No such recipient here', 'mailbox_unknown'],
  ['5.0.0', '550 mailbox not found', 'mailbox_unknown'],
  ['5.0.0', '550 Mailbox unavailable or access denied', 'refused_by_policy'],
  ['5.0.0', '554 Account disabled', 'mailbox_disabled'],
  ['5.0.0', '552 mailbox is full', 'mailbox_full'],
  ['5.0.0', '552 over quota', 'mailbox_full'],
  ['5.0.0', '552 Message too large', 'too_large'],
  ['5.0.0', '554 Host not found', 'domain_unknown'],
  ['5.0.0', 'Host or domain name not found', 'domain_unknown'],
  ['5.0.0', '554 Blocked by our blacklist', 'refused_by_policy'],
  ['5.0.0', '550 relay access denied', 'refused_by_policy'],
  ['5.0.0', '554 unsolicited', 'refused_as_spam'],
  ['5.0.0', 'retry time not reached for any host', 'expired'],
  ['5.1.0', '', 'mailbox_unknown'],
  ['5.0.0', '', 'other'],
  ['5.0.0', 'no', 'other'],
  ['5.3.0', 'no', 'other'],
  // The sending server gave up.
  ['4.4.1', 'Connection timed out', 'expired'],
  ['4.1.1', 'User unknown', 'expired'],
  ['4.7.1', 'Greylisted', 'expired'],
  ['4.2.2', '', 'mailbox_full'],
  ['4.2.0', 'mailbox is full', 'mailbox_full'],
]

for (const [status, answer, reason] of ANSWERS) {
  test(`${status} with ${answer || 'no answer'} means ${reason}`, () => {
    assert.equal(findBounceReason({ status, answer }), reason)
  })
}

test('every reason has an answer that means it', () => {
  const meant = new Set(ANSWERS.map(([, , reason]) => reason))
  assert.deepEqual(
    BOUNCE_REASONS.filter((reason) => !meant.has(reason)),
    [],
  )
})

test('three reasons mean that the mailbox does not exist', () => {
  assert.deepEqual(BOUNCE_REASONS.filter(isNoSuchMailbox), [
    'mailbox_unknown',
    'mailbox_disabled',
    'domain_unknown',
  ])
})

test('finds enhanced status codes in texts, but no IP addresses', () => {
  for (const [text, status] of [
    ['5.1.1', '5.1.1'],
    ['5.1.1 (bad destination mailbox address)', '5.1.1'],
    ['550-5.2.2 over quota', '5.2.2'],
    ['(#5.7.1)', '5.7.1'],
    ['Rejected with 5.7.1.', '5.7.1'],
    ['5.01.001', '5.1.1'],
    ['5.4.310', '5.4.310'],
    ['3.1.1', null],
    ['5.1', null],
    ['15.1.1', null],
    ['5.1.1.9', null],
    ['192.5.1.1', null],
    ['5.1.1111', null],
    ['', null],
  ] as const)
    assert.equal(findStatus(text), status, text)
})

test('finds the class of a reply code at the beginning of an answer', () => {
  for (const [answer, status] of [
    ['550 no', '5.0.0'],
    ['<550 no', '5.0.0'],
    ['450-later', '4.0.0'],
    ['250', '2.0.0'],
    ['5500 no', null],
    ['said: 550', null],
    ['', null],
  ] as const)
    assert.equal(findReplyClass(answer), status, answer)
})

test('reads hostile answers within 2 seconds', () => {
  const texts = ['user ', 'message ', 'host ', ' '].map((word) => word.repeat(300 / word.length))
  const began = performance.now()
  for (const answer of texts)
    for (let times = 0; times < 100; times += 1) findBounceReason({ status: '5.0.0', answer })
  assert.ok(performance.now() - began < 2000)
})
