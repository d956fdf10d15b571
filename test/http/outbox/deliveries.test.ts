import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RESENDS_PER_HOUR } from '../../../src/domain/outbox/delivery.ts'
import { ownerWithFiles, PDF } from '../../support/fixtures/files.ts'
import { type Owner, signIn } from '../../support/fixtures/owner.ts'
import { ADA, BO, startService, type TestService } from '../../support/service/service.ts'
import { startSmtpFaultServer } from '../../support/smtp/fault-server.ts'

type Delivery = {
  id: string
  kind: string
  to: string
  destination_id: string | null
  state: string
  due_at: string | null
  attempts: { outcome: string | null; answer: string | null; ended_at: string | null }[]
}

async function getDeliveries(owner: Owner, submissionId: string): Promise<Delivery[]> {
  const answer = await owner.get(`/submissions/${submissionId}/deliveries`)
  assert.equal(answer.status, 200, answer.text)
  return answer.json.data as Delivery[]
}

/** A submission to the owner's endpoint; its email has gone out. */
async function submitted(service: TestService, owner: Owner, message = 'Hello'): Promise<string> {
  const answer = await service.submit(owner.endpoint, { message })
  assert.equal(answer.status, 200)
  await service.deliver()
  return String(answer.json.submission_id)
}

test('an owner sees the email of a submission with its attempt, and nobody else does', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const id = await submitted(service, ada)
  const [delivery, ...more] = await getDeliveries(ada, id)
  assert.equal(more.length, 0)
  assert.match(delivery?.id ?? '', /^del_/)
  assert.deepEqual(
    [delivery?.kind, delivery?.to, delivery?.destination_id, delivery?.state, delivery?.due_at],
    ['submission', ADA, null, 'sent', null],
  )
  assert.equal(delivery?.attempts.length, 1)
  assert.equal(delivery?.attempts[0]?.outcome, 'accepted')
  assert.match(delivery?.attempts[0]?.answer ?? '', /^250/)

  const bo = await signIn(service, BO)
  const unknown = await bo.get(`/submissions/sub_${'0'.repeat(26)}/deliveries`)
  for (const answer of [
    await bo.get(`/submissions/${id}/deliveries`),
    await bo.post(`/submissions/${id}/resend`, {}),
    await bo.get('/submissions/nonsense/deliveries'),
  ]) {
    assert.equal(answer.status, 404)
    const { request_id: _one, ...told } = answer.json
    const { request_id: _other, ...expected } = unknown.json
    assert.deepEqual(told, expected)
  }
})

test('resends a bounced email as a new email that says which resend it is', async () => {
  await using mail = await startSmtpFaultServer()
  await using service = await startService({ mail: mail.port })
  const ada = await signedInBy(service, mail)
  mail.script('rcpt_to', { kind: 'answer', line: '550 5.1.1 no such mailbox' })
  const id = await submitted(service, ada)
  assert.deepEqual(
    (await getDeliveries(ada, id)).map((one) => one.state),
    ['bounced'],
  )
  const resent = await ada.post(`/submissions/${id}/resend`, {})
  assert.equal(resent.status, 202)
  assert.equal(resent.json.state, 'queued')
  const early = await ada.post(`/submissions/${id}/resend`, {})
  assert.deepEqual([early.status, early.json.code], [409, 'email_waiting'])
  await service.deliver()
  const deliveries = await getDeliveries(ada, id)
  assert.deepEqual(
    deliveries.map((one) => [one.state, one.attempts.map((attempt) => attempt.outcome)]),
    [
      ['bounced', ['bounced']],
      ['sent', ['accepted']],
    ],
  )
  const [newest] = mail.ledger.slice(-1)
  assert.match(
    newest?.raw.toString('latin1') ?? '',
    new RegExp(`^Message-ID: <${id}\\.1\\.again-1@formslot\\.dev>`, 'm'),
  )
})

