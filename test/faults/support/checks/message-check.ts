import type { createKeys } from '../../../../src/ids/keys.ts'
import type { Row, StoredRows } from '../../../support/stores/stored-rows.ts'
import type { Entry } from '../clients/client-ledger.ts'
import { type Content, type Delivery, toContent } from '../clients/consumer-ledger.ts'
import type { Arrived } from './endpoint-check.ts'

export type CheckedMessages = {
  /** Ids of the messages of a request, in order; empty when none is known. */
  found(token: string): string[]
  known: readonly Known[]
  arrived: Arrived[]
  /** Messages that disappeared without an acknowledgement. */
  lost: number
  broken: string[]
}

/** Message that is stored or was received. */
export type Known = Content & { id: string; queueKey: number; publishedAt: number }

/**
 * Checks that a message is in its queue until it is acknowledged and never afterwards, that the messages of one request
 * are stored together or not at all, and that the counts of a queue match its messages.
 */
export async function checkMessages(
  database: StoredRows,
  ledgers: {
    entries: readonly Entry[]
    deliveries: ReadonlyMap<string, Delivery>
    keys: ReturnType<typeof createKeys>
  },
): Promise<CheckedMessages> {
  const { entries, deliveries, keys } = ledgers
  const queues = await database.all(`select key, id from endpoints where id like 'q%'`)
  const rows = await database.all(`select key, endpoint_key, published_at, body, dead_at from messages`)
  const stored = new Map(rows.map((row) => [keys.rowId('message', Number(row.key)), row]))
  const gone = [...deliveries].filter(([id]) => !stored.has(id))
  const getKey = new Map(queues.map(({ id, key }) => [String(id), Number(key)]))
  const known: Known[] = [
    ...[...stored].map(([id, row]) => ({
      ...toContent(JSON.parse(String(row.body))),
      id,
      queueKey: Number(row.endpoint_key),
      publishedAt: Number(row.published_at),
    })),
    ...gone.map(([id, { queueId, ...message }]) => ({ ...message, id, queueKey: getKey.get(queueId) ?? 0 })),
  ]
  const byToken = Map.groupBy(known, ({ token }) => token)
  const unacked = gone.filter(([, { mayBeAcked }]) => !mayBeAcked)
  const unknown = entries.filter(({ operation, kind }) => operation === 'publish' && kind === 'unknown')
  return {
    found(token) {
      const messages = byToken.get(token)
      return messages
        ? [
            inOrder(messages)
              .map(({ id }) => id)
              .join(' '),
          ]
        : []
    },
    known,
    arrived: known.map(({ queueKey, publishedAt }) => ({ endpointKey: queueKey, at: publishedAt, count: 1 })),
    lost: unacked.length,
    broken: [
      ...unacked.map(([id]) => `the message ${id} is gone and nobody acknowledged it`),
      ...[...deliveries].flatMap(([id, delivery]) => checkDelivery(id, delivery, stored.has(id))),
      ...[...byToken].flatMap(([token, messages]) => checkRequest(token, messages)),
      ...unknown.flatMap(({ token }) => checkWhole(token, byToken.get(token) ?? [])),
      ...(await checkTallies(database, { queues, rows, gone: gone.map(([, { queueId }]) => queueId) })),
    ],
  }
}

function checkDelivery(id: string, { acked, afterAck }: Delivery, isStored: boolean): string[] {
  return [
    ...(acked && isStored ? [`the message ${id} was acknowledged and is still in its queue`] : []),
    ...(afterAck > 0 ? [`the message ${id} came ${afterAck} times after it was acknowledged`] : []),
  ]
}

/** Checks that each message of a request is stored once. */
function checkRequest(token: string, messages: readonly Known[]): string[] {
  const twice = messages.length - new Set(messages.map(({ n }) => n)).size
  return twice === 0 ? [] : [`of the messages ${token} ${twice} were published more than once`]
}

/** Checks that a request whose answer is unknown published all of its messages or none. */
function checkWhole(token: string, messages: readonly Known[]): string[] {
  const [first] = messages
  if (!first || messages.length === first.of) return []
  return [`of ${first.of} messages ${token} nobody was told of, ${messages.length} were published`]
}

/** Compares the counts of each queue, total and hourly, with the messages it holds and those that left it. */
async function checkTallies(
  database: StoredRows,
  held: { queues: readonly Row[]; rows: readonly Row[]; gone: readonly string[] },
): Promise<string[]> {
  const counts = await database.all(`select endpoint_key, backlog, dead from queue_counts`)
  const rates = await database.all(
    `select endpoint_key, sum(published) as published, sum(acked) as acked from queue_rates group by endpoint_key`,
  )
  const getCounts = new Map(counts.map((row) => [row.endpoint_key, row]))
  const getRates = new Map(rates.map((row) => [row.endpoint_key, row]))
  const getRows = Map.groupBy(held.rows, (row) => row.endpoint_key)
  const ackedById = Map.groupBy(held.gone, (id) => id)
  return held.queues.flatMap(({ key, id }) => {
    const rows = getRows.get(key) ?? []
    const dead = rows.filter((row) => row.dead_at !== null).length
    const acked = ackedById.get(String(id))?.length ?? 0
    const reported = {
      backlog: 0,
      dead: 0,
      published: 0,
      acked: 0,
      ...getCounts.get(key),
      ...getRates.get(key),
    }
    const found = { backlog: rows.length - dead, dead, published: rows.length + acked, acked }
    return Object.entries(found).flatMap(([what, number]) => {
      const value = Number(Object(reported)[what])
      return value === number ? [] : [`the ${what} of ${id} says ${value}, it is ${number}`]
    })
  })
}

function inOrder(messages: readonly Known[]): Known[] {
  return messages.toSorted((one, other) => one.n - other.n)
}
