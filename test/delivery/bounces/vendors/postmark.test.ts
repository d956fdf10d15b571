import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postmark } from '../../../../src/delivery/channels/email/bounces/vendors/postmark.ts'
import { findBounceReason } from '../../../../src/domain/outbox/bounce-reason.ts'
import { VENDOR_HEADERS } from '../../../../src/domain/outbox/bounce-vendors.ts'
import { ADA, bounce, complaint, TOKEN } from '../../../support/bounces/shape.ts'

const SECRET = 'a password of Postmark: 42'
const BOUNCE = {
  RecordType: 'Bounce',
  MessageStream: 'outbound',
  ID: 4323372036854,
  Type: 'HardBounce',
  TypeCode: 1,
  Name: 'Hard bounce',
  Tag: '',
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  Metadata: { 'formslot-email': TOKEN, other: 'x' },
  ServerID: 23,
  Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
  Details: `smtp;550 5.1.1 <${ADA}>: Recipient address rejected: User unknown`,
  Email: ADA,
  From: 'forms@forms.example',
  BouncedAt: '2026-11-27T16:33:54.9070259Z',
  DumpAvailable: true,
  Inactive: true,
  CanActivate: true,
  Subject: 'New submission',
}

async function verify(authorization: string | undefined, body = Buffer.from('{}')) {
  const headers = authorization === undefined ? {} : { authorization }
  const fetchCertificate = async () => null
  return postmark.verify({ headers, body, now: new Date(), secret: SECRET, fetchCertificate })
}

const read = (event: unknown) => postmark.read(Buffer.from(JSON.stringify(event)))
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

test('accepts the password in the URL, with any user name', async () => {
  const { username, password } = new URL(`https://postmark:${encodeURIComponent(SECRET)}@forms.example/`)
  const sent = basic(`${username}:${decodeURIComponent(password)}`)
  assert.deepEqual(await verify(sent), { kind: 'verified', once: null, confirm: null })
  assert.equal((await verify(basic(`:${SECRET}`))).kind, 'verified')
})

for (const given of [
  undefined,
  '',
  SECRET,
  `Bearer ${SECRET}`,
  'Basic',
  'Basic \0',
  basic(SECRET.replaceAll(':', '')),
  basic('postmark:'),
  basic(`postmark:${SECRET} `),
  basic(`postmark:${SECRET.slice(0, -1)}`),
  basic(`postmark:${SECRET.toUpperCase()}`),
  `${basic(`postmark:${SECRET}`)}, ${basic('x:y')}`,
]) {
  test(`refuses ${JSON.stringify(given)} as the password`, async () => {
    assert.equal((await verify(given)).kind, 'refused')
  })
}

test('refuses a body above 1 MiB', async () => {
  const right = basic(`postmark:${SECRET}`)
  assert.equal((await verify(right, Buffer.alloc(1024 * 1024))).kind, 'verified')
  assert.equal((await verify(right, Buffer.alloc(1024 * 1024 + 1))).kind, 'refused')
})

test('reads a bounce and the token in its metadata', () => {
  const answer = '550 5.1.1 <…>: Recipient address rejected: User unknown'
  assert.deepEqual(read(BOUNCE), {
    reports: [bounce('failed', '5.1.1', answer)],
    places: { addresses: [], envelopeIds: [], headers: [TOKEN] },
  })
})

test('the metadata is that in the header of the email, whose value is short enough', () => {
  const [name = '', value = ''] = VENDOR_HEADERS.postmark?.(TOKEN) ?? []
  const key = name.replace('X-PM-Metadata-', '')
  // Limits of Postmark.
  assert.ok(key.length <= 20 && value.length <= 80)
  assert.deepEqual(read({ ...BOUNCE, Metadata: { [key]: value } })?.places.headers, [TOKEN])
})

for (const [Type, action, reason] of [
  ['HardBounce', 'failed', 'mailbox_unknown'],
  ['BadEmailAddress', 'failed', 'mailbox_unknown'],
  ['SoftBounce', 'failed', 'expired'],
  ['DnsError', 'failed', 'expired'],
  ['SpamNotification', 'failed', 'refused_by_policy'],
  ['Blocked', 'failed', 'refused_by_policy'],
  ['DMARCPolicy', 'failed', 'refused_by_policy'],
  ['ManuallyDeactivated', 'failed', 'other'],
  ['Unknown', 'failed', 'other'],
  ['Transient', 'delayed', 'expired'],
] as const) {
  test(`reads ${Type} without details as ${action}: ${reason}`, () => {
    const report = read({ ...BOUNCE, Type, Details: '', Description: '' })?.reports[0]
    assert.ok(report?.kind === 'bounce')
    assert.equal(report.action, action)
    assert.equal(findBounceReason(report), reason)
  })
}

test('reads a soft bounce that mentions a full mailbox as a full mailbox', () => {
  const report = read({ ...BOUNCE, Type: 'SoftBounce', Details: 'smtp;552 5.2.2 Mailbox full' })?.reports[0]
  assert.deepEqual(report, bounce('failed', '5.2.2', '552 5.2.2 Mailbox full'))
})

test('ignores replies, subscriptions and other records', () => {
  for (const Type of ['AutoResponder', 'Subscribe', 'Unsubscribe', 'AddressChange', 'constructor', ''])
    assert.equal(read({ ...BOUNCE, Type }), null, Type)
  for (const RecordType of ['Delivery', 'Open', 'Click', 'SubscriptionChange', '__proto__'])
    assert.equal(read({ ...BOUNCE, RecordType }), null, RecordType)
})

test('reads a complaint', () => {
  const expected = [complaint('abuse')]
  assert.deepEqual(read({ ...BOUNCE, RecordType: 'SpamComplaint', Type: 'SpamComplaint' })?.reports, expected)
  assert.deepEqual(read({ ...BOUNCE, Type: 'SpamComplaint' })?.reports, expected)
})
