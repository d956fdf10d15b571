import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCalls, type Owner, signIn } from '../../support/fixtures/owner.ts'
import { openStoreBeside } from '../../support/service/second-store.ts'
import { startService, type TestService } from '../../support/service/service.ts'

const FULL = { email: 'jane@acme.dev', '\u202ewww.evil.dev\u001b[31m': 'x', message: 'hello' }
const PART = { message: 'hello' }
const SUBJECT = /needs attention$/

async function start() {
  return startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
}

async function send(service: TestService, { endpoint }: Owner, times: number, form: Record<string, string>) {
  for (let sent = 0; sent < times; sent += 1) await service.submit(endpoint, form)
}

/** Does what the hourly maintenance does while the clock can be trusted, and returns the emails about health so far. */
async function maintain(service: TestService) {
  service.pass({ minutes: 1 })
  await service.service.purge()
  await service.deliver()
  return (await service.emails()).filter((email) => SUBJECT.test(email.subject ?? ''))
}

test('tells the owner once that a field stopped coming', async () => {
  await using service = await start()
  const ada = await signIn(service)
  await send(service, ada, 21, FULL)
  await send(service, ada, 9, PART)
  assert.equal((await maintain(service)).length, 0, 'nine are a warning')
  await send(service, ada, 1, PART)
  const [email, ...others] = await maintain(service)
  assert.deepEqual(others, [])
  assert.equal(email?.to?.[0]?.address, 'ada@lovelace.dev')
  assert.match(
    email?.text ?? '',
    /Field: email[\s\S]*Messages without it since then: 10\n {2}Messages with it until then: 21 \/ 21/,
  )
  assert.match(
    email?.text ?? '',
    /Field: www\[\.\]evil\[\.\]dev$/m,
    'without what controls a terminal or the direction',
  )
  assert.match(email?.text ?? '', new RegExp(`/app/forms/${ada.endpoint.form_id}`))
  assert.doesNotMatch(String(email?.html), /evil\.dev/)

  service.pass({ days: 4 })
  assert.equal((await maintain(service)).length, 1)
  service.pass({ days: 4 })
  await service.submit(ada.endpoint, PART)
  assert.equal((await maintain(service)).length, 1, 'it is the same finding, of a form that gets little')
})

test('tells of a finding again once the form was well for a week', async () => {
  await using service = await start()
  const ada = await signIn(service)
  const sendByGet = async () => {
    for (let sent = 0; sent < 5; sent += 1) {
      await service.get(`${ada.endpoint.endpoint_url}?message=x`, { accept: 'text/html' })
    }
    return (await maintain(service)).length
  }
  assert.equal(await sendByGet(), 1)
  await service.submit(ada.endpoint, PART)
  service.pass({ days: 6, hours: 23 })
  assert.equal(await sendByGet(), 1, 'it was well for less than a week')
  await service.submit(ada.endpoint, PART)
  service.pass({ days: 7 })
  assert.equal(await sendByGet(), 2)
})

test('tells of GET and of refused origins, in the language of the form', async () => {
  await using service = await start()
  const ada = await signIn(service)
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, {
    allowed_origins: ['https://acme.dev'],
    language: 'de',
  })
  for (let sent = 0; sent < 5; sent += 1) {
    await service.submit(ada.endpoint, FULL, { origin: 'https://evil.dev' })
    await service.get(`${ada.endpoint.endpoint_url}?message=x`, { accept: 'text/html' })
  }
  service.pass({ minutes: 1 })
  await service.service.purge()
  await service.deliver()
  const email = (await service.emails()).at(-1)
  assert.match(email?.subject ?? '', /braucht Ihre Aufmerksamkeit$/)
  assert.equal(email?.text?.match(/Bisher abgelehnt: 5/g)?.length, 2)
  assert.doesNotMatch(`${email?.text}${email?.html}`, /evil/)
})

