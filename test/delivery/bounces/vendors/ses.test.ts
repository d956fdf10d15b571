import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cacheCertificates } from '../../../../src/delivery/channels/email/bounces/vendors/certificate-cache.ts'
import { ses } from '../../../../src/delivery/channels/email/bounces/vendors/ses.ts'
import type { FetchCertificate } from '../../../../src/delivery/channels/email/bounces/vendors/vendor.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '../../../../src/domain/time.ts'
import { ADA, bounce, complaint, SENDER, TOKEN } from '../../../support/bounces/shape.ts'
import {
  CERTIFICATE_URL,
  confirmation,
  hasOpenssl,
  notification,
  openSnsSigner,
  type SnsMessage,
  TOPIC,
} from '../../../support/bounces/sns-signer.ts'

const options = { skip: hasOpenssl ? false : 'needs openssl' }
const signer = hasOpenssl ? openSnsSigner() : null
after(() => signer?.[Symbol.dispose]())
const NOW = signer?.now ?? new Date()

const MAIL = {
  timestamp: '2026-11-27T17:59:59.000Z',
  source: SENDER,
  messageId: '0107018b1c2d3e4f-5a6b7c8d-9e0f-4a1b-8c2d-3e4f5a6b7c8d-000000',
  destination: [ADA],
  headersTruncated: false,
  headers: [
    { name: 'From', value: 'Formslot <forms@forms.example>' },
    { name: 'Formslot-Email', value: TOKEN },
    { name: 'Message-ID', value: '<sub@forms.example>' },
  ],
}
const BOUNCE = {
  notificationType: 'Bounce',
  bounce: {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [
      {
        emailAddress: ADA,
        action: 'failed',
        status: '5.1.1',
        diagnosticCode: 'smtp; 550 5.1.1 user unknown',
      },
    ],
    timestamp: '2026-11-27T18:00:00.000Z',
    feedbackId: '0107018b1c2d3e4f-0a1b2c3d-000000',
    reportingMTA: 'dns; e235-7.smtp-out.eu-central-1.amazonses.com',
  },
  mail: MAIL,
}
const FOUND = { addresses: [SENDER], envelopeIds: [], headers: [TOKEN] }

function verify(body: Buffer, changes: { now?: Date; secret?: string; fetch?: FetchCertificate } = {}) {
  const fetched: string[] = []
  const fetchCertificate: FetchCertificate = async (url) => {
    fetched.push(url.href)
    return signer?.certificate ?? null
  }
  const request = {
    headers: {},
    body,
    now: changes.now ?? NOW,
    secret: changes.secret ?? TOPIC,
    fetchCertificate: changes.fetch ?? fetchCertificate,
  }
  return ses.verify(request).then((result) => ({ ...result, fetched }))
}

/** A notification that is changed before it is signed. */
function sign(changes: SnsMessage = {}, version: '1' | '2' = '2'): Buffer {
  return signer?.sign({ ...notification(BOUNCE, NOW), ...changes }, version) ?? Buffer.alloc(0)
}

/** A signed notification that is changed on its way. */
function forge(changes: Record<string, unknown>): Buffer {
  return Buffer.from(JSON.stringify({ ...JSON.parse(sign().toString()), ...changes }))
}

async function readEvent(event: unknown) {
  const body = Buffer.from(JSON.stringify(notification(event, NOW)))
  return ses.read(body)
}

for (const version of ['1', '2'] as const) {
  test(`accepts an SNS message with a signature of version ${version}`, options, async () => {
    const result = await verify(sign({}, version))
    assert.deepEqual(result, {
      kind: 'verified',
      once: 'ses:22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
      confirm: null,
      fetched: [CERTIFICATE_URL],
    })
  })
}

test('accepts an SNS message with a subject, which is also signed', options, async () => {
  assert.equal((await verify(sign({ Subject: 'Amazon SES Email Event Notification' }))).kind, 'verified')
  assert.equal((await verify(forge({ Subject: 'Another' }))).kind, 'refused')
})

