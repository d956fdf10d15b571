import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { signIn } from '../../support/fixtures/owner.ts'
import { ADA, startService, type TestService } from '../../support/service/service.ts'

const SECRET = 'signing-key-of-mailgun-0123456789'
const ENV = {
  FORMSLOT_BOUNCE_MAILGUN_SECRET: SECRET,
  FORMSLOT_BOUNCE_POSTMARK_SECRET: 'a-password-of-postmark',
}

/** The body that Mailgun sends about a bounce, signed with this secret. */
function failed(service: TestService, token: string, secret = SECRET): string {
  const timestamp = String(Math.floor(service.now().getTime() / 1000))
  const random = token.repeat(2).slice(0, 50)
  return JSON.stringify({
    signature: {
      timestamp,
      token: random,
      signature: createHmac('sha256', secret)
        .update(timestamp + random)
        .digest('hex'),
    },
    'event-data': {
      event: 'failed',
      severity: 'permanent',
      reason: 'bounce',
      recipient: ADA,
      'user-variables': { 'formslot-email': token },
      'delivery-status': { code: 550, 'enhanced-code': '5.1.1', message: '5.1.1 user unknown' },
    },
  })
}

const post = (service: TestService, body: string, vendor = 'mailgun') =>
  service.post(`/operator/bounces/${vendor}`, { body, headers: { 'content-type': 'application/json' } })

test('a signed webhook of a mail provider makes an email bounced; the same one again, or a forged one, does nothing', async () => {
  await using service = await startService({ env: ENV })
  const ada = await signIn(service)
  service.pass({ minutes: 3 })
  await service.submit(ada.endpoint, { message: 'hello' })
  await service.deliver()
  const { headers } = await PostalMime.parse(service.receivedEmails.at(-1)?.raw ?? '')
  const values = (name: string) => headers.filter(({ key }) => key === name).map(({ value }) => value)
  const [token = ''] = values('formslot-email')
  assert.deepEqual(values('x-mailgun-variables'), [JSON.stringify({ 'formslot-email': token })])
  assert.deepEqual(values('x-pm-metadata-formslot-email'), [token])
  const state = async () => Object((await ada.get('/submissions')).json.data)[0].delivery

  const forged = await post(service, failed(service, token, 'another-secret-of-16'))
  assert.equal(forged.status, 401)
  assert.equal(forged.json.code, 'signature_invalid')
  assert.equal((await post(service, failed(service, token), 'postmark')).status, 401)
  assert.equal((await post(service, '{"signature":')).status, 401)
  assert.equal(await state(), 'sent')

  const body = failed(service, token)
  // With another status than 200, even 204, Mailgun and Postmark send it again for hours.
  assert.equal((await post(service, body)).status, 200)
  assert.equal(await state(), 'bounced')
  assert.equal((await post(service, body)).status, 200)
  service.pass({ days: 2 })
  assert.equal((await post(service, body)).status, 401, 'the signature is too old')
})

test('a provider without a secret does not exist here', async () => {
  await using service = await startService({ env: ENV })
  assert.equal((await post(service, '{}', 'resend')).status, 404)
  assert.equal((await post(service, '{}', 'ses')).status, 404)
})