test('tells of submissions that are spam only because they repeat', async () => {
  await using service = await start()
  const ada = await signIn(service)
  const copy = {
    email: 'jane@acme.dev',
    message: 'I am interested in apartment no. 12, please call me back.',
  }
  await send(service, ada, 9, copy)
  assert.equal((await maintain(service)).length, 0, 'four in spam are a warning')
  await send(service, ada, 1, copy)
  const [email] = await maintain(service)
  assert.match(email?.text ?? '', /only because the same sender[\s\S]*In spam: 5\n/)
  const { json } = await ada.get(`/endpoints/${ada.endpoint.form_id}/health`)
  const findings = json.findings as { code: string; message: string; count: number }[]
  const found = findings.find(({ code }) => code === 'repeats_in_spam')
  assert.equal(found?.count, 5)
  assert.match(found?.message ?? '', /^5 submissions went to spam today only because they repeat /)
})

test('tells nobody whose emails are off, or who has not confirmed the form', async () => {
  await using service = await start()
  const ada = await signIn(service)
  await send(service, ada, 20, FULL)
  await send(service, ada, 10, PART)
  const path = `/endpoints/${ada.endpoint.form_id}`
  await ada.patch(path, { email_notifications: false })
  assert.equal((await maintain(service)).length, 0)
  await ada.patch(path, { email_notifications: true })
  await service.service.purge()
  await ada.patch(path, { email_notifications: false })
  await service.deliver()
  const sent = (await service.emails()).filter((email) => SUBJECT.test(email.subject ?? ''))
  assert.equal(sent.length, 0, 'they were turned off before it was sent')

  const { form_id } = await service.createEndpoint()
  await service.post(`/f/${form_id}`, { form: PART })
  await service.get(await service.linkIn('claim'))
  for (let count = 0; count < 5; count += 1) {
    await service.get(`/f/${form_id}?message=x`, { accept: 'text/html' })
  }
  const before = (await service.sql('select 1 from announced_findings')).length
  assert.equal((await maintain(service)).length, 0, 'claimed by its link alone')
  assert.equal((await service.sql('select 1 from announced_findings')).length, before)
})

test('of two nodes that see the same finding, one sends the email; counters of both add up', async () => {
  await using service = await start()
  const ada = await signIn(service)
  await send(service, ada, 20, FULL)
  await send(service, ada, 10, PART)
  const key = (await ada.post('/keys', { name: 'read', scopes: ['read'] })).json.key
  const calls = createCalls(service, { authorization: `Bearer ${key}` })
  const path = `/endpoints/${ada.endpoint.form_id}/health`
  const { accepted } = (await calls.get(path)).json
  await using one = await openStoreBeside(service)
  await using other = await openStoreBeside(service)
  const firstHour = 0
  const endpointId = ada.endpoint.form_id
  const hours = await one.health.loadObservations({ endpointId, firstHour })
  const batch = hours.map((hour) => ({ ...hour, endpointId }))
  await Promise.all(
    Array.from({ length: 6 }, (_, index) => (index % 2 ? one : other).health.addObservations(batch)),
  )
  assert.equal((await calls.get(path)).json.accepted, 7 * Number(accepted))

  const { forms, next } = await one.health.listObserved({ after: 0, firstHour, limit: 10 })
  const [form] = forms
  assert.equal(next, null)
  assert.ok(form)
  const now = service.now()
  const announce = (store: typeof one) =>
    store.health.announce({
      endpointKey: form.key,
      findings: ['sent_by_get', 'wrong_origin'],
      wellSince: new Date(now.getTime() - 1000),
      now,
      toNotice: () => ({
        notice: { kind: 'form_health', endpointId, findings: [] },
        mailbox: 'ada@lovelace.dev',
        mailboxKey: form.mailboxKey,
        expiresAt: new Date(now.getTime() + 1000),
      }),
    })
  await Promise.all([announce(one), announce(other), announce(one), announce(other)])
  assert.equal((await service.sql(`select 1 from notices where kind = 'form_health'`)).length, 1)
})
