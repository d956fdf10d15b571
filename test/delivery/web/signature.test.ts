import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { newSigningSecret, signatureHeaders } from '../../../src/delivery/channels/web/signature.ts'
import { later, MINUTE } from '../../../src/domain/time.ts'

const BODY = Buffer.from('{"type":"submission.created","data":{"fields":{"message":"Zażółć 👋"}}}')
const ID = 'dlv_6nq0w8z4k2v7c1x9m3t5r0y8bh'

/** The two libraries from npm that verify Standard Webhooks. svix gives the parsed body, or nothing. */
const VERIFIERS = { standardwebhooks: Webhook, svix: SvixWebhook }

function sign(secrets: readonly string[], now = new Date()): Record<string, string> {
  return signatureHeaders({ id: ID, body: BODY, secrets, now })
}

test('signs the two vectors of the standard and of ours', () => {
  const vectors = [
    {
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: 1614265330,
      body: '{"test": 2432232314}',
      signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    {
      secret: 'whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=',
      id: 'msg_0000000000000000',
      at: 1795341600,
      body: '{"type":"submission.created","timestamp":"2026-11-22T10:00:00.000Z","data":{"submission_id":"sub_0000000000000000","endpoint_id":"f_k3v9q2m7x4t8r5wz","test":false,"fields":{"email":"jane@acme.org","message":"Zażółć 👋"}}}',
      signature: 'v1,2mN96R5nTNu1vVs5J/qNxhxWJP/FTD4+SW+uMi9xhhg=',
    },
  ]
  for (const { secret, id, at, body, signature } of vectors) {
    // The time of an attempt is cut to whole seconds.
    const now = new Date(at * 1000 + 999)
    assert.deepEqual(signatureHeaders({ id, body: Buffer.from(body), secrets: [secret], now }), {
      'webhook-id': id,
      'webhook-timestamp': String(at),
      'webhook-signature': signature,
    })
  }
})

test('creates a different secret of 32 bytes each time', () => {
  const [one, other] = [newSigningSecret(), newSigningSecret()]
  assert.match(one, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.notEqual(one, other)
})

for (const [name, Verifier] of Object.entries(VERIFIERS)) {
  const secret = newSigningSecret()
  const verify = (headers: Record<string, string>, body: Buffer, known = secret) =>
    new Verifier(known).verify(body.toString('utf8'), headers)

  test(`${name} accepts what is signed`, () => {
    verify(sign([secret]), BODY)
  })

  test(`${name} refuses a body of which one byte was changed`, () => {
    const changed = Buffer.from(BODY)
    changed[2] = (changed[2] ?? 0) ^ 1
    assert.throws(() => verify(sign([secret]), changed), /No matching signature/)
  })

  test(`${name} refuses another id, and another time`, () => {
    const headers = sign([secret])
    const another = { ...headers, 'webhook-id': `${ID}x` }
    assert.throws(() => verify(another, BODY), /No matching signature/)
    const time = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }
    assert.throws(() => verify(time, BODY), /No matching signature/)
  })

  test(`${name} refuses a replay after six minutes`, () => {
    const headers = sign([secret], later(new Date(), -6 * MINUTE))
    assert.throws(() => verify(headers, BODY), /timestamp too old/)
  })

  test(`${name} refuses what another secret signed`, () => {
    assert.throws(() => verify(sign([newSigningSecret()]), BODY), /No matching signature/)
  })

  test(`${name} accepts by the old secret and by the new one while a secret is rotated`, () => {
    const rotated = newSigningSecret()
    const headers = sign([rotated, secret])
    verify(headers, BODY, secret)
    verify(headers, BODY, rotated)
    const [first] = headers['webhook-signature']?.split(' ') ?? []
    assert.equal(first, sign([rotated])['webhook-signature'], 'the new one comes first')
    assert.throws(() => verify(headers, BODY, newSigningSecret()), /No matching signature/)
  })
}
