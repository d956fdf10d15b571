import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { composeWebRequest } from '../../../src/delivery/channels/web/message.ts'
import { newSigningSecret } from '../../../src/delivery/channels/web/signature.ts'
import { WEB_KIND_NAMES, WEB_KINDS } from '../../../src/domain/destinations/web-kinds.ts'
import { composeEventBody, type WebhookEvent } from '../../../src/domain/destinations/webhook-event.ts'

const EVENT: WebhookEvent = {
  type: 'webhook.test',
  timestamp: new Date('2026-11-22T10:00:00Z'),
  data: { endpointId: 'f_k3v9q2m7x4t8r5wz', endpointName: 'Żółty', destinationId: 'd_1' },
}
const SECRET = newSigningSecret()
const INPUT = {
  event: EVENT,
  link: 'https://forms.example/app/forms/f_k3v9q2m7x4t8r5wz',
  language: 'de',
  id: 'dlv_6nq0w8z4k2v7c1x9m3t5r0y8bh',
  secrets: [SECRET],
  userAgent: 'Formslot/1.0.0',
} as const

test('a webhook gets the event as JSON, signed at the time of the attempt', () => {
  const address = 'https://acme.org/hooks?a=b'
  const { url, method, headers, body } = composeWebRequest({
    ...INPUT,
    kind: 'webhook',
    address,
    now: new Date(),
  })
  assert.deepEqual([url, method, body.toString()], [address, 'POST', composeEventBody(EVENT)])
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers['user-agent'], 'Formslot/1.0.0')
  assert.equal(headers['webhook-id'], INPUT.id)
  assert.deepEqual(new Webhook(SECRET).verify(body, headers), JSON.parse(composeEventBody(EVENT)))
})

test('a chat gets a message in the language of the endpoint, without a signature', () => {
  for (const kind of WEB_KIND_NAMES.filter((each) => !WEB_KINDS[each].isSigned)) {
    const address = WEB_KINDS[kind].example
    const { url, method, headers, body } = composeWebRequest({ ...INPUT, kind, address, now: new Date() })
    assert.equal(new URL(url).origin, new URL(address).origin)
    assert.equal(method, 'POST')
    assert.deepEqual(headers, { 'content-type': 'application/json', 'user-agent': 'Formslot/1.0.0' })
    const text = body.toString('utf8')
    assert.ok(JSON.parse(text))
    assert.match(text, /Testnachricht/, kind)
    assert.match(text, /Żółty/, kind)
    assert.ok(text.includes(INPUT.link), kind)
  }
})
