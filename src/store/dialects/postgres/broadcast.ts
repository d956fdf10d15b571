import { setTimeout } from 'node:timers/promises'
import { Client, type ClientConfig, type Pool } from 'pg'
import { StoreUnavailable } from '../../contract/errors.ts'
import { type Broadcast, DatabaseUnusable } from '../../engine/connection.ts'
import { toStoreError } from './faults.ts'

/** Options of a node that receives events of other nodes. */
export type BroadcastOptions = {
  /** Address of the same database that bypasses a transaction pooler, which would swallow notifications; null: no pooler. */
  url: string | null
  /** Called once when listening fails for another reason than an outage, so that the operator can fix it. */
  onUnavailable(reason: unknown): void
}

const NAME = 'formslot_live'
/** NOTIFY needs no flush: the rows that it announces are flushed already. */
const SEND = `select set_config('synchronous_commit', 'off', true), pg_notify('${NAME}', text)
  from json_array_elements_text($1) as texts(text)`
/** Time between two attempts to connect, doubled each time. */
const MIN_RETRY_MS = 250
const MAX_RETRY_MS = 30_000
/** Interval of keepalive queries: a connection that breaks silently is noticed after it and the statement timeout. */
const KEEPALIVE_MS = 30_000
const CLOSE_TIMEOUT_MS = 1000

const POOLED =
  'LISTEN does not work through a connection pooler. Set FORMSLOT_LISTEN_URL to an address of the PostgreSQL server ' +
  'itself; until then, dashboards show what other nodes receive only after a reload.'

type BroadcastListener = Parameters<Broadcast['listen']>[0]

/** Opens the broadcast between nodes: LISTEN on its own connection, NOTIFY through the pool. */
export function openBroadcast(
  options: ClientConfig & { pool: Pool; listening: BroadcastOptions },
): Broadcast & { close(): Promise<void> } {
  const { pool, listening, ...config } = options
  const closing = Promise.withResolvers<void>()
  let closed = false
  let reported = false
  let client: Client | null = null
  let running: Promise<void> | null = null

  async function run(listener: BroadcastListener): Promise<void> {
    let retryMs = MIN_RETRY_MS
    while (!closed) {
      const connected = await listenOnce(listener)
      retryMs = connected ? MIN_RETRY_MS : Math.min(2 * retryMs, MAX_RETRY_MS)
      await within(retryMs, closing.promise)
    }
  }

  /** Listens until the connection is lost. Returns false when it could not be opened. */
  async function listenOnce(listener: BroadcastListener): Promise<boolean> {
    const url = listening.url === null ? {} : { connectionString: listening.url }
    const fresh = new Client({ ...config, ...url, application_name: 'formslot listen' })
    client = fresh
    const lost = new Promise<void>((resolve) => fresh.once('end', resolve))
    // The `end` event follows, and counts.
    fresh.on('error', () => {})
    let connected = false
    try {
      await listen(fresh, listener)
      connected = true
      reported = false
      // A query that fails ends the connection.
      const keepalive = setInterval(() => fresh.query('select 1').catch(() => {}), KEEPALIVE_MS).unref()
      await lost
      clearInterval(keepalive)
    } catch (error) {
      const fault = toStoreError(error)
      if (!(fault instanceof StoreUnavailable) && !reported && !closed) {
        reported = true
        listening.onUnavailable(fault)
      }
    }
    await within(CLOSE_TIMEOUT_MS, fresh.end())
    return connected
  }

  return {
    async send(texts) {
      await pool.query(SEND, [JSON.stringify(texts)]).catch((error: unknown) => {
        throw toStoreError(error)
      })
    },
    listen(listener) {
      running ??= run(listener)
    },
    async close() {
      closed = true
      closing.resolve()
      if (client) await within(CLOSE_TIMEOUT_MS, client.end())
      await running
    },
  }
}

async function listen(client: Client, listener: BroadcastListener): Promise<void> {
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  // A pooler reports another process id. NOTE: the types of the driver lack the property.
  if (Reflect.get(client, 'processID') !== rows[0]?.pid) throw new DatabaseUnusable(POOLED)
  client.on('notification', ({ payload = '' }) => listener.onText(payload))
  await client.query(`listen ${NAME}`)
  listener.onConnected()
}

/** Waits for the promise, at most this long. */
async function within(ms: number, promise: Promise<unknown>): Promise<void> {
  await Promise.race([promise, setTimeout(ms, null, { ref: false })])
}
