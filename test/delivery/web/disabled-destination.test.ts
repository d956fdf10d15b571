import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '../../../src/actions/context.ts'
import { recordDestinationResult } from '../../../src/actions/destinations/destination-result.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { openStoreBeside } from '../../support/service/second-store.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { type Receiver, startReceiver } from '../../support/web/receiver.ts'

const PRO = { FORMSLOT_DEFAULT_PLAN: 'pro', FORMSLOT_SUBMIT_RATE: '0' }
const ABOUT_IT = /is disabled/

type Opened = Awaited<ReturnType<typeof open>>

/** Opens a service whose owner has a proven webhook at the receiver. */
async function open(receiver: Receiver, env: Record<string, string> = PRO) {
  const service = await startService({ env, egressPorts: [receiver.port] })
  const ada = await signIn(service)
  const place = `/endpoints/${ada.endpoint.form_id}/destinations`
  const { id } = (await ada.post(place, { kind: 'webhook', url: `${receiver.url}/the-secret-path` })).json
  const at = `${place}/${id}`
  assert.equal((await ada.post(`${at}/test`)).json.reached, true)
  await service.deliver()
  return { service, ada, place, id: String(id), at }
}

/** Submits once a day until the webhook has failed for five days. */
async function failForDays({ service, ada }: Opened): Promise<void> {
  for (let day = 0; day <= 5; day += 1) {
    await service.submit(ada.endpoint, { message: `day ${day}` })
    await service.deliver()
    if (day < 5) service.pass({ days: 1 })
  }
}

/** Returns when the address of the one destination was set. */
async function getAddressedAt(service: TestService): Promise<Date> {
  const [row] = await service.sql(`select settings from endpoints where settings like '%addressedAt%'`)
  return new Date(JSON.parse(String(row?.settings)).destinations[0].addressedAt)
}

async function listEmails(service: TestService) {
  // Both channels deliver at once: the email may be due only after the first turn of the other.
  await service.deliver()
  return (await service.emails()).filter(({ subject = '' }) => ABOUT_IT.test(subject))
}

test('five days of failures send the owner one email: what, why, since when, and what to do', async () => {
  await using receiver = await startReceiver()
  // On the Free plan the webhook is instead of the emails about submissions.
  const opened = await open(receiver, { FORMSLOT_SUBMIT_RATE: '0' })
  const { service, ada } = opened
  await using _ = service
  const form = `/endpoints/${ada.endpoint.form_id}`
  assert.equal((await ada.patch(form, { email_notifications: false })).status, 200)
  receiver.answerWith(({ response, path }) => {
    response.writeHead(503).end(`down, see https://status.acme.org${path}`)
  })
  await failForDays(opened)
  const [email, ...more] = await listEmails(service)
  assert.equal(more.length, 0)
  assert.equal(email?.subject, `Webhook for ${ada.endpoint.form_id} is disabled`)
  assert.equal(email?.to?.[0]?.address, 'ada@lovelace.dev')
  const text = email?.text ?? ''
  assert.match(text, /For 5 days, every attempt to reach the destination below has failed/)
  assert.match(text, /Destination: Webhook · hxxp:\/\/127\.0\.0\.1:\d+\n/)
  assert.match(text, /Failing since: 10 November 2026 at 09:00 UTC/)
  assert.match(text, /Disabled: 15 November 2026 at 09:00 UTC/)
  // Not what the other side wrote, which may repeat the submission.
  assert.match(text, /Last answer: 503 Service Unavailable\n/)
  assert.match(text, /send a test in the settings.*deliver again what the destination has missed/s)
  assert.ok(text.includes(`${service.base}/app/forms/${ada.endpoint.form_id}\n`))
  assert.doesNotMatch(`${text}${email?.html}`, /the-secret-path|acme/)
  service.pass({ days: 30 })
  await service.submit(ada.endpoint, { message: 'later' })
  await service.deliver()
  assert.equal((await listEmails(service)).length, 1)
})