test(
  'confirms a subscription at a URL that is built only from the topic and the token',
  options,
  async () => {
    const result = await verify(signer?.sign(confirmation(NOW)) ?? Buffer.alloc(0))
    assert.ok(result.kind === 'verified')
    assert.equal(
      result.confirm?.href,
      `https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${encodeURIComponent(TOPIC)}&Token=2336412f37fb687f5d51e6e2425c464de257eb`,
    )
    assert.equal(ses.read(Buffer.from(JSON.stringify(confirmation(NOW)))), null)
  },
)

const FORGERIES: Readonly<Record<string, Record<string, unknown>>> = {
  'another message': { Message: JSON.stringify({ ...BOUNCE, mail: {} }) },
  'another key of the message': { MessageId: '00000000-0000-0000-0000-000000000000' },
  'another time': { Timestamp: later(NOW, MINUTE).toISOString() },
  'another type': { Type: 'UnsubscribeConfirmation', Token: 'a', SubscribeURL: 'https://example.org' },
  'an empty signature': { Signature: '' },
  'a signature that is no base64': { Signature: '\0\u{1f600}' },
  'a signature that is a list': { Signature: ['a'] },
  'the other version': { SignatureVersion: '1' },
  'a version that does not exist': { SignatureVersion: '3' },
  'a version named like a member of every object': { SignatureVersion: 'constructor' },
  'a type that does not exist': { Type: '__proto__' },
  'a type that is a list': { Type: ['Notification'] },
  'another topic': { TopicArn: `${TOPIC}2` },
  'a message that is an object': { Message: {} },
}
for (const [name, changes] of Object.entries(FORGERIES)) {
  test(`refuses an SNS message with ${name}`, options, async () => {
    assert.equal((await verify(forge(changes))).kind, 'refused')
  })
}

test('refuses a message from somebody else’s topic, although SNS signed it', options, async () => {
  const other = 'arn:aws:sns:eu-central-1:999999999999:bounces'
  const result = await verify(sign({ TopicArn: other }))
  assert.deepEqual(result, { kind: 'refused', reason: 'The message is from another topic.', fetched: [] })
  assert.equal((await verify(sign(), { secret: 'bounces' })).kind, 'refused')
})

for (const url of [
  'https://sns.eu-central-1.amazonaws.com.evil.org/a.pem',
  'https://evil.org/sns.eu-central-1.amazonaws.com/a.pem',
  'http://sns.eu-central-1.amazonaws.com/a.pem',
  'https://user@sns.eu-central-1.amazonaws.com/a.pem',
  'https://sns.eu-central-1.amazonaws.com@evil.org/a.pem',
  'https://sns.eu-central-1.amazonaws.com:8443/a.pem',
  'https://sns.eu-central-1.amazonaws.com:443/a.pem',
  'https://sns.us-east-1.amazonaws.com/a.pem',
  'https://sns.eu-central-1.amazonaws.com./a.pem',
  'https://SNS.eu-central-1.amazonaws.com/a.pem',
  'https://sns.eu-central-1.amazonaws.com/?x=/a.pem',
  'https://sns.eu-central-1.amazonaws.com/a.pem?x',
  'https://sns.eu-central-1.amazonaws.com/a.pem#x',
  'https://sns.eu-central-1.amazonaws.com/../a.pem',
  'https://sns.eu-central-1.amazonaws.com/%61.pem',
  'https://sns.eu-central-1.amazonaws.com\\@evil.org/a.pem',
  'https://s3.eu-central-1.amazonaws.com/sns/a.pem',
  ' https://sns.eu-central-1.amazonaws.com/a.pem',
  'file:///etc/ssl/a.pem',
  '',
]) {
  test(`fetches no certificate from ${JSON.stringify(url)}`, options, async () => {
    const result = await verify(sign({ SigningCertURL: url }))
    assert.deepEqual([result.kind, result.fetched], ['refused', []])
  })
}

test('a topic in China has its certificate on the host of that region', options, async () => {
  const arn = 'arn:aws-cn:sns:cn-north-1:123456789012:bounces'
  const at = (host: string) =>
    verify(sign({ TopicArn: arn, SigningCertURL: `https://${host}/a.pem` }), { secret: arn })
  assert.equal((await at('sns.cn-north-1.amazonaws.com.cn')).kind, 'verified')
  assert.equal((await at('sns.cn-north-1.amazonaws.com')).kind, 'refused')
})

