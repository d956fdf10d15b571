import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { DAY, HOUR, later } from '../../src/domain/time.ts'
import { keyToDate } from '../../src/store/engine/sequence.ts'
import { attachFile } from '../support/fixtures/attached-files.ts'
import { solveFor } from '../support/fixtures/challenge.ts'
import { FIREFOX, signIn } from '../support/fixtures/owner.ts'
import { createClaimedQueue } from '../support/fixtures/queue.ts'
import { startQuotaService, withFree } from '../support/fixtures/quota.ts'
import { ADA, BO, type TestService } from '../support/service/service.ts'
import { until } from '../support/service/until.ts'
import type { Row } from '../support/stores/stored-rows.ts'

/** A word of every submission, and of nothing else. */
const WORD = 'quaggaword'
/** Number of submissions: enough for both indexes of SQLite and for a quota warning. */
const MANY = 1040
/** Columns with the key of accepted data. */
const KEYS = ['key', 'delivery_key', 'submission_key']

/**
 * Tables whose rows stay as long as what they are about, and why that may be. Nothing of a submission stands in them. A
 * table that is not named here keeps nothing longer than the Free plan keeps a submission.
 */
const FACTS: Record<string, string> = {
  accounts: 'the owner has it',
  email_keys: 'the owner has it; one that was not confirmed goes after a week',
  members: 'the owner has it; an invitation that was not accepted goes after a week',
  hand_overs: 'the owner has it; goes a week after the last answer',
  devices: 'the owner has it; goes with its session',
  labels: 'the owner has it',
  inbox_views: 'the owner has it',
  account_counts: 'one row an account and counter',
  queue_counts: 'one row a queue',
  queue_rates: 'how many, by the hour, of two days',
  api_keys: 'the owner has it',
  endpoints: 'an id is answered 410 for ever',
  email_rhythms: 'one row a form, when its newest email began',
  endpoint_keys: 'the owner has it',
  spam_lists: 'the owner has it',
  watches: 'the owner has it',
  destination_secrets: 'the owner has it; goes with the destination, the endpoint or the account',
  operator_entries: 'what the operator did, 400 days, without content',
  audit_entries: 'what the owner did; 90 days, see the tests of the audit log',
  mailboxes: 'hashes; who said no is not asked again',
  suppressions: 'hashes; who said no is not asked again',
  suspended_mailboxes: 'hashes; a suspension outlives the account until it is lifted',
  spam_tokens: 'keyed hashes of words that the owner has taught; forgotten with the account',
  plan_retention: 'one row a plan',
  clock_checks: 'one row',
  instance: 'one row',
  key_reservation: 'one row',
  submission_index_progress: 'one row',
  search_progress: 'one row',
  channel_pauses: 'one row a channel at most',
  email_days: 'how many, by day and domain, of 90 days',
  unproven_email_hours: 'how many, by hour and keyed hash of a network, of 25 hours',
  status_days: 'which minutes worked, of 90 days',
  storage_days: 'sizes in bytes, of 90 days',
  nodes: 'host and port of a process, for an hour',
  schema_version: 'one row a migration',
}

/** Tables of the index of words, whose rows are no rows of ours: they are looked through as bytes. */
const INDEX = /^search_words/

test('deletes every trace from every table a day after its retention', async () => {
  await using service = await startQuotaService({
    adjust: (config) => withFree(config, { submissionsPerMonth: 1300 }),
  })
  await fill(service)
  await service.deliver()
  await service.sql(
    `insert into judgements (submission_key, endpoint_key, due_at, score, reasons)
     select key, endpoint_key, received_at, 0, '[]' from submissions order by key desc limit 1`,
  )
  if (service.config.database.kind === 'sqlite') {
    // As if it had come with submissions to many endpoints.
    await service.sql('insert into submission_index_recent select * from submission_index limit 1')
    await service.sql('delete from submission_index where key in (select key from submission_index_recent)')
  }
  const empty: string[] = []
  for (const table of await getTables(service)) {
    const { length } = await service.sql(`select 1 from ${table} limit 1`)
    if (!(table in FACTS) && length === 0) empty.push(table)
  }
  assert.deepEqual(empty, [], 'each holds something that could be forgotten')
  await using rows = await service.outside()
  assert.ok((await tablesWith(service, WORD)).includes('submissions'))

  service.pass({ days: 30, minutes: 10 })
  for (let hour = 0; hour <= 24; hour += 1) {
    await service.service.maintenance()
    if (hour < 24) service.pass({ hours: 1 })
  }
  const limit = later(service.now(), -31 * DAY)
  const old: string[] = []
  for (const table of await getTables(service)) {
    if (table in FACTS) continue
    for (const row of await rows.all(`select * from ${table}`)) {
      const age = oldestIn(row)
      if (age && age < limit) old.push(`${table}: ${JSON.stringify(row).slice(0, 200)}`)
    }
  }
  assert.deepEqual(old, [])
  assert.deepEqual(await tablesWith(service, WORD), [])
  const [counted] = await service.sql('select max(accepted_count) as count from endpoints')
  assert.equal(counted?.count, MANY + 7, 'counters survive')
  if (service.config.database.kind === 'sqlite') await bytesGone(service)
})