test('a webhook that is gone sends the owner one email, and another one only when it is gone again', async () => {
  await using receiver = await startReceiver()
  const { service, ada, at } = await open(receiver)
  await using _ = service
  receiver.answerWith(410)
  for (let sent = 0; sent < 3; sent += 1) await service.submit(ada.endpoint, { message: `${sent}` })
  await service.deliver()
  const [email, ...more] = await listEmails(service)
  assert.equal(more.length, 0)
  assert.match(email?.text ?? '', /answered that it no longer exists/)
  assert.doesNotMatch(email?.text ?? '', /Failing since/)
  receiver.answerWith(200)
  assert.equal((await ada.post(`${at}/test`)).json.reached, true)
  receiver.answerWith(410)
  service.pass({ minutes: 1 })
  await service.submit(ada.endpoint, { message: 'again' })
  await service.deliver()
  assert.equal((await listEmails(service)).length, 2)
})

test('sends no email about a destination that is enabled again, removed, or disabled by its owner', async () => {
  await using receiver = await startReceiver()
  const { service, ada, at } = await open(receiver)
  await using _ = service
  const fail = async () => {
    service.pass({ minutes: 1 })
    receiver.answerWith(410)
    await service.submit(ada.endpoint, { message: 'gone' })
    await service.deliver('web')
    receiver.answerWith(200)
  }
  await fail()
  assert.equal((await ada.post(`${at}/test`)).json.reached, true)
  await service.deliver()
  await fail()
  // Enabled, and disabled by the owner.
  assert.equal((await ada.patch(at, { active: true })).status, 200)
  assert.equal((await ada.patch(at, { active: false })).status, 200)
  await service.deliver()
  assert.equal((await ada.post(`${at}/test`)).json.reached, true)
  await fail()
  assert.equal((await ada.delete(at)).status, 204)
  await service.deliver()
  assert.deepEqual(await listEmails(service), [])
  const outcomes = await service.sql(
    `select outcome from outbox join notices on notices.key = outbox.key where notices.kind = 'destination_disabled'`,
  )
  assert.deepEqual(
    outcomes.map(({ outcome }) => outcome),
    ['suppressed', 'suppressed', 'suppressed'],
  )
})

test('an answer from an earlier address does not disable a destination', async () => {
  await using receiver = await startReceiver()
  const { service, ada, id, at, place } = await open(receiver)
  await using _ = service
  await using store = await openStoreBeside(service)
  const about = { endpointId: ada.endpoint.form_id, destinationId: id, failingSince: null, answer: '410' }
  const addressedAt = await getAddressedAt(service)
  service.pass({ minutes: 1 })
  assert.equal((await ada.patch(at, { url: `${receiver.url}/moved` })).status, 200)
  assert.equal((await ada.post(`${at}/test`)).json.reached, true)
  const node = { store } as unknown as Context
  await recordDestinationResult(node, { ...about, addressedAt, effect: 'gone', now: service.now() })
  assert.equal(Object((await ada.get(place)).json.data)[0].state, 'active')
})

test('a test that succeeds ends the time for which an active webhook has failed', async () => {
  await using receiver = await startReceiver()
  const { service, ada, at, place } = await open(receiver)
  await using _ = service
  const fail = async () => {
    receiver.answerWith(500)
    await service.submit(ada.endpoint, { message: 'not now' })
    await service.deliver()
    receiver.answerWith(200)
  }
  await fail()
  service.pass({ days: 4 })
  assert.equal((await ada.post(`${at}/test`)).json.reached, true)
  service.pass({ days: 2 })
  await fail()
  assert.equal(Object((await ada.get(place)).json.data)[0].state, 'active')
})

test('two nodes that disable a destination at once send one email', async () => {
  await using receiver = await startReceiver()
  const { service, ada, id, place } = await open(receiver)
  await using _ = service
  await using one = await openStoreBeside(service)
  await using other = await openStoreBeside(service)
  const now = service.now()
  const about = {
    endpointId: ada.endpoint.form_id,
    destinationId: id,
    addressedAt: await getAddressedAt(service),
    failingSince: null,
    answer: '410',
    now,
  }
  const nodes = [one, other, one, other].map((store) => ({ store }) as unknown as Context)
  await Promise.all(nodes.map((node) => recordDestinationResult(node, { ...about, effect: 'gone' })))
  await service.deliver()
  assert.equal((await listEmails(service)).length, 1)
  const entries = await service.sql(`select key from audit_entries where action = 'destination_disabled'`)
  assert.equal(entries.length, 1)
  assert.equal(Object((await ada.get(place)).json.data)[0].disabled_because, 'gone')
})
