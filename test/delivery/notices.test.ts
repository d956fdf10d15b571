import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalMailbox } from '../../src/domain/accounts/mailbox.ts'
import type { Notice } from '../../src/domain/outbox/notice.ts'
import { later, MINUTE } from '../../src/domain/time.ts'
import { createKeys } from '../../src/ids/keys.ts'
import { loadSecret } from '../../src/runtime/secret.ts'
import { openStoreBeside } from '../support/service/second-store.ts'
import { ADA, BO, startService, type TestService } from '../support/service/service.ts'
import { startSmtpFaultServer } from '../support/smtp/fault-server.ts'

const SIGN_IN_MINUTES = 15

/** Writes an email to Ada, as an action does among the consequences of a change. */
async function write(
  service: TestService,
  notice: Notice = { kind: 'sign_in', signInKey: 4711, purpose: 'sign_in', device: 'Firefox · Linux' },
): Promise<void> {
  const endpoint = await service.createEndpoint(BO)
  await using store = await openStoreBeside(service)
  const mailboxKey = createKeys(loadSecret(service.config)).mailboxKey(canonicalMailbox(ADA))
  const expiresAt = later(service.now(), SIGN_IN_MINUTES * MINUTE)
  await store.change({
    endpointId: endpoint.form_id,
    now: service.now(),
    idempotencyKey: null,
    decide: () => ({
      answer: null,
      remember: false,
      consequences: [{ kind: 'notice', notice, mailbox: ADA, mailboxKey, expiresAt }],
    }),
  })
}

/** The jobs that are about no submission. */
function listNoticeDeliveries(service: TestService) {
  return service.sql(`select outcome, attempts, budgeted_at from outbox where kind = 'notice'`)
}

test('sends a sign-in email with its link and code and without an unsubscribe button', async () => {
  await using service = await startService()
  await write(service)
  await service.deliver()
  const [email] = await service.emails()
  const keys = createKeys(loadSecret(service.config))
  assert.equal(email?.to?.[0]?.address, ADA)
  assert.ok(email?.text?.includes(`${service.base}/sign-in/${keys.signInToken(4711)}`))
  assert.ok(email?.text?.includes(keys.signInCode(4711).toUpperCase()))
  assert.ok(email?.html?.replaceAll(/<[^>]*>/g, '').includes(keys.signInCode(4711).toUpperCase()))
  const names = email?.headers.map((header) => header.key) ?? []
  assert.ok(!names.includes('list-unsubscribe'))
  assert.ok(!names.includes('x-form-id'))
  assert.match(email?.messageId ?? '', /^<not_[0-9a-z]{26}@formslot\.dev>$/)
})

test('sends the sign-in email to an address that opted out, even beyond its email budget', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const endpoint = await service.createEndpoint()
  for (let sent = 0; sent < 10; sent += 1) await service.submit(endpoint, { message: 'x' })
  await service.deliver()
  await write(service)
  await service.deliver()
  assert.equal((await service.emails()).length, 11)
  await service.post(await getDeclineUrl(service), {})
  await write(service)
  await service.deliver()
  assert.equal((await service.emails()).length, 12)
  assert.deepEqual(
    (await listNoticeDeliveries(service)).map((job) => job.budgeted_at),
    [null, null],
  )
})

async function getDeclineUrl(service: TestService): Promise<string> {
  for (const email of await service.emails()) {
    const found = email.text?.match(new RegExp(`${service.base}/disown/[0-9a-z]+`))
    if (found) return found[0]
  }
  throw new Error('no email has a disown link')
}

test('retries a sign-in email until it expires and never sends it late', async () => {
  await using mail = await startSmtpFaultServer()
  mail.play((point) => (point === 'rcpt_to' ? { kind: 'answer', line: '450 4.2.0 later' } : null))
  await using service = await startService({ mail: mail.port })
  await write(service)
  for (let minute = 0; minute < SIGN_IN_MINUTES; minute += 1) {
    await service.deliver()
    service.pass({ minutes: 1 })
  }
  const [job] = await listNoticeDeliveries(service)
  assert.equal(job?.outcome, 'expired')
  assert.ok(Number(job?.attempts) > 1)
  mail.play(null)
  service.pass({ hours: 5 })
  await service.deliver()
  assert.equal(mail.ledger.filter((email) => email.fate === 'accepted').length, 0)
})

test('drops a sign-in email that expired while waiting for the mail server', async () => {
  await using service = await startService()
  await write(service)
  service.pass({ minutes: SIGN_IN_MINUTES })
  await service.deliver()
  assert.equal((await service.emails()).length, 0)
  assert.deepEqual(
    (await listNoticeDeliveries(service)).map((job) => [job.outcome, job.attempts]),
    [['expired', 0]],
  )
})

test('deletes an email a day after it expired', async () => {
  await using service = await startService()
  await write(service)
  await service.deliver()
  service.pass({ days: 1 })
  await service.service.purge()
  assert.equal((await listNoticeDeliveries(service)).length, 1)
  service.pass({ minutes: SIGN_IN_MINUTES, milliseconds: 1 })
  await service.service.purge()
  assert.equal((await listNoticeDeliveries(service)).length, 0)
})

test('claim emails, emails about submissions and all others have feedback ids of their own', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'the first' })
  await service.submit(endpoint, { message: 'the second' })
  await write(service)
  const made = await service.post('/t/new', { form: { recipient: BO } })
  await service.post(`/t/${String(made.json.telemetry_id)}`, { json: { name: 'signup' } })
  await service.deliver()
  const ids = (await service.emails()).map(
    ({ headers }) => headers.find(({ key }) => key === 'feedback-id')?.value.split(':')[0],
  )
  assert.deepEqual(ids.sort(), ['claim', 'claim', 'notice', 'submission'])
})
