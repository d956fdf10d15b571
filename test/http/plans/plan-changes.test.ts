import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { plan } from '../../../src/commands/plan.ts'
import { claimFor, signIn } from '../../support/fixtures/owner.ts'
import { moveClockTo, setCount, startQuotaService, withFree } from '../../support/fixtures/quota.ts'
import { ADA, BO, startService, type TestService } from '../../support/service/service.ts'

async function setPlan(service: TestService, name: string): Promise<void> {
  const command = { kind: 'set', mailbox: ADA, plan: name } as const
  const { output, done } = await plan(service.config, { command, format: 'text', now: service.now() })
  assert.ok(done, output)
}

/** Subjects of the emails that are about no submission, in the order in which they arrived. */
async function notices(service: TestService): Promise<string[]> {
  await service.deliver()
  const all = await service.emails()
  return all.filter((email) => email.messageId?.startsWith('<not_')).map((email) => email.subject ?? '')
}

const stored = async (service: TestService) => (await service.sql('select key from submissions')).length

test('announces a downgrade by email and deletes nothing for seven days', async () => {
  await using service = await startService()
  await service.claimedEndpoint()
  await setPlan(service, 'pro')
  moveClockTo(service, '2026-12-20T09:00:00.000Z')
  await service.service.purge()
  assert.equal(await stored(service), 1, 'forty days old, on Pro')
  await setPlan(service, 'free')
  await service.deliver()
  const email = (await service.emails()).at(-1)
  assert.equal(email?.subject, 'Your plan at Formslot is now Free')
  assert.equal(email?.to?.[0]?.address, ADA)
  for (const part of [email?.text ?? '', email?.html ?? '']) {
    const words = part.replaceAll(/<[^>]*>/g, ' ').replaceAll(/ +/g, ' ')
    assert.match(words, /Form submissions a month, per form:? 50 \(previously 10,000\)/)
    assert.match(words, /Submissions are kept for:? 30 days \(previously 90 days\)/)
    assert.match(
      part,
      /From 27 December 2026 at 09:00 UTC, we will permanently delete data older than your plan keeps/,
    )
    assert.ok(part.includes(`${service.base}/app/settings/account`), 'where the export is')
  }
  service.pass({ days: 6, hours: 23, minutes: 59, seconds: 59, milliseconds: 999 })
  await service.service.purge()
  assert.equal(await stored(service), 1)
  service.pass({ milliseconds: 1 })
  await service.service.purge()
  assert.equal(await stored(service), 0)
})

test('a plans file not yet in force takes nothing from owners who change plans meanwhile', async () => {
  await using service = await startService()
  await service.claimedEndpoint()
  await setPlan(service, 'pro')
  const { free, pro } = service.config.plans
  if (!free || !pro) throw new Error('there are no plans')
  const config = { ...service.config, plans: { free, pro: { ...pro, submissionRetentionDays: 40 } } }
  const command = { kind: 'set', mailbox: ADA, plan: 'free' } as const
  assert.ok((await plan(config, { command, format: 'text', now: service.now() })).done)
  const [account] = await service.sql(
    'select retention_submission_days, retention_telemetry_days from accounts',
  )
  assert.deepEqual({ ...account }, { retention_submission_days: 90, retention_telemetry_days: 30 })
})

test('usage states what is still kept and until when', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const retention = async () => (await ada.get('/usage')).json.retention
  assert.deepEqual(await retention(), { submission_days: 30, telemetry_days: 7, shrinks_at: null })
  await setPlan(service, 'pro')
  assert.deepEqual(await retention(), { submission_days: 90, telemetry_days: 30, shrinks_at: null })
  await setPlan(service, 'free')
  const shrinks_at = new Date(service.now().getTime() + 7 * 86_400_000).toISOString()
  assert.deepEqual(await retention(), { submission_days: 90, telemetry_days: 30, shrinks_at })
  service.pass({ days: 4 })
  assert.deepEqual(await retention(), { submission_days: 90, telemetry_days: 30, shrinks_at })
  service.pass({ days: 3 })
  assert.deepEqual(await retention(), { submission_days: 30, telemetry_days: 7, shrinks_at: null })
})

