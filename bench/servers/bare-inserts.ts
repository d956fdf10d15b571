/**
 * Measures how fast PostgreSQL itself inserts; a process of its own. Inserts the rows of submissions in batches and prints
 * the rate and the duration of each batch. Arguments: the address of the database and the number of seconds.
 */
import { Client } from 'pg'
import { stringifyFields } from '../../src/domain/submissions/fields.ts'
import { keyAt } from '../../src/store/engine/sequence.ts'
import { contactFormFields } from '../data/fill.ts'

/** More connections or larger batches did not insert faster. */
const CONNECTIONS = 4
const BATCH_ROWS = 256
const KEYS_PER_ROW = 16
const TARGET = '-ytjEoFoEEphbLWr_BdXEw'

/** Inserts the rows of submissions to claimed endpoints and updates the counters of the endpoints. */
const INSERT = `
  with stored as (
    insert into submissions (key, endpoint_key, received_at, fields)
    select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[])
  ), due as (
    insert into outbox (key, kind, endpoint_key, submission_key, channel, target, created_at, due_at)
    select key, 'submission', endpoint_key, key, 'email', $5, at, at
    from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as new (key, endpoint_key, at)
  )
  update endpoints set accepted_count = accepted_count + arrived.count, last_accepted_at = arrived.at
  from (
    select endpoint_key, count(*) as count, max(at) as at
    from unnest($2::bigint[], $3::bigint[]) as new (endpoint_key, at) group by endpoint_key
  ) as arrived
  where endpoints.key = arrived.endpoint_key`

const [url, seconds] = process.argv.slice(2)
const end = performance.now() + 1000 * Number(seconds)
const batchMs: number[] = []
let next = keyAt(new Date())

const began = performance.now()
await Promise.all(Array.from({ length: CONNECTIONS }, (_, connection) => insertAll(connection)))
const perSecond = (1000 * BATCH_ROWS * batchMs.length) / (performance.now() - began)
process.stdout.write(`${JSON.stringify({ perSecond, batchMs: batchMs })}\n`)

/** Inserts over one connection into endpoints of its own, so that no connection waits for rows of another. */
async function insertAll(connection: number): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ key: string }>('select key from endpoints order by key')
  const endpoints = rows.map((row) => row.key).filter((_, n) => n % CONNECTIONS === connection)
  while (performance.now() < end) {
    const now = Date.now()
    const keys: number[] = []
    const endpointKeys: (string | undefined)[] = []
    const fields: string[] = []
    for (let n = 0; n < BATCH_ROWS; n++) {
      next += KEYS_PER_ROW
      keys.push(next)
      endpointKeys.push(endpoints[n % endpoints.length])
      fields.push(stringifyFields(contactFormFields(n)))
    }
    const before = performance.now()
    const times = keys.map(() => now)
    await client.query({
      name: 'insert',
      text: INSERT,
      values: [keys, endpointKeys, times, fields, TARGET],
    })
    batchMs.push(performance.now() - before)
  }
  await client.end()
}
