import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { mailgun } from '../../../../src/delivery/channels/email/bounces/vendors/mailgun.ts'
import { createSeenMessages } from '../../../../src/delivery/channels/email/bounces/vendors/seen-messages.ts'
import { findBounceReason } from '../../../../src/domain/outbox/bounce-reason.ts'
import { VENDOR_HEADERS } from '../../../../src/domain/outbox/bounce-vendors.ts'
import { HOUR, later, MINUTE } from '../../../../src/domain/time.ts'
import { ADA, bounce, complaint, SENDER, TOKEN } from '../../../support/bounces/shape.ts'

const SECRET = 'signing-key-of-mailgun-0123456789'
const NOW = new Date('2026-11-27T18:00:00Z')
const MAILGUN_TOKEN = '643aa3f7af958d600468e583a7ffd17ee07e3a12a9af092a01'
const FAILED = {
  event: 'failed',
  id: 'G9Bn5sl1TC6nu79C8C0bwg',
  timestamp: 1795802400.123,
  'log-level': 'error',
  severity: 'permanent',
  reason: 'bounce',
  recipient: ADA,
  'recipient-domain': 'example.org',
  tags: [],
  'user-variables': { 'formslot-email': TOKEN, other: '1' },
  envelope: { sender: SENDER, transport: 'smtp', targets: ADA },
  message: {
    headers: { to: ADA, from: 'forms@forms.example', 'message-id': 'sub@forms.example' },
    size: 4000,
  },
  'delivery-status': {
    code: 550,
    'enhanced-code': '5.1.1',
    message: `5.1.1 <${ADA}>: user unknown`,
    description: '',
    'attempt-no': 1,
    'session-seconds': 0.5,
  },
}

/** The signature as Mailgun describes it. */
function sign(at: Date, token = MAILGUN_TOKEN): { timestamp: string; token: string; signature: string } {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  return {
    timestamp,
    token,
    signature: createHmac('sha256', SECRET)
      .update(timestamp + token)
      .digest('hex'),
  }
}

function verify(signature: unknown, now = NOW) {
  const body = Buffer.from(JSON.stringify({ signature, 'event-data': FAILED }))
  const fetchCertificate = async () => null
  return mailgun.verify({ headers: {}, body, now, secret: SECRET, fetchCertificate })
}

const read = (event: unknown) =>
  mailgun.read(Buffer.from(JSON.stringify({ signature: {}, 'event-data': event })))

test('accepts a signature from Mailgun, with the timestamp as a string or as a number', async () => {
  const once = `mailgun:${MAILGUN_TOKEN}`
  assert.deepEqual(await verify(sign(NOW)), { kind: 'verified', once, confirm: null })
  const numeric = { ...sign(NOW), timestamp: Number(sign(NOW).timestamp) }
  assert.equal((await verify(numeric)).kind, 'verified')
})

const openssl = spawnSync('openssl', ['version']).status === 0
test('accepts the signature that openssl makes', { skip: openssl ? false : 'needs openssl' }, async () => {
  const { timestamp, token } = sign(NOW)
  const { stdout } = spawnSync('openssl', ['dgst', '-sha256', '-hmac', SECRET, '-r'], {
    input: timestamp + token,
    encoding: 'utf8',
  })
  assert.equal((await verify({ timestamp, token, signature: stdout.split(' ')[0] })).kind, 'verified')
})

