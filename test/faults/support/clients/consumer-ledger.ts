import { appendFileSync, readFileSync } from 'node:fs'

/** Request that a message came from, its index in it, and their number. */
export type Content = { token: string; n: number; of: number }

/** Message as a consumer received it. */
export type Receipt = Content & { id: string; queueId: string; publishedAt: number }

/** Reads the body that `publication` made, or a routed submission, which is the only one of its request. */
export function toContent(body: unknown): Content {
  const { token, n = 0, of = 1, fields } = Object(body)
  return { token: String(fields?.token ?? token), n, of }
}

/**
 * Record of the messages that consumers pull, flushed to a file outside the service in one order for all of them: a line
 * before each pull, its result, a line before each acknowledgement, and its result.
 */
export type ConsumerLedger = {
  pulling(pull: number): void
  got(pull: number, receipts: readonly Receipt[]): void
  acking(ids: readonly string[]): void
  /** Messages whose acknowledgement the service confirmed. */
  acked(ids: readonly string[]): void
  /** Messages whose acknowledgement was refused: the lease had expired. */
  notAcked(ids: readonly string[]): void
  deliveries(): Map<string, Delivery>
}

/** History of a message at its consumers. */
export type Delivery = Omit<Receipt, 'id'> & {
  times: number
  acked: boolean
  /** Set when an acknowledgement was sent and not refused. */
  mayBeAcked: boolean
  /** Number of deliveries by pulls that began after its acknowledgement. */
  afterAck: number
}

type Line = [kind: 'pulling', pull: number] | [kind: 'got', pull: number, receipts: Receipt[]] | AckLine
type AckLine = [kind: 'acking' | 'acked' | 'notAcked', ids: string[]]

export function openConsumerLedger(file: string): ConsumerLedger {
  appendFileSync(file, '')
  const write = (line: unknown[]) => appendFileSync(file, `${JSON.stringify(line)}\n`, { flush: true })
  return {
    pulling: (pull) => write(['pulling', pull]),
    got: (pull, receipts) => write(['got', pull, receipts]),
    acking: (ids) => write(['acking', ids]),
    acked: (ids) => write(['acked', ids]),
    notAcked: (ids) => write(['notAcked', ids]),
    deliveries() {
      const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
      return deliveriesIn(lines.map((line) => JSON.parse(line) as Line))
    },
  }
}

function deliveriesIn(lines: readonly Line[]): Map<string, Delivery> {
  const deliveries = new Map<string, Delivery>()
  const askedAt = new Map<number, number>()
  const ackedAt = new Map<string, number>()
  /** Number of acknowledgements that were sent and not refused. */
  const open = new Map<string, number>()
  const count = (ids: readonly string[], by: 1 | -1) => {
    for (const id of ids) open.set(id, (open.get(id) ?? 0) + by)
  }
  for (const [place, line] of lines.entries()) {
    switch (line[0]) {
      case 'pulling':
        askedAt.set(line[1], place)
        break
      case 'got':
        for (const { id, ...message } of line[2]) {
          const known = deliveries.get(id)
          const asked = askedAt.get(line[1]) ?? 0
          const late = asked > (ackedAt.get(id) ?? Infinity) ? 1 : 0
          const { times = 0, afterAck = 0 } = known ?? {}
          const fresh = { acked: false, mayBeAcked: false }
          deliveries.set(id, { ...fresh, ...message, times: times + 1, afterAck: afterAck + late })
        }
        break
      case 'acking':
        count(line[1], 1)
        break
      case 'acked':
        for (const id of line[1]) ackedAt.set(id, place)
        break
      case 'notAcked':
        count(line[1], -1)
        break
    }
  }
  for (const [id, delivery] of deliveries) {
    delivery.acked = ackedAt.has(id)
    delivery.mayBeAcked = (open.get(id) ?? 0) > 0
  }
  return deliveries
}