test('refuses the certificate of another key, and files that are not certificates', options, async () => {
  using other = openSnsSigner()
  using elliptic = openSnsSigner(['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'])
  const signed = elliptic.sign(notification(BOUNCE, NOW))
  assert.equal((await verify(signed, { fetch: async () => elliptic.certificate })).kind, 'refused')
  for (const pem of [other.certificate, '', '<html>', '\0'.repeat(1000)])
    assert.equal((await verify(sign(), { fetch: async () => pem })).kind, 'refused')
  assert.equal((await verify(sign(), { fetch: async () => null })).kind, 'undecided')
})

test('accepts a message for 12 hours, and none from the future', options, async () => {
  const kindAt = async (after: number) => (await verify(sign(), { now: later(NOW, after) })).kind
  assert.equal(await kindAt(12 * HOUR), 'verified')
  assert.equal(await kindAt(12 * HOUR + 1), 'refused')
  assert.equal(await kindAt(-5 * MINUTE), 'verified')
  assert.equal(await kindAt(-5 * MINUTE - 1), 'refused')
})

test('refuses invalid timestamps', options, async () => {
  for (const Timestamp of ['', 'yesterday', '2026-02-30', String(NOW.getTime()), `${NOW.toISOString()} `])
    assert.equal((await verify(sign({ Timestamp }))).kind, 'refused', Timestamp)
})

test('refuses a certificate before and after its validity period', options, async () => {
  const at = (now: Date) => verify(sign({ Timestamp: now.toISOString() }), { now })
  assert.equal((await at(later(NOW, -2 * DAY))).kind, 'refused')
  assert.equal((await at(later(NOW, 363 * DAY))).kind, 'verified')
  assert.equal((await at(later(NOW, 365 * DAY))).kind, 'refused')
})

test('reads a bounce, its answer, and the token in header and envelope sender', async () => {
  const received = await readEvent(BOUNCE)
  assert.deepEqual(received, {
    reports: [bounce('failed', '5.1.1', '550 5.1.1 user unknown')],
    places: FOUND,
  })
  const { notificationType, ...event } = BOUNCE
  assert.deepEqual(await readEvent({ eventType: notificationType, ...event }), received)
})

test('reads each recipient of a bounce', async () => {
  const bouncedRecipients = [
    { emailAddress: ADA, status: '5.1.1' },
    {
      emailAddress: 'Bo <bo@example.org>',
      status: '5.2.2',
      diagnosticCode: 'smtp; 552 5.2.2 <bo@example.org> full',
    },
  ]
  const received = await readEvent({ ...BOUNCE, bounce: { ...BOUNCE.bounce, bouncedRecipients } })
  assert.deepEqual(received?.reports, [
    bounce('failed', '5.1.1', ''),
    bounce('failed', '5.2.2', '552 5.2.2 <…> full', ['bo@example.org']),
  ])
})

for (const [bounceType, bounceSubType, recipient, status] of [
  ['Permanent', 'General', {}, '5.0.0'],
  ['Permanent', 'NoEmail', {}, '5.1.3'],
  ['Permanent', 'Suppressed', { status: '5.1.1' }, '5.0.0'],
  ['Permanent', 'OnAccountSuppressionList', { status: '5.1.1' }, '5.0.0'],
  ['Transient', 'MailboxFull', {}, '5.2.2'],
  ['Transient', 'MessageTooLarge', {}, '5.3.4'],
  ['Transient', 'ContentRejected', {}, '5.7.0'],
  ['Transient', 'General', { status: '4.4.7' }, '4.4.7'],
  ['Transient', 'General', { diagnosticCode: 'smtp; 450 try later' }, '4.0.0'],
  ['Undetermined', 'Undetermined', {}, '5.0.0'],
  ['constructor', '__proto__', {}, '5.0.0'],
] as const) {
  test(`reads a bounce ${bounceType}/${bounceSubType} with ${JSON.stringify(recipient)} as ${status}`, async () => {
    const bouncedRecipients = [{ emailAddress: ADA, ...recipient }]
    const received = await readEvent({ ...BOUNCE, bounce: { bounceType, bounceSubType, bouncedRecipients } })
    const [report] = received?.reports ?? []
    assert.ok(report?.kind === 'bounce')
    assert.deepEqual([report.action, report.status], ['failed', status])
  })
}

