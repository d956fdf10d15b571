import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composeNotice } from '../../src/delivery/channels/email/templates/notice-email.ts'
import { planContents } from '../../src/delivery/channels/email/templates/plan-email.ts'
import { quotaContents } from '../../src/delivery/channels/email/templates/quota-email.ts'
import { PLANS } from '../../src/domain/plans/plan.ts'

const SENDER = {
  base: 'https://forms.acme.org',
  from: { name: 'Formslot', address: 'emails@acme.org' },
  messageDomain: 'acme.org',
  handlesBounces: false,
}
const SERVICE = { name: SENDER.from.name, base: SENDER.base }
const ABOUT = {
  sender: SENDER,
  to: 'ada@lovelace.dev',
  id: 'not_1',
  createdAt: new Date('2026-11-20T10:00:00Z'),
  bounceToken: null,
}
const FULL = {
  percent: 100,
  month: '2026-11',
  resetsAt: '2026-12-01T00:00:00.000Z',
  endpointId: null,
  name: null,
  language: 'en',
  base: SENDER.base,
} as const

test('describes an account quota as shared by all endpoints', () => {
  const events = composeNotice(quotaContents({ ...FULL, what: 'telemetry', quota: 5000 }), ABOUT)
  assert.equal(events.subject, 'You have reached your limit of 5,000 telemetry events this month')
  assert.match(events.text, /5,000 telemetry events a month for all endpoints of your account/)
  const messages = composeNotice(quotaContents({ ...FULL, what: 'queue', percent: 80, quota: 100 }), ABOUT)
  assert.equal(messages.subject, 'You have used 80% of 100 queue messages this month')
  assert.match(
    messages.text,
    /100 queue messages a month for all endpoints of your account at https:\/\/forms\.acme\.org together/,
  )
  for (const email of [events, messages]) {
    assert.equal(email.unsubscribeUrl, null)
    assert.ok(email.text.includes('https://forms.acme.org/app/usage'))
    assert.ok(email.html.includes('href="https://forms.acme.org/app/usage"'))
  }
})

test('shows any endpoint name as a line of plain text', () => {
  const name = 'Contact\r\nBcc: mallory@evil.dev <img src=x onerror=alert(1)>'
  const input = { ...FULL, what: 'form', endpointId: 'f_k3v9q2m7x4t8r5wz', name, quota: 50 } as const
  const email = composeNotice(quotaContents(input), ABOUT)
  assert.doesNotMatch(email.subject, /[\r\n]/)
  assert.ok(!email.html.includes('<img'))
})

test('lists only what differs between two plans', () => {
  const files = { filesPerSubmission: 5, storedBytes: 1.5 * 1024 ** 3 }
  const after = { ...PLANS.free, name: 'team', submissionsPerMonth: null, ...files }
  const { text } = composeNotice(
    planContents({ language: 'en', before: PLANS.free, after, retentionReducedAt: null, service: SERVICE }),
    ABOUT,
  )
  assert.match(text, /^Your plan at Formslot is now Team$/m)
  assert.match(text, /^ {2}Form submissions a month, per form: unlimited \(previously 50\)$/m)
  assert.match(text, /^ {2}Files per submission: 5 \(previously 3\)$/m)
  assert.match(text, /^ {2}Storage for files: 1\.5\u00a0GiB \(previously 50\u00a0MiB\)$/m)
  assert.doesNotMatch(text, /kept|deleted|destinations|Queue|Largest file/)
})

test('lists all limits if the previous plan no longer exists', () => {
  const retentionReducedAt = '2026-11-27T10:00:00.000Z'
  const { text } = composeNotice(
    planContents({ language: 'en', before: null, after: PLANS.free, retentionReducedAt, service: SERVICE }),
    ABOUT,
  )
  assert.match(text, /^ {2}Submissions are kept for: 30 days$/m)
  assert.match(text, /From 27 November 2026 at 10:00 UTC, we will permanently delete data older/)
})