test('an upgrade email announces no deletion, and returning to the old plan within a week cancels the notice', async () => {
  await using service = await startService()
  await service.claimedEndpoint()
  await setPlan(service, 'pro')
  await setPlan(service, 'free')
  await setPlan(service, 'pro')
  assert.deepEqual(await notices(service), [
    'Your plan at Formslot is now Pro',
    'Your plan at Formslot is now Free',
    'Your plan at Formslot is now Pro',
  ])
  const upgrade = (await service.emails()).at(-1)
  assert.doesNotMatch(upgrade?.text ?? '', /deleted/)
  assert.match(upgrade?.text ?? '', /Submissions are kept for: 90 days \(previously 30 days\)/)
  service.pass({ days: 80 })
  await service.service.purge()
  assert.equal(await stored(service), 1)
})

test("warns the owner once at 80 % and once at 100 %, even if the endpoint's emails are stopped", async () => {
  await using service = await startQuotaService()
  const ada = await signIn(service)
  const { endpoint } = ada
  await ada.patch(`/endpoints/${endpoint.form_id}`, { name: 'Contact', email_notifications: false })
  const other = await claimFor(service)
  await service.deliver()
  for (const _ of Array.from({ length: 60 })) await service.submit(endpoint, { message: 'x' })
  assert.deepEqual(await notices(service), [
    'Contact has used 80% of 50 submissions this month',
    'Contact has reached its limit of 50 submissions this month',
  ])
  const [eighty, hundred] = (await service.emails()).slice(-2)
  for (const email of [eighty, hundred]) {
    for (const part of [email?.text ?? '', email?.html ?? '']) {
      assert.ok(part.includes(`${service.base}/app/usage`))
      assert.ok(part.includes(endpoint.form_id))
      assert.match(part, /resets on 1 December 2026 at 00:00 UTC/)
    }
    assert.ok(!email?.headers.some((header) => header.key === 'list-unsubscribe'))
  }
  await setCount(service, other, 39)
  await service.submit(other, { message: 'x' })
  assert.equal((await notices(service)).length, 3, 'each endpoint has warnings of its own')
  moveClockTo(service, '2026-12-02T00:00:00.000Z')
  for (const _ of Array.from({ length: 40 })) await service.submit(endpoint, { message: 'x' })
  assert.equal((await notices(service)).length, 4, 'and each month')
})

test('sends each quota warning once when submissions arrive in parallel', async () => {
  await using service = await startQuotaService()
  const endpoint = await service.claimedEndpoint()
  await Promise.all(Array.from({ length: 100 }, () => service.submit(endpoint, { message: 'x' })))
  assert.equal((await notices(service)).length, 2)
})

test('an unlimited quota, an unclaimed endpoint and a dry run send no warning', async () => {
  await using service = await startQuotaService({
    adjust: (config) => withFree(config, { submissionsPerMonth: null }),
  })
  const unclaimed = await service.createEndpoint(BO)
  for (const _ of Array.from({ length: 50 })) await service.submit(unclaimed, { message: 'x' })
  const endpoint = await service.claimedEndpoint()
  for (const _ of Array.from({ length: 60 })) await service.submit(endpoint, { message: 'x' })
  await service.post(`${endpoint.endpoint_url}?dry_run=1`, { form: { message: 'x' } })
  assert.deepEqual(await notices(service), [])
})

test('drops a warning that was not sent within its month', async () => {
  await using service = await startQuotaService()
  const endpoint = await service.claimedEndpoint()
  await setCount(service, endpoint, 49)
  moveClockTo(service, '2026-11-30T23:00:00.000Z')
  await service.submit(endpoint, { message: 'x' })
  service.pass({ hours: 1 })
  assert.deepEqual(await notices(service), [])
  const [job] = await service.sql("select outcome from outbox where kind = 'notice'")
  assert.equal(job?.outcome, 'expired')
})