test('resends all bounced emails, and only those, with one call', async () => {
  await using mail = await startSmtpFaultServer()
  await using service = await startService({
    mail: mail.port,
    env: { FORMSLOT_SUBMIT_RATE: '0', FORMSLOT_DEFAULT_PLAN: 'pro' },
  })
  const ada = await signedInBy(service, mail)
  const place = `/endpoints/${ada.endpoint.form_id}/emails/resend`
  await submitted(service, ada, 'arrives')
  mail.play((point) => (point === 'rcpt_to' ? { kind: 'answer', line: '550 5.7.1 not from you' } : null))
  for (let count = 0; count < 51; count += 1) await service.submit(ada.endpoint, { message: `lost ${count}` })
  await service.deliver()
  const first = await ada.post(place)
  assert.deepEqual([first.status, first.json], [202, { resent: 50, more: true }])
  // The first bounces again, the others are delivered.
  mail.play(null)
  mail.script('rcpt_to', { kind: 'answer', line: '550 5.7.1 not from you' })
  const before = mail.ledger.length
  await service.deliver()
  assert.equal(mail.ledger.length, before + 49)
  assert.deepEqual((await ada.post(place)).json, { resent: 2, more: false })
  await service.deliver()
  assert.equal(mail.ledger.length, before + 51)
  assert.deepEqual((await ada.post(place)).json, { resent: 0, more: false })
  const subjects = mail.ledger
    .slice(before)
    .map((email) => /message\r\n\s+(.*)\r\n/.exec(email.raw.toString())?.[1])
  assert.equal(new Set(subjects).size, 51, 'each arrived once')
  const bo = await signedInBy(service, mail, BO)
  assert.equal((await bo.post(place)).json.code, 'endpoint_not_found')
})

test('every attempt of a resend has the same Message-ID', async () => {
  await using mail = await startSmtpFaultServer()
  await using service = await startService({ mail: mail.port })
  const ada = await signedInBy(service, mail)
  const id = await submitted(service, ada)
  const before = mail.ledger.length
  await ada.post(`/submissions/${id}/resend`, {})
  mail.script('end_of_data', { kind: 'answer', line: '451 4.3.0 later' })
  await service.deliver()
  service.pass({ hours: 1 })
  await service.deliver()
  const ids = mail.ledger
    .slice(before)
    .map((email) => /^Message-ID: (.*)$/m.exec(email.raw.toString('latin1'))?.[1])
  assert.equal(ids.length, 2)
  assert.equal(new Set(ids).size, 1)
})

test('a submission can be resent ten times an hour', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const id = await submitted(service, ada)
  const resend = () => ada.post(`/submissions/${id}/resend`, {})
  for (let count = 0; count < RESENDS_PER_HOUR; count += 1) {
    assert.equal((await resend()).status, 202)
    await service.deliver()
    service.pass({ minutes: 1 })
  }
  const refused = await resend()
  assert.deepEqual([refused.status, refused.json.code], [429, 'resend_rate'])
  assert.equal(refused.headers.get('retry-after'), '3000')
  service.pass({ seconds: 3000 })
  assert.equal((await resend()).status, 202)
})

test('an account can resend a hundred emails an hour', async () => {
  await using service = await startService({
    env: { FORMSLOT_DEFAULT_PLAN: 'pro', FORMSLOT_SUBMIT_RATE: '0' },
  })
  const ada = await signIn(service)
  const ids: string[] = []
  for (let count = 0; count < 101; count += 1) {
    const answer = await service.submit(ada.endpoint, { message: `${count}` })
    ids.push(String(answer.json.submission_id))
  }
  await service.deliver()
  const answers: number[] = []
  for (const id of ids) answers.push((await ada.post(`/submissions/${id}/resend`, {})).status)
  assert.deepEqual([answers.filter((status) => status === 202).length, answers.at(-1)], [100, 429])
  service.pass({ hours: 1 })
  assert.equal((await ada.post(`/submissions/${ids.at(-1)}/resend`, {})).status, 202)
})

