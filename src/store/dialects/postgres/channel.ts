import { setTimeout } from 'node:timers/promises'
import { Client, type ClientConfig, type Pool } from 'pg'
import { StoreUnavailable } from '../../contract/errors.ts'
import { type Channel, DatabaseUnusable } from '../../engine/connection.ts'
import { named } from './faults.ts'

/** How a node hears the others. */
export type Listening = {
  /** The same database past any pooler of transactions, which would keep to itself what is to be heard; null: no pooler. */
  url: string | null
  /** Told once, for the operator, when nothing is heard for another reason than an outage. */
  onDeaf(reason: unknown): void
}

const NAME = 'formslot_live'
/** NOTIFY needs no flush: what it tells of has had its own. */
const SEND = `select set_config('synchronous_commit', 'off', true), pg_notify('${NAME}', text)
  from json_array_elements_text($1) as texts(text)`
/** Milliseconds between two attempts to hear, doubled each time. */
const FIRST_WAIT = 250
const LONGEST_WAIT = 30_000
/** A connection that breaks without a word is found out after that, and the limit of a statement. */
const KEEPALIVE = 30_000
/** How long our own word may take to come back. */
const ECHO_WAIT = 10_000
const GOODBYE = 1000

const POOLED =
  'a pooler stands before the PostgreSQL server: set FORMSLOT_LISTEN_URL to an address of the server itself, ' +
  'or dashboards learn what other nodes received only when they ask'
const ELSEWHERE =
  'FORMSLOT_LISTEN_URL leads to another database than FORMSLOT_DATABASE_URL: what one tells is not heard at the other'

type Listener = Parameters<Channel['hear']>[0]

/** LISTEN by a connection of its own, NOTIFY through the pool. */
export function openChannel(
  options: ClientConfig & { pool: Pool; listening: Listening },
): Channel & { close(): Promise<void> } {
  const { pool, listening, ...config } = options
  const closing = Promise.withResolvers<void>()
  let closed = false
  let told = false
  let client: Client | null = null
  let hearing: Promise<void> | null = null

  async function send(texts: readonly string[]): Promise<void> {
    await pool.query(SEND, [JSON.stringify(texts)]).catch((error: unknown) => {
      throw named(error)
    })
  }

  async function hearOn(listener: Listener): Promise<void> {
    let wait = FIRST_WAIT
    while (!closed) {
      const heard = await hearOnce(listener)
      wait = heard ? FIRST_WAIT : Math.min(2 * wait, LONGEST_WAIT)
      await within(wait, closing.promise)
    }
  }

  /** Hears until the connection is lost; false when nothing could be heard. */
  async function hearOnce(listener: Listener): Promise<boolean> {
    const fresh = new Client({
      ...config,
      ...(listening.url === null ? {} : { connectionString: listening.url }),
      application_name: 'formslot listen',
    })
    client = fresh
    const lost = new Promise<void>((resolve) => fresh.once('end', resolve))
    // Its end follows, and counts.
    fresh.on('error', () => {})
    let heard = false
    try {
      await begin(fresh, listener)
      heard = true
      told = false
      // One that fails ends the connection.
      const keepalive = setInterval(() => fresh.query('select 1').catch(() => {}), KEEPALIVE).unref()
      await lost
      clearInterval(keepalive)
    } catch (error) {
      const fault = named(error)
      if (!(fault instanceof StoreUnavailable) && !told && !closed) {
        told = true
        listening.onDeaf(fault)
      }
    }
    await within(GOODBYE, fresh.end())
    return heard
  }

  async function begin(fresh: Client, listener: Listener): Promise<void> {
    await fresh.connect()
    const { rows } = await fresh.query<{ pid: number }>('select pg_backend_pid() as pid')
    const pid = rows[0]?.pid
    // A pooler makes up a number of its own. NOTE: the types of the driver leave the property out.
    if (Reflect.get(fresh, 'processID') !== pid) throw new DatabaseUnusable(POOLED)
    const own = `echo ${pid}`
    const echo = Promise.withResolvers<boolean>()
    fresh.on('notification', ({ payload = '' }) => {
      if (payload === own) echo.resolve(true)
      else listener.heard(payload)
    })
    await fresh.query(`listen ${NAME}`)
    await send([own])
    if (!(await within(ECHO_WAIT, echo.promise))) throw new DatabaseUnusable(ELSEWHERE)
    listener.began()
  }

  return {
    send,
    hear(listener) {
      hearing ??= hearOn(listener)
    },
    async close() {
      closed = true
      closing.resolve()
      if (client) await within(GOODBYE, client.end())
      await hearing
    },
  }
}

/** What the promise settles to, if it does so in time. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | null> {
  return Promise.race([promise, setTimeout(ms, null, { ref: false })])
}
