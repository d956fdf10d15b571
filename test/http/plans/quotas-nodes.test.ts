import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plan } from '../../../src/commands/plan.ts'
import { moveClockTo, startQuotaService } from '../../support/fixtures/quota.ts'
import { anyPostgres } from '../../support/postgres/postgres.ts'
import { aboutPostgres } from '../../support/postgres/test-database.ts'
import { ADA, type Endpoint } from '../../support/service/service.ts'

const SECRET = 'a secret that both of them know, long enough'

/** Two nodes on one PostgreSQL, on which Ada owns an endpoint. */
async function twoNodes() {
  await using opening = new AsyncDisposableStack()
  const postgres = opening.use(await anyPostgres())
  const env = { FORMSLOT_DATABASE_URL: await postgres.createDatabase(), FORMSLOT_SECRET: SECRET }
  const one = opening.use(await startQuotaService({ env }))
  const endpoint = await one.claimedEndpoint()
  const other = opening.use(await startQuotaService({ env, now: one.now() }))
  const open = opening.move()

  /** Sends submissions at once, half of them to each node. Returns the number of accepted ones. */
  async function submitMany(count: number): Promise<number> {
    const at = [endpoint.endpoint_url, endpoint.endpoint_url.replace(one.base, other.base)]
    const answers = await Promise.all(
      Array.from({ length: count }, (_, sent) =>
        one.post(at[sent % 2] ?? '', { form: { message: String(sent) } }),
      ),
    )
    const statuses = answers.map((answer) => answer.status)
    assert.ok(statuses.every((status) => status === 200 || status === 429))
    return statuses.filter((status) => status === 200).length
  }

  return { one, other, endpoint, submitMany, [Symbol.asyncDispose]: () => open.disposeAsync() }
}

/** The usage counted from the rows, which the counter must equal. */
async function recount(nodes: Awaited<ReturnType<typeof twoNodes>>, endpoint: Endpoint) {
  const [row] = await nodes.one.sql(
    `select month_count, counted_month,
            (select count(*) from submissions
              where endpoint_key = endpoints.key and spam_reasons is null and received_at > claimed_at
                and to_char(to_timestamp(received_at / 1000.0) at time zone 'utc', 'YYYY-MM') = counted_month) as rows
       from endpoints where id = '${endpoint.form_id}'`,
  )
  return row
}

test('a quota is exact with two nodes at the turn of a month, and counters match the rows', {
  skip: aboutPostgres,
}, async () => {
  await using nodes = await twoNodes()
  const { one, other, endpoint } = nodes
  for (const node of [one, other]) moveClockTo(node, '2026-11-30T23:59:59.999Z')
  assert.equal(await nodes.submitMany(150), 50)
  assert.deepEqual(
    { ...(await recount(nodes, endpoint)) },
    { month_count: 50, counted_month: '2026-11', rows: 50 },
  )
  await other.deliver()
  other.pass({ milliseconds: 1 })
  assert.equal(await nodes.submitMany(150), 50, 'one node is a month further')
  one.pass({ milliseconds: 1 })
  assert.equal(await nodes.submitMany(20), 0)
  assert.deepEqual(
    { ...(await one.sql('select month_count, counted_month, accepted_count from endpoints'))[0] },
    { month_count: 50, counted_month: '2026-12', accepted_count: 101 },
  )
  await one.deliver()
  await other.deliver()
  const emails = [...(await one.emails()), ...(await other.emails())]
  const warnings = emails.filter((email) => email.subject?.endsWith('submissions this month'))
  assert.equal(warnings.length, 4, 'two a month')
})

test('plan set takes effect at once on every node', { skip: aboutPostgres }, async () => {
  await using nodes = await twoNodes()
  assert.equal(await nodes.submitMany(60), 50)
  const command = { kind: 'set', mailbox: ADA, plan: 'pro' } as const
  const { done } = await plan(nodes.one.config, { command, format: 'text', now: nodes.one.now() })
  assert.ok(done)
  assert.equal(await nodes.submitMany(20), 20)
})
