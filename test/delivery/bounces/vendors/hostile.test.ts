import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type {
  BounceVendor,
  VendorRequest,
} from '../../../../src/delivery/channels/email/bounces/vendors/vendor.ts'
import { VENDORS } from '../../../../src/delivery/channels/email/bounces/vendors/vendors.ts'
import { BOUNCE_VENDORS, findVendorSecretFault } from '../../../../src/domain/outbox/bounce-vendors.ts'
import { ADA, TOKEN } from '../../../support/bounces/shape.ts'
import { notification, TOPIC } from '../../../support/bounces/sns-signer.ts'

/** One body takes a tenth of it on a machine that does nothing else. */
const MAX_MS = 1000
const MAX_BYTES = 1024 * 1024
const NOW = new Date('2026-11-27T18:00:00Z')
const SECRETS = {
  ses: TOPIC,
  postmark: 'a password of Postmark',
  mailgun: 'a signing key of Mailgun',
  resend: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
} as const
const vendors = Object.values(VENDORS)
const fill = (text: string, rest = 0) => text.repeat(Math.floor((MAX_BYTES - rest) / text.length))

/** Wraps the event of a provider into its body. */
const WRAPPERS = {
  ses: (event: unknown) => notification(event, NOW),
  postmark: (event: unknown) => event,
  mailgun: (event: unknown) => ({ 'event-data': event, signature: event }),
  resend: (event: unknown) => event,
} as const

const EVENTS = {
  ses: {
    notificationType: 'Bounce',
    bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: ADA, status: '5.1.1' }] },
    mail: { source: 'forms@forms.example', headers: [{ name: 'Formslot-Email', value: TOKEN }] },
  },
  postmark: { RecordType: 'Bounce', Type: 'HardBounce', Email: ADA, Metadata: { 'formslot-email': TOKEN } },
  mailgun: { event: 'failed', recipient: ADA, 'user-variables': { 'formslot-email': TOKEN } },
  resend: { type: 'email.bounced', data: { to: [ADA], tags: { 'formslot-email': TOKEN }, bounce: {} } },
} as const

function requestOf(vendor: BounceVendor, body: Buffer): VendorRequest {
  const fetchCertificate = async () => assert.fail('no certificate is fetched')
  const headers = { 'svix-id': 'a', 'svix-timestamp': String(NOW.getTime() / 1000), 'svix-signature': 'v1,a' }
  return { headers, body, now: NOW, secret: SECRETS[vendor.name], fetchCertificate }
}

async function checkBoth(vendor: BounceVendor, body: Buffer): Promise<void> {
  // Of the processor: the machine may be busy with something else.
  const began = process.cpuUsage()
  vendor.read(body)
  const { kind } = await vendor.verify(requestOf(vendor, body))
  assert.equal(kind, 'refused')
  const { user, system } = process.cpuUsage(began)
  const took = (user + system) / 1000
  assert.ok(took < MAX_MS, `${vendor.name}: ${Math.round(took)} ms`)
}

/** Bodies of a megabyte that are expensive to read. */
const EXPENSIVE: Readonly<Record<string, string>> = {
  'nested lists': `${'['.repeat(MAX_BYTES / 2)}${']'.repeat(MAX_BYTES / 2)}`,
  'nested objects': `${'{"a":'.repeat(MAX_BYTES / 6)}1${'}'.repeat(MAX_BYTES / 6)}`,
  'an open list': fill('['),
  'a long text': JSON.stringify(fill('x', 2)),
  numbers: `[${fill('1,', 3)}1]`,
  names: `{${Array.from({ length: 60_000 }, (_, at) => `"k${at}":1`).join(',')}}`,
  'names that are all the same': `{${fill('"Metadata":1,', 20)}"a":1}`,
  'no JSON': fill('{'),
  'bytes that are no UTF-8': fill('\xff'),
}
for (const [name, body] of Object.entries(EXPENSIVE)) {
  test(`refuses a megabyte of ${name} within a second, with every provider`, async () => {
    for (const vendor of vendors) await checkBoth(vendor, Buffer.from(body, 'latin1'))
  })
}

test('reads a body with 10,000 lists and objects, and refuses one with more', () => {
  const read = (lists: number) => {
    // Three other objects: the body, the event and its metadata.
    const nested = JSON.parse(`${'['.repeat(lists)}${']'.repeat(lists)}`)
    return VENDORS.mailgun.read(Buffer.from(JSON.stringify({ 'event-data': { ...EVENTS.mailgun, nested } })))
  }
  assert.equal(read(9_997)?.reports.length, 1)
  assert.equal(read(9_998), null)
})