const SIGNED = sign(NOW)
for (const [name, signature] of Object.entries({
  'no signature': undefined,
  'an empty one': { ...SIGNED, signature: '' },
  'a changed one': {
    ...SIGNED,
    signature: SIGNED.signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
  },
  'a shorter one': { ...SIGNED, signature: SIGNED.signature.slice(2) },
  'that of another time': { ...SIGNED, timestamp: String(Number(SIGNED.timestamp) + 1) },
  'that of another token': { ...SIGNED, token: 'a'.repeat(50) },
  'a digit moved from the time into the token': {
    ...SIGNED,
    timestamp: SIGNED.timestamp.slice(0, -1),
    token: SIGNED.timestamp.slice(-1) + SIGNED.token,
  },
  'a token of spaces': sign(NOW, '   '),
  'a token of 10,000 characters': sign(NOW, 'a'.repeat(10_000)),
  'a list as token': { ...SIGNED, token: [SIGNED.token] },
  'a time that is none': { ...SIGNED, timestamp: 'NaN' },
  'a time with a fraction': { ...SIGNED, timestamp: Number(SIGNED.timestamp) + 0.5 },
  'a list': [SIGNED.timestamp, SIGNED.token, SIGNED.signature],
})) {
  test(`refuses ${name}`, async () => {
    assert.equal((await verify(signature)).kind, 'refused')
  })
}

test('accepts a message for 12 hours, because Mailgun repeats it with the same signature for 8', async () => {
  const kindAt = async (after: number) => (await verify(sign(NOW), later(NOW, after))).kind
  assert.equal(await kindAt(12 * HOUR), 'verified')
  assert.equal(await kindAt(12 * HOUR + 1), 'refused')
  assert.equal(await kindAt(-5 * MINUTE), 'verified')
  assert.equal(await kindAt(-5 * MINUTE - 1), 'refused')
})

test('remembers a message that has taken effect until its signature is too old', () => {
  const seen = createSeenMessages()
  assert.equal(seen.has('mailgun:a', NOW), false)
  seen.add('mailgun:a', NOW)
  assert.equal(seen.has('mailgun:a', later(NOW, 12 * HOUR + 5 * MINUTE)), true)
  assert.equal(seen.has('mailgun:a', later(NOW, 12 * HOUR + 5 * MINUTE + 1)), false)
  assert.equal(seen.has('mailgun:b', NOW), false)
})

test('reads a failure, and the token in variables and envelope sender', () => {
  assert.deepEqual(read(FAILED), {
    reports: [bounce('failed', '5.1.1', '5.1.1 <…>: user unknown')],
    places: { addresses: [SENDER], envelopeIds: [], headers: [TOKEN] },
  })
})

test('the variables are those in the header of the email, which is a line of at most 76 characters', () => {
  const [name = '', value = ''] = VENDOR_HEADERS.mailgun?.(TOKEN) ?? []
  assert.equal(name, 'X-Mailgun-Variables')
  assert.ok(`${name}: ${value}`.length <= 76)
  assert.deepEqual(read({ ...FAILED, 'user-variables': JSON.parse(value) })?.places.headers, [TOKEN])
})

for (const [name, changes, action, reason] of [
  ['a temporary failure', { severity: 'temporary', 'delivery-status': { code: 421 } }, 'delayed', 'expired'],
  ['one without an enhanced code', { 'delivery-status': { code: 554, message: 'no' } }, 'failed', 'other'],
  [
    'one that was tried for too long',
    { 'delivery-status': { code: 452, message: 'later' } },
    'failed',
    'expired',
  ],
  ['the newer name of the code', { 'delivery-status': { 'bounce-code': '5.2.2' } }, 'failed', 'mailbox_full'],
  [
    'an address on the list of Mailgun',
    {
      reason: 'suppress-bounce',
      'delivery-status': {
        code: 605,
        message: '',
        description: 'Not delivering to previously bounced address',
      },
    },
    'failed',
    'other',
  ],
  ['one without a status', { 'delivery-status': null }, 'failed', 'other'],
] as const) {
  test(`reads ${name} as ${action}: ${reason}`, () => {
    const report = read({ ...FAILED, ...changes })?.reports[0]
    assert.ok(report?.kind === 'bounce')
    assert.equal(report.action, action)
    assert.equal(findBounceReason(report), reason)
  })
}

test('reads a complaint, and nothing in other events', () => {
  assert.deepEqual(read({ ...FAILED, event: 'complained' })?.reports, [complaint('abuse')])
  for (const event of ['delivered', 'opened', 'unsubscribed', 'constructor'])
    assert.equal(read({ ...FAILED, event }), null)
})
