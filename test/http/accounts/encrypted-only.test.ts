import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Owner, signIn } from '../../support/fixtures/owner.ts'
import { makeKey, openEmail, useKey } from '../../support/openpgp/key.ts'
import { BO, startService, type TestService } from '../../support/service/service.ts'
import { startReceiver } from '../../support/web/receiver.ts'

const PRO = { FORMSLOT_DEFAULT_PLAN: 'pro' }

async function confirmDestination(service: TestService, ada: Owner, mailbox: string): Promise<void> {
  await ada.post(`/endpoints/${ada.endpoint.form_id}/destinations`, { kind: 'email', email: mailbox })
  const link = await service.linkIn('destination')
  await service.post(link, { headers: { 'sec-fetch-site': 'same-origin', accept: 'text/html' } })
}

test('with the first key, webhooks get IDs and a link, and other email addresses nothing, until the owner allows more', async () => {
  await using receiver = await startReceiver()
  await using service = await startService({ env: PRO, egressPorts: [receiver.port] })
  const ada = await signIn(service)
  const place = `/endpoints/${ada.endpoint.form_id}/destinations`
  const { id } = (await ada.post(place, { kind: 'webhook', url: receiver.url })).json
  await ada.post(`${place}/${id}/test`)
  await confirmDestination(service, ada, BO)
  const key = await makeKey(service)
  await useKey(service, ada, key)
  const [tests, emails] = [receiver.received.length, service.receivedEmails.length]

  await service.submit(ada.endpoint, { email: 'canary@visitor.dev', message: 'canary one' })
  await service.deliver()
  const withheld = String(receiver.received[tests]?.body)
  assert.doesNotMatch(withheld, /canary/)
  const { data } = JSON.parse(withheld)
  assert.deepEqual(
    [data.endpoint_id, data.withheld, data.url, data.fields, data.files],
    [
      ada.endpoint.form_id,
      true,
      `${service.base}/api/v1/submissions/${data.submission_id}`,
      undefined,
      undefined,
    ],
  )
  assert.equal(service.receivedEmails.length, emails + 1, 'one email, to the owner')
  const [email] = service.receivedEmails.slice(emails)
  assert.match((await openEmail(Buffer.from(email?.raw ?? ''), key)).inner.text ?? '', /canary one/)
  const outcomes = await service.sql(
    `select outcome from outbox where destination is not null and channel = 'email' and kind = 'submission'`,
  )
  assert.deepEqual(
    outcomes.map(({ outcome }) => outcome),
    ['suppressed'],
  )

  assert.equal((await ada.patch('/account/email-key', { encrypted_only: false })).status, 200)
  await service.submit(ada.endpoint, { message: 'canary two' })
  await service.deliver()
  assert.equal(JSON.parse(String(receiver.received.at(-1)?.body)).data.fields.message, 'canary two')
  const texts = service.receivedEmails.slice(emails + 1).map(({ raw }) => raw.toString())
  assert.deepEqual(texts.map((text) => /canary two/.test(text)).sort(), [false, true])
  const audit = (await ada.get('/audit')).json.data as { action: string; detail: string }[]
  assert.deepEqual([audit[0]?.action, audit[0]?.detail], ['encrypted_only_changed', 'off'])
})

test('encrypts the emails of watches, whose events are content, and not the ones without', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  const key = await makeKey(service)
  await useKey(service, ada, key)
  const made = (await ada.post('/telemetry', { name: 'Backups' })).json
  service.pass({ seconds: 2 })
  const added = await ada.post(`/telemetry/${made.id}/watches`, { when: { kind: 'every' } })
  assert.equal(added.status, 201, added.text)
  const before = service.receivedEmails.length
  const sent = await service.post(String(made.telemetry_url), { json: { name: 'canary event' } })
  assert.equal(sent.status, 202, sent.text)
  service.pass({ hours: 1 })
  await service.service.lookAtWatches()
  await service.deliver()
  const raw = service.receivedEmails.at(before)?.raw
  assert.ok(raw, 'an email came')
  const { outer, inner } = await openEmail(Buffer.from(raw), key)
  assert.doesNotMatch(outer, /canary|Backups/)
  assert.match(inner.text ?? '', /canary event/)
})
