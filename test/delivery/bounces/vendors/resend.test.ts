import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { resend } from '../../../../src/delivery/channels/email/bounces/vendors/resend.ts'
import { later, MINUTE } from '../../../../src/domain/time.ts'
import { ADA, bounce, complaint, TOKEN } from '../../../support/bounces/shape.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDC2FVsBQIhrs='
const ID = 'msg_2fEm2iYwJNn1VY3aXiXvm2m9pqR'
const NOW = new Date('2026-11-27T18:00:00Z')
const DATA = {
  created_at: '2026-11-27T17:59:58.894Z',
  email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
  message_id: '<sub@forms.example>',
  from: 'Formslot <forms@forms.example>',
  to: [ADA],
  subject: 'New submission',
  headers: [{ name: 'Formslot-Email', value: TOKEN }],
}
const BOUNCED = {
  type: 'email.bounced',
  created_at: NOW.toISOString(),
  data: {
    ...DATA,
    bounce: { type: 'Permanent', subType: 'NoEmail', message: 'The mailbox does not exist.' },
  },
}
const FOUND = { addresses: [], envelopeIds: [], headers: [TOKEN] }
const BODY = JSON.stringify(BOUNCED)

/** Headers that the two libraries make; the first is the one that Resend uses. */
const SIGNERS = {
  svix: (secret = SECRET, at = NOW, id = ID, body = BODY) => ({
    'svix-id': id,
    'svix-timestamp': String(at.getTime() / 1000),
    'svix-signature': new SvixWebhook(secret).sign(id, at, body),
  }),
  standardwebhooks: (secret = SECRET, at = NOW, id = ID, body = BODY) => ({
    'webhook-id': id,
    'webhook-timestamp': String(at.getTime() / 1000),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }),
}

function verify(
  headers: Record<string, string | string[]>,
  changes: { body?: string; secret?: string } = {},
) {
  const { body = BODY, secret = SECRET } = changes
  const fetchCertificate = async () => null
  return resend.verify({ headers, body: Buffer.from(body), now: NOW, secret, fetchCertificate })
}

const read = (event: unknown) => resend.read(Buffer.from(JSON.stringify(event)))

for (const [name, sign] of Object.entries(SIGNERS)) {
  test(`accepts a message that ${name} signed`, async () => {
    assert.deepEqual(await verify(sign()), { kind: 'verified', once: `resend:${ID}`, confirm: null })
  })
}

test('accepts a valid signature among the first ten', async () => {
  const { 'svix-signature': right } = SIGNERS.svix()
  const { 'svix-signature': wrong } = SIGNERS.svix(OTHER)
  const among = (before: number) => ({
    ...SIGNERS.svix(),
    'svix-signature': `${`${wrong} `.repeat(before)}${right}`,
  })
  assert.equal((await verify(among(1))).kind, 'verified')
  assert.equal((await verify(among(9))).kind, 'verified')
  assert.equal((await verify(among(10))).kind, 'refused')
})

const SIGNED = SIGNERS.svix()
for (const [name, headers] of Object.entries<Record<string, string | string[]>>({
  'no headers': {},
  'the signature of another secret': SIGNERS.svix(OTHER),
  'that of another version': { ...SIGNED, 'svix-signature': SIGNED['svix-signature'].replace('v1,', 'v1a,') },
  'that of another id': { ...SIGNED, 'svix-id': 'msg_2' },
  'that of another time': { ...SIGNED, 'svix-timestamp': String(NOW.getTime() / 1000 + 1) },
  'an empty signature': { ...SIGNED, 'svix-signature': '' },
  'an id with a space': SIGNERS.svix(SECRET, NOW, 'msg 2'),
  'an id of 201 characters': SIGNERS.svix(SECRET, NOW, 'm'.repeat(201)),
  'a time that is none': { ...SIGNED, 'svix-timestamp': 'now' },
  'headers that came twice': { ...SIGNED, 'svix-signature': [SIGNED['svix-signature']] },
})) {
  test(`refuses ${name}`, async () => {
    assert.equal((await verify(headers)).kind, 'refused')
  })
}

test('refuses a changed body, and every body if the setting is not a secret', async () => {
  assert.equal((await verify(SIGNED, { body: BODY.replace('Permanent', 'Transient') })).kind, 'refused')
  assert.equal((await verify(SIGNED, { body: `${BODY} ` })).kind, 'refused')
  assert.equal((await verify(SIGNED, { secret: 'whsec_' })).kind, 'refused')
})

test('accepts a signature for five minutes, in both directions', async () => {
  const kindOf = async (at: Date) => (await verify(SIGNERS.svix(SECRET, at))).kind
  assert.equal(await kindOf(later(NOW, -5 * MINUTE)), 'verified')
  assert.equal(await kindOf(later(NOW, -5 * MINUTE - 1000)), 'refused')
  assert.equal(await kindOf(later(NOW, 5 * MINUTE)), 'verified')
  assert.equal(await kindOf(later(NOW, 5 * MINUTE + 1000)), 'refused')
})

test('reads a bounce, and the token in headers or tags', () => {
  assert.deepEqual(read(BOUNCED), {
    reports: [bounce('failed', '5.1.3', 'The mailbox does not exist.')],
    places: FOUND,
  })
  const { headers: _, ...data } = BOUNCED.data
  for (const tags of [{ 'formslot-email': TOKEN }, [{ name: 'formslot-email', value: TOKEN }]])
    assert.deepEqual(read({ ...BOUNCED, data: { ...data, tags } })?.places, FOUND)
  assert.deepEqual(read({ ...BOUNCED, data })?.places.headers, [])
})

for (const [given, status] of [
  [{ type: 'Permanent', subType: 'General' }, '5.0.0'],
  [{ type: 'Permanent', subType: 'Suppressed' }, '5.0.0'],
  [{ type: 'Permanent', subType: 'General', diagnosticCode: ['smtp; 550 5.1.1 unknown'] }, '5.1.1'],
  [{ type: 'Transient', subType: 'MailboxFull' }, '5.2.2'],
  [{ type: 'Transient', subType: 'General' }, null],
  [{ type: 'Temporary' }, null],
  [{}, '5.0.0'],
] as const) {
  test(`reads a bounce with ${JSON.stringify(given)} as ${status}`, () => {
    const report = read({ ...BOUNCED, data: { ...DATA, bounce: given } })?.reports[0]
    assert.equal(report?.kind === 'bounce' ? report.status : null, status)
  })
}

test('reads complaints, delays and emails that were not sent', () => {
  const reports = (type: string, more = {}) => read({ type, data: { ...DATA, ...more } })?.reports
  assert.deepEqual(reports('email.complained'), [complaint('abuse')])
  assert.deepEqual(reports('email.delivery_delayed'), [bounce('delayed', '4.0.0', '')])
  assert.deepEqual(reports('email.suppressed', { suppressed: { message: 'On the list.', type: 'x' } }), [
    bounce('failed', '5.0.0', 'Resend: On the list.'),
  ])
  assert.deepEqual(reports('email.failed', { failed: { reason: 'reached_daily_quota' } }), [
    bounce('failed', '5.0.0', 'Resend: reached_daily_quota'),
  ])
  for (const type of ['email.sent', 'email.delivered', 'contact.created', 'toString', ''])
    assert.equal(reports(type), undefined)
})
