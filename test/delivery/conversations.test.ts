import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'

test('emails about two messages of one sender belong together, and those of two senders or two forms do not', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { json } = await ada.post('/endpoints', { name: 'Orders' })
  const orders = Object(json).endpoint_url
  const before = service.receivedEmails.length
  const send = async (url: string, email: string) => {
    const answer = await service.post(url, { form: { email, message: email } })
    assert.equal(answer.status, 200)
    await service.deliver()
  }
  await send(ada.endpoint.endpoint_url, 'jane@acme.org')
  await send(ada.endpoint.endpoint_url, 'Jane@ACME.org')
  await send(ada.endpoint.endpoint_url, 'joe@acme.org')
  await send(orders, 'jane@acme.org')
  const references = (await service.emails()).slice(before).map((email) => String(email.references))
  const [one, two, other, elsewhere] = references
  assert.match(one ?? '', /^<[\w-]{22}@[\w.-]+>$/)
  assert.equal(two, one)
  assert.equal(new Set([one, other, elsewhere]).size, 3)
})