test('sends no warning about a declined endpoint, and still one about another of the same address', async () => {
  for (const which of ['other', 'same'] as const) {
    await using service = await startQuotaService()
    const endpoint = await claimFor(service)
    const same = (await service.emails())[0]?.text?.match(/http\S+\/disown\/[0-9a-z]+/)?.[0] ?? ''
    await service.submit(await service.createEndpoint(), { message: 'x' })
    const other = await service.linkIn('disown')
    assert.notEqual(same, other)
    await setCount(service, endpoint, 49)
    await service.submit(endpoint, { message: 'the last' })
    await service.post(which === 'same' ? same : other, {})
    assert.equal((await notices(service)).length, which === 'same' ? 0 : 1, which)
  }
})

test('announces a plans file with shorter retention once, and applies it after seven days', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-plans-'))
  const start = (now: Date, submissionRetentionDays: number) =>
    startService({ dataDir, now, adjust: (config) => withFree(config, { submissionRetentionDays }) })
  let now = new Date('2026-11-10T09:00:00.000Z')
  {
    await using service = await start(now, 30)
    await claimFor(service)
    await claimFor(service, BO)
    await service.deliver()
    service.pass({ days: 20 })
    now = service.now()
  }
  {
    await using service = await start(now, 10)
    await claimFor(service, 'carol@newer.dev')
    await service.deliver()
    await service.service.purge()
    assert.deepEqual(
      await notices(service),
      Array(2).fill('The retention of your plan at Formslot is changing'),
    )
    assert.equal(await stored(service), 3)
    const email = (await service.emails()).at(-1)
    assert.match(email?.text ?? '', /has changed the retention of the Free plan/)
    assert.match(email?.text ?? '', /Submissions are kept for: 10 days \(previously 30 days\)/)
    service.pass({ days: 6 })
    now = service.now()
  }
  {
    await using service = await start(now, 10)
    await service.service.purge()
    assert.deepEqual(await notices(service), [], 'another start tells nobody again')
    assert.equal(await stored(service), 3)
    service.pass({ days: 1, minutes: 1 })
    await service.service.purge()
    assert.equal(await stored(service), 1)
  }
  await rm(dataDir, { recursive: true })
})

test('emails to all owners of a plan leave room for sign-in emails', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-plans-'))
  const start = (submissionRetentionDays: number) =>
    startService({ dataDir, adjust: (config) => withFree(config, { submissionRetentionDays }) })
  {
    await using service = await start(30)
    await service.sql(`insert into accounts (key, mailbox, plan, created_at)
      with recursive owners (n) as (select 1 union all select n + 1 from owners where n < 250)
      select n, 'ada-' || n || '@lovelace.dev', 'free', 1 from owners`)
  }
  {
    await using service = await start(10)
    await service.service.purge()
    const due = await service.sql(
      'select due_at - created_at as after, count(*) as emails from outbox group by 1 order by 1',
    )
    assert.deepEqual(
      due.map((row) => [Number(row.after), Number(row.emails)]),
      [
        [0, 100],
        [20_000, 100],
        [40_000, 50],
      ],
    )
    await service.service.purge()
    assert.equal((await service.sql('select key from outbox')).length, 250, 'nobody is told again')
  }
  await rm(dataDir, { recursive: true })
})

test('a new telemetry endpoint states the event retention of this instance', async () => {
  await using service = await startService({
    adjust: (config) => withFree(config, { telemetryRetentionDays: 3 }),
  })
  const made = await service.post('/t/new', { form: { recipient: ADA } })
  assert.equal(Object(made.json.limits).retention_days, 3)
  const described = await service.get('/openapi.json')
  const creation = Object(described.json).paths['/t/new'].post.responses[201]
  assert.equal(creation.content['application/json'].example.limits.retention_days, 3)
})