test('ignores a transient bounce without an answer, which can be an autoresponder’s reply', async () => {
  const bouncedRecipients = [{ emailAddress: ADA }]
  const event = { bounceType: 'Transient', bounceSubType: 'General', bouncedRecipients }
  assert.equal(await readEvent({ ...BOUNCE, bounce: event }), null)
})

test('reads complaints by their type', async () => {
  const complained = (more: Record<string, unknown>) =>
    readEvent({
      notificationType: 'Complaint',
      complaint: { complainedRecipients: [{ emailAddress: ADA }], ...more },
      mail: MAIL,
    }).then((received) => received?.reports)
  assert.deepEqual(await complained({ complaintFeedbackType: 'abuse' }), [complaint('abuse')])
  assert.deepEqual(await complained({}), [complaint('abuse')])
  assert.deepEqual(await complained({ complaintFeedbackType: 'not-spam' }), [complaint('not-spam')])
  assert.equal(await complained({ complaintFeedbackType: 'auth-failure' }), undefined)
  const suppressed = await complained({ complaintSubType: 'OnAccountSuppressionList' })
  assert.equal(suppressed?.[0]?.kind, 'bounce')
})

test('reads delays and emails that Amazon did not send', async () => {
  const deliveryDelay = {
    delayType: 'TransientCommunicationFailure',
    delayedRecipients: [
      { emailAddress: ADA, status: '4.4.1', diagnosticCode: 'smtp; 421 4.4.1 Unable to connect' },
    ],
  }
  assert.deepEqual((await readEvent({ eventType: 'DeliveryDelay', mail: MAIL, deliveryDelay }))?.reports, [
    bounce('delayed', '4.4.1', '421 4.4.1 Unable to connect'),
  ])
  const reject = await readEvent({ eventType: 'Reject', mail: MAIL, reject: { reason: 'Bad content' } })
  assert.deepEqual(reject?.reports, [
    bounce('failed', '5.7.0', 'Amazon SES did not send the email: Bad content', []),
  ])
})

test('ignores other events and texts', async () => {
  assert.equal(await readEvent({ eventType: 'Delivery', mail: MAIL, delivery: {} }), null)
  assert.equal(await readEvent('Successfully validated SNS topic for Amazon SES event publishing.'), null)
  assert.equal(ses.read(Buffer.from(JSON.stringify(BOUNCE))), null)
})

test('made-up certificate URLs cause one request every two seconds, and a cached certificate causes none', async () => {
  let now = NOW
  const fetched: string[] = []
  const fetchCertificate = cacheCertificates(
    async (url) => {
      fetched.push(url.pathname)
      return url.pathname === '/bad.pem' ? null : `certificate ${url.pathname}`
    },
    { now: () => now },
  )
  const get = (name: string) =>
    fetchCertificate(new URL(`https://sns.eu-central-1.amazonaws.com/${name}.pem`))
  assert.deepEqual(await Promise.all([get('a'), get('a'), get('bad')]), [
    'certificate /a.pem',
    'certificate /a.pem',
    null,
  ])
  assert.deepEqual(fetched, ['/a.pem'])
  assert.equal(await get('bad'), null)
  now = later(now, 2 * SECOND - 1)
  assert.equal(await get('bad'), null)
  assert.equal(await get('a'), 'certificate /a.pem')
  assert.deepEqual(fetched, ['/a.pem'])
  now = later(now, 1)
  assert.equal(await get('bad'), null)
  assert.deepEqual(fetched, ['/a.pem', '/bad.pem'])
  for (const name of ['b', 'c', 'd', 'e']) {
    now = later(now, 2 * SECOND)
    assert.equal(await get(name), `certificate /${name}.pem`)
  }
  // The oldest made room.
  now = later(now, 2 * SECOND)
  await get('b')
  assert.equal(fetched.length, 6)
  await get('a')
  assert.equal(fetched.at(-1), '/a.pem')
})
