/**
 * PostgreSQL's own limit, as a plain script finds it; a process of its own. It inserts the rows of submissions in
 * batches, and prints how many a second and how long a batch took. Arguments: the address, and for how many seconds.
 */
import { Client } from 'pg'
import { stringifyFields } from '../src/domain/submissions/fields.ts'
import { keyAt } from '../src/store/engine/sequence.ts'
import { fieldsOf } from './filler.ts'

/** More of either gave no more rows here. */
const CONNECTIONS = 4
const BATCH = 256
const KEYS_APART = 16
const TARGET = '-ytjEoFoEEphbLWr_BdXEw'

/** The rows of a submission to a claimed endpoint, and the counters of the endpoint. */
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
const took: number[] = []
let next = keyAt(new Date())

const began = performance.now()
await Promise.all(Array.from({ length: CONNECTIONS }, (_, lane) => insertAll(lane)))
const perSecond = (1000 * BATCH * took.length) / (performance.now() - began)
process.stdout.write(`${JSON.stringify({ perSecond, batchMs: took })}\n`)

/** Each connection has endpoints of its own, so that none waits for the rows of another. */
async function insertAll(lane: number): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ key: string }>('select key from endpoints order by key')
  const endpoints = rows.map((row) => row.key).filter((_, n) => n % CONNECTIONS === lane)
  while (performance.now() < end) {
    const now = Date.now()
    const keys: number[] = []
    const endpointKeys: (string | undefined)[] = []
    const fields: string[] = []
    for (let n = 0; n < BATCH; n++) {
      next += KEYS_APART
      keys.push(next)
      endpointKeys.push(endpoints[n % endpoints.length])
      fields.push(stringifyFields(fieldsOf(n)))
    }
    const before = performance.now()
    const times = keys.map(() => now)
    await client.query({
      name: 'insert',
      text: INSERT,
      values: [keys, endpointKeys, times, fields, TARGET],
    })
    took.push(performance.now() - before)
  }
  await client.end()
}
