import assert from 'node:assert/strict'
import { test } from 'node:test'
import '../support/dashboard/english.ts'
import type { Attempt } from '../../dashboard/src/api/submissions/deliveries.ts'
import { untilText } from '../../dashboard/src/controls/time-words.ts'
import {
  describeAnswer,
  describeOutcome,
  describeState,
  explainState,
  getShownState,
  STATES,
} from '../../dashboard/src/screens/submission/delivery-words.ts'

const NOW = Date.parse('2026-11-24T00:00:00.000Z')

function attempt(answer: string, outcome: Attempt['outcome'] = 'deferred'): Attempt {
  const at = new Date(NOW).toISOString()
  return { started_at: at, ended_at: at, outcome, answer }
}

test('says when the next try is, and never that it was just now', () => {
  const cases: [number, string][] = [
    [-3_600_000, 'soon'],
    [0, 'soon'],
    [1, 'in less than a minute'],
    [59_999, 'in less than a minute'],
    [60_000, 'in 1 minute'],
    [299_000, 'in 4 minutes'],
    [7_200_000, 'in 2 hours'],
  ]
  for (const [inMs, words] of cases) assert.equal(untilText(new Date(NOW + inMs), NOW), words)
})

test('says why an email is delayed when the mail server was not reached', () => {
  const unreachable = 'The mail server can’t be reached. We keep trying for five days.'
  const other = 'The last attempt failed. We keep trying for five days.'
  const refused = attempt('connect: connect ECONNREFUSED 127.0.0.1:25')
  const greylisted = attempt('rcpt_to: 451 Try again later')
  assert.equal(explainState('delayed', [greylisted, refused]), unreachable)
  assert.equal(explainState('delayed', [attempt('greeting: Greeting never received')]), unreachable)
  assert.equal(explainState('delayed', [refused, greylisted]), other)
  assert.equal(explainState('delayed', [attempt('greeting: 421 Too busy')]), other)
  assert.equal(
    explainState('delayed', []),
    'No email can be sent at the moment. We keep trying for five days.',
  )
  assert.equal(getShownState('queued', true), 'delayed')
  assert.equal(getShownState('queued', false), 'queued')
  assert.equal(getShownState('sent', true), 'sent')
  // The next attempt is in progress: the last known one says why.
  const open: Attempt = { ...attempt(''), ended_at: null, outcome: null, answer: null }
  assert.equal(explainState('delayed', [refused, open]), unreachable)
  assert.equal(explainState('queued', []), 'Waiting for its first attempt.')
  // It waited too long for another OpenPGP key, or for its form: there is no answer to point at.
  assert.doesNotMatch(explainState('failed', []), /answer/)
  assert.match(explainState('failed', []), /not sent in time/)
  assert.match(explainState('failed', [refused]), /the last answer says why/)
})

test('puts a failed connection into words, and leaves answers of servers as they are', () => {
  const cases: [string, string][] = [
    ['connect: connect ECONNREFUSED 127.0.0.1:18825', 'Connection refused (127.0.0.1:18825)'],
    ['connect: connect ECONNREFUSED ::1:25', 'Connection refused (::1:25)'],
    ['connect: ECONNREFUSED', 'Connection refused'],
    ['connect: getaddrinfo ENOTFOUND mail.acme.org', 'Server name not found (mail.acme.org)'],
    ['connect: getaddrinfo EAI_AGAIN mail.acme.org', 'Server name could not be looked up (mail.acme.org)'],
    ['connect: Connection timeout', 'Connection timeout'],
    ['greeting: 554 No SMTP service here', 'greeting: 554 No SMTP service here'],
    ['rcpt_to: 550 ECONNREFUSED is a strange name', 'rcpt_to: 550 ECONNREFUSED is a strange name'],
  ]
  for (const [answer, words] of cases) assert.equal(describeAnswer(answer), words)
})

test('says that an email was sent, and never that it was delivered, which nobody knows', () => {
  const states = Object.keys(STATES) as (keyof typeof STATES)[]
  assert.equal(describeState('sent').label, 'Sent')
  assert.match(describeState('sent').explained, /^Your mail server accepted it\./)
  for (const state of states) assert.doesNotMatch(describeState(state).label, /deliver/i, state)
})

test('says that a kept email was not sent', () => {
  assert.equal(describeState('kept').label, 'Kept')
  assert.match(describeState('kept').explained, /kept on this server and not sent/)
})

test('says of webhooks and chats what became of a delivery in the words of their kind', () => {
  assert.equal(describeState('sent', 'webhook').label, 'Accepted')
  assert.equal(describeState('sent', 'slack').label, 'Posted')
  assert.equal(describeOutcome(attempt('410', 'bounced'), 'failed', 'webhook').label, 'Gone')
  const failed = attempt('500 oops')
  assert.equal(describeOutcome(failed, 'delayed', 'discord').label, 'Delayed, will retry')
  assert.equal(describeOutcome(failed, 'failed', 'discord').label, 'Failed')
  assert.equal(describeOutcome(failed, 'failed').label, 'Delayed, will retry')
  const states = Object.keys(STATES) as (keyof typeof STATES)[]
  for (const state of states.filter((one) => !['kept', 'held', 'bounced'].includes(one))) {
    const words = explainState(state, [failed], 'ntfy')
    assert.doesNotMatch(words, /mail|address|five days/i, state)
  }
})