test('reads 50 recipients, and 50 names of metadata', () => {
  const recipients = Array.from({ length: 60 }, () => ({ emailAddress: ADA, status: '5.1.1' }))
  const event = { ...EVENTS.ses, bounce: { bouncedRecipients: recipients } }
  const read = (name: 'ses' | 'postmark', of: unknown) =>
    VENDORS[name].read(Buffer.from(JSON.stringify(WRAPPERS[name](of))))
  assert.equal(read('ses', event)?.reports.length, 50)
  const metadata = (before: number) => ({
    ...Object.fromEntries(Array.from({ length: before }, (_, at) => [`k${at}`, 'x'])),
    'formslot-email': TOKEN,
  })
  const tokens = (before: number) =>
    read('postmark', { ...EVENTS.postmark, Metadata: metadata(before) })?.places.headers
  assert.deepEqual(tokens(49), [TOKEN])
  assert.deepEqual(tokens(50), [])
})

for (const name of BOUNCE_VENDORS) {
  const vendor = VENDORS[name]
  const read = (event: unknown) => vendor.read(Buffer.from(JSON.stringify(WRAPPERS[name](event))))

  test(`${name}: the answer is one line without control characters and addresses`, () => {
    const text = JSON.stringify(EVENTS[name]).replaceAll(
      ADA,
      `\\u001b[31m <${ADA}>\\r\\nBcc: eve@example.org`,
    )
    for (const report of read(JSON.parse(text))?.reports ?? [])
      assert.doesNotMatch(report.kind === 'bounce' ? report.answer : '', /[\p{Cc}@]/u)
  })

  test(`${name}: members of prototypes change nothing`, () => {
    const right = read(EVENTS[name])
    assert.ok(right)
    const text = JSON.stringify(WRAPPERS[name](EVENTS[name]))
    for (const key of ['__proto__', 'constructor', 'toString']) {
      const polluted = text.replace('{', `{"${key}":{"formslot-email":"x","polluted":true},`)
      assert.deepEqual(vendor.read(Buffer.from(polluted)), right)
    }
    assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false)
    // Members that an object inherits are never read.
    const inherited = `{"__proto__":${text}}`
    assert.equal(vendor.read(Buffer.from(inherited)), null)
  })

  test(`${name}: reads any value in any place without an error`, async () => {
    const odd = fc.oneof(
      fc.constantFrom<unknown>(null, true, 0, -1, 1e308, '', [], {}, [[]], ['a'], [null], { length: 1 }),
      fc.jsonValue(),
    )
    const places = listPlaces(EVENTS[name])
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), odd, async (place, value) => {
        await checkBoth(
          vendor,
          Buffer.from(JSON.stringify(WRAPPERS[name](replaceAt(EVENTS[name], place, value)))),
        )
      }),
      { numRuns: 300 },
    )
  })

  test(`${name}: refuses any bytes without an error`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), (bytes) => checkBoth(vendor, Buffer.from(bytes))),
    )
  })
}

test('reports settings that are not secrets as faults', () => {
  for (const name of BOUNCE_VENDORS) {
    assert.equal(findVendorSecretFault(name, SECRETS[name]), null)
    assert.match(findVendorSecretFault(name, 'short') ?? '', /^must /)
  }
  for (const arn of [
    'arn:aws:sqs:eu-central-1:123456789012:bounces',
    'arn:evil:sns:eu-central-1:123456789012:bounces',
    'arn:aws:sns:evil.org/:123456789012:bounces',
    'arn:aws:sns:eu-central-1:1:bounces',
    `${TOPIC}:0e1f2a3b-subscription`,
    `${TOPIC}\n`,
  ])
    assert.match(findVendorSecretFault('ses', arn) ?? '', /ARN/, arn)
  const characters = (count: number) => findVendorSecretFault('mailgun', 'x'.repeat(count))
  assert.equal(characters(16), null)
  assert.match(characters(15) ?? '', /at least 16 characters/)
})

type Place = readonly (string | number)[]

/** Lists the places of all values in an event. */
function listPlaces(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([key, member]) => listPlaces(member, [...at, key]))]
}

function replaceAt(value: unknown, [key, ...rest]: Place, by: unknown): unknown {
  if (key === undefined) return by
  const copy = structuredClone(value) as Record<string, unknown>
  copy[key] = replaceAt(copy[key], rest, by)
  return copy
}
