import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCalls, signIn } from '../../support/fixtures/owner.ts'
import { ADA, BO, startService } from '../../support/service/service.ts'
import { startSmtpFaultServer } from '../../support/smtp/fault-server.ts'

const OPERATORS = { FORMSLOT_OPERATORS: `Ada@lovelace.dev, bo@builds.dev` }
type Report = {
  days: { day: string; sent: number; bounced: number; unconfirmed: { sent: number } }[]
  domains: {
    domain: string
    sent: number
    bounced: number
    last_error: { text: string; at: string } | null
  }[]
  domains_left: number
  reputation: Record<string, number | boolean | null>
}

test('shows an operator the counts of all emails, without addresses', async () => {
  await using server = await startSmtpFaultServer()
  await using service = await startService({ mail: server, env: OPERATORS })
  const ada = await signIn(service)
  server.play((point) =>
    point === 'rcpt_to' && /made-up/.test(server.commands.at(-1) ?? '')
      ? { kind: 'answer', line: '550 5.1.1 <mallory@made-up.dev> is unknown' }
      : null,
  )
  await service.submit(await service.createEndpoint('mallory@made-up.dev'), { message: 'x' })
  await service.submit(ada.endpoint, { message: 'x' })
  await service.deliver()
  assert.equal((await ada.get('/me')).json.operator, true)
  const { status, text, json } = await ada.get('/operator/emails')
  assert.equal(status, 200)
  const { days, domains, domains_left, reputation } = json as Report
  assert.deepEqual(
    days.map(({ day, sent, bounced }) => [day, sent, bounced]),
    [['2026-11-10', 2, 1]],
  )
  assert.equal(days[0]?.unconfirmed.sent, 1, 'the claim email')
  assert.deepEqual(
    domains.map(({ domain, sent, bounced }) => [domain, sent, bounced]),
    [
      ['made-up.dev', 0, 1],
      ['lovelace.dev', 2, 0],
    ],
  )
  assert.match(domains[0]?.last_error?.text ?? '', /^rcpt_to: 550 5\.1\.1/)
  assert.equal(text.includes('mallory@'), false)
  assert.deepEqual([domains_left, reputation.emails, reputation.bounced], [0, 2, 1])
  assert.deepEqual([reputation.reduced, reputation.per_hour], [false, 500])

  const found = (await ada.get('/operator/emails?domain=lovelace&days=1')).json as Report
  assert.deepEqual(
    found.domains.map(({ domain }) => domain),
    ['lovelace.dev'],
  )
  service.pass({ days: 1 })
  assert.deepEqual(((await ada.get('/operator/emails?days=1')).json as Report).days, [])
})

test('answers 404 to everybody else, and refuses API keys', async () => {
  await using service = await startService({ env: { FORMSLOT_OPERATORS: ADA } })
  const bo = await signIn(service, BO)
  assert.equal((await bo.get('/me')).json.operator, false)
  const refused = await bo.get('/operator/emails')
  assert.deepEqual([refused.status, refused.json.code], [404, 'not_found'])
  const ada = await signIn(service)
  const { key } = (await ada.post('/keys', { name: 'k', scopes: ['read', 'write'] })).json
  const calls = createCalls(service, { authorization: `Bearer ${key}` })
  const byKey = await calls.get('/operator/emails')
  assert.equal(byKey.status, 403)
  const me = await calls.get('/me')
  assert.equal(me.json.operator, false)
})

test('nobody is an operator by default', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  assert.equal((await ada.get('/operator/emails')).status, 404)
})