test('lists the email sent before the claim, whose resend is an ordinary email', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const id = String((await service.submit(endpoint, { message: 'the first' })).json.submission_id)
  await service.get(await service.linkIn('claim'), { accept: 'text/html' })
  const ada = await signIn(service)
  const [claim] = await getDeliveries(ada, id)
  assert.deepEqual([claim?.kind, claim?.state], ['claim', 'sent'])
  assert.equal((await ada.post(`/submissions/${id}/resend`, {})).json.kind, 'submission')
  await service.deliver()
  const newest = (await service.emails()).at(-1)
  assert.doesNotMatch(newest?.text ?? '', /\/claim\//)
  assert.ok(newest?.text?.includes(`${service.base}/app/inbox/${id}`))
})

test('previews an email with the newest submission, or with a sample', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await submitted(service, ada, 'What came in last')
  const place = `/endpoints/${ada.endpoint.form_id}/emails/preview`
  const preview = await ada.get(place)
  assert.deepEqual(
    [preview.json.from, preview.json.to, preview.json.subject],
    ['Formslot <emails@formslot.dev>', ADA, 'New message from your form'],
  )
  assert.match(String(preview.json.text), /What came in last/)
  const claim = await ada.get(`${place}?kind=claim`)
  assert.match(String(claim.json.text), /\/claim\/preview\n/)
  assert.match(String(claim.json.text), /A visitor sent this/)
  for (const answer of [preview, claim]) {
    assert.doesNotMatch(answer.text, /\/(emails|disown|claim)\/[0-9a-z]{48}/, 'no link in it does anything')
  }
  const html = await ada.get(`${place}?part=html`)
  assert.equal(html.headers.get('content-type'), 'text/html; charset=utf-8')
  assert.match(html.headers.get('content-security-policy') ?? '', /default-src 'none'.*; sandbox$/)
  assert.equal(html.text, preview.json.html)
  const text = await ada.get(`${place}?part=text&kind=claim`)
  assert.equal(text.headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.equal(text.text, claim.json.text)
  assert.equal((await ada.get(`${place}?part=pdf`)).json.code, 'value_invalid')

  const bo = await signIn(service, BO)
  assert.equal((await bo.get(place)).json.code, 'endpoint_not_found')
})

test('previews the files of the newest submission, as links that lead nowhere or as attachments', async () => {
  await using service = await startService()
  const { owner, id, attach } = await ownerWithFiles(service)
  await attach([
    ['cv', ['Lebenslauf.pdf', PDF]],
    ['photo', ['me.gif', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')]],
  ])
  const place = `/endpoints/${id}/emails/preview`
  const links = await owner.get(place)
  assert.equal(String(links.json.text).split(`${service.base}/files/preview\n`).length, 3)
  assert.match(String(links.json.html), /\/files\/preview"[^>]*>Lebenslauf\.pdf</)
  await owner.patch(`/endpoints/${id}`, { files: { attach: true } })
  const { text } = (await owner.get(place)).json
  assert.match(String(text), / {2}Lebenslauf\.pdf\n69\u00a0B\nAttached to this email\n/)
  assert.match(String(text), / {2}me\.gif\n14\u00a0B\nhttp/)
  assert.doesNotMatch(String((await owner.get(`${place}?kind=claim`)).json.text), /Lebenslauf/)
})

/** Signs Ada in to a service that uses the mail server of the test. */
async function signedInBy(
  service: TestService,
  mail: Awaited<ReturnType<typeof startSmtpFaultServer>>,
  mailbox = ADA,
): Promise<Owner> {
  const emails = async () => mail.ledger.map((email) => ({ text: email.raw.toString('latin1') }))
  const linkIn: TestService['linkIn'] = async (kind) => {
    await service.deliver()
    const newest = (await emails()).at(-1)?.text.replaceAll('=\r\n', '')
    const found = newest?.match(new RegExp(`${service.base}/${kind}/[0-9a-z]+`))
    return found?.[0] ?? assert.fail('no link')
  }
  return signIn({ ...service, linkIn }, mailbox)
}