/** Creates at least one row in every table. */
async function fill(service: TestService): Promise<void> {
  const ada = await signIn(service)
  const { endpoint } = ada
  await service.submit(await service.createEndpoint(BO), { message: WORD })
  const queue = await createClaimedQueue(service)
  await ada.patch(`/endpoints/${endpoint.form_id}`, { queue_id: queue.id })
  const telemetry = await service.post('/t/new', { form: { recipient: ADA } })
  const event = { id: 'event-1', name: WORD, props: { [WORD]: WORD } }
  await service.post(String(telemetry.json.telemetry_url), {
    json: event,
    headers: { 'user-agent': FIREFOX },
  })
  const shop = (await ada.post('/telemetry')).json.id
  await ada.post(`/telemetry/${shop}/annotations`, { text: WORD })
  await service.post('/new', { form: { recipient: BO }, headers: { 'idempotency-key': 'creation-of-bo' } })
  await service.post('/sign-in', { form: { email: ADA } })
  await ada.post('/keys', { name: 'backup', scopes: ['read'] })
  for (let sent = 0; sent < MANY; sent += 1) await service.submit(endpoint, { message: `${WORD} ${sent}` })
  await service.submit(endpoint, { message: WORD, _gotcha: 'bot' })
  // A message that came once is remembered in memory alone.
  const long = { message: `${WORD} is said once more, in a message that is long enough to be compared` }
  for (let sent = 0; sent < 2; sent += 1) await service.submit(endpoint, long)
  await service.submit(endpoint, { [WORD]: 'name' }, { 'idempotency-key': 'once-and-for-all' })
  await ada.patch(`/endpoints/${endpoint.form_id}`, { challenge: 'score' })
  const altcha = await solveFor(service, endpoint.endpoint_url)
  await service.submit(endpoint, { message: WORD, altcha })
  // Saves what was observed.
  await ada.get(`/endpoints/${endpoint.form_id}/health`)
  await service.sql(
    `insert into announced_findings
     select endpoint_key, 'field_missing "${WORD}"', ${service.now().getTime()} from observations`,
  )
  const [, deleted] = [
    await attachFile(service, ada, { name: `${WORD}.pdf` }),
    await attachFile(service, ada, { name: `${WORD}.pdf` }),
  ]
  await ada.delete(`/submissions/${deleted.submission}`)
  await ada.post('/submissions/bulk', { ids: [deleted.submission], action: 'delete_permanently' })
  const listed = (await ada.get('/submissions?limit=2')).json.data as { id: string }[]
  await ada.patch(`/submissions/${listed[0]?.id}`, { folder: 'archive' })
  await ada.post(`/submissions/${listed[1]?.id}/resend`)
  const label = (await ada.post('/labels', { name: 'urgent', color: 'red' })).json.id
  await ada.patch(`/submissions/${listed[1]?.id}`, { starred: true, note: WORD, labels: [label] })
  if (service.config.database.kind === 'postgres') {
    // As the indexer does after five minutes, when no other node can still use a smaller key.
    await service.sql(`insert into search_entries select key, to_tsvector('simple', fields) from submissions`)
    await service.sql('update search_progress set indexed_up_to = (select max(key) from submissions)')
  }
  await until(
    async () =>
      Number((await service.sql('select indexed_up_to from search_progress'))[0]?.indexed_up_to) > 0,
  )
}

async function getTables(service: TestService): Promise<string[]> {
  const rows =
    service.config.database.kind === 'sqlite'
      ? await service.sql("select name from sqlite_master where type = 'table'")
      : await service.sql(
          `select relname as name from pg_class
           where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relispartition`,
        )
  return rows.map((row) => String(row.name)).filter((name) => !INDEX.test(name))
}

async function tablesWith(service: TestService, word: string): Promise<string[]> {
  const found: string[] = []
  for (const table of await getTables(service)) {
    const rows = await service.sql(`select * from ${table}`)
    if (rows.some((row) => JSON.stringify(row).includes(word))) found.push(table)
  }
  return found
}

/** The earliest instant that a row tells: of its key, or of a column that is called a time. */
function oldestIn(row: Row): Date | null {
  const instants = Object.entries(row).flatMap(([column, value]) => {
    if (typeof value !== 'number') return []
    if (column.endsWith('_at') || column === 'until') return [new Date(value)]
    if (column === 'hour') return [new Date(value * HOUR)]
    if (column === 'day') return [new Date(value * DAY)]
    return KEYS.includes(column) ? [keyToDate(value)] : []
  })
  return instants.sort((one, other) => one.getTime() - other.getTime())[0] ?? null
}

/** Waits for the next merge of the search index, which removes the words from the file. */
async function bytesGone(service: TestService): Promise<void> {
  const file = service.databaseFile()
  await until(async () => {
    await service.sql('pragma wal_checkpoint(truncate)')
    const bytes = [await readFile(file), await readFile(`${file}-wal`)]
    return bytes.every((part) => !part.includes(WORD))
  })
}
