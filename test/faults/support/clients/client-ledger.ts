import { appendFileSync, readFileSync } from 'node:fs'

/**
 * A request of a client: an endpoint for a mailbox, a submission, events or messages with a token, an endpoint of its own,
 * a queue for what its form gets.
 */
export type Operation = 'create' | 'submit' | 'claim' | 'route' | 'events' | 'publish'

/**
 * A client's knowledge of its requests, written down outside the service and flushed: `intent` before each request,
 * then `ok` with the id, `fail` with the status, or `unknown` when no answer came or it said 5xx. The last line of
 * an operation counts: what was unknown may become known when it is repeated.
 */
export type ClientLedger = {
  intent(what: ClientRequest): void
  ok(what: ClientRequest, id: string): void
  fail(what: ClientRequest, status: number): void
  unknown(what: ClientRequest): void
  /** In the order in which they were first asked for. */
  entries(): Entry[]
}

/**
 * `token`: the mailbox of a creation, the token in the payload of a submission and in all events or messages of one
 * request, the endpoint id of a claim or a route. The id of a route is that of the queue, the id of events that were taken is how many, that of messages their ids, one
 * behind the other.
 */
export type ClientRequest = { operation: Operation; token: string }

export type Entry = ClientRequest & Outcome

type Outcome = { kind: 'ok'; id: string } | { kind: 'fail'; status: number } | { kind: 'unknown' }

/** Tokens can be found in any email; none is the beginning of another. */
export const getToken = (number: number) => `tok-${number}-end`
export const TOKEN = /\btok-[0-9]+-end/

export function openClientLedger(file: string): ClientLedger {
  appendFileSync(file, '')
  const write = (line: unknown[]) => appendFileSync(file, `${JSON.stringify(line)}\n`, { flush: true })
  return {
    intent: ({ operation, token }) => write(['intent', operation, token]),
    ok: ({ operation, token }, id) => write(['ok', operation, token, id]),
    fail: ({ operation, token }, status) => write(['fail', operation, token, status]),
    unknown: ({ operation, token }) => write(['unknown', operation, token]),
    entries() {
      const entries = new Map<string, Entry>()
      for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
        const [kind, operation, token, more] = JSON.parse(line) as [
          string,
          Operation,
          string,
          string | number,
        ]
        entries.set(`${operation} ${token}`, { operation, token, ...getOutcome(kind, more) })
      }
      return [...entries.values()]
    },
  }
}

/** An intent without an outcome is as good as unknown: the client died, or still waits. */
function getOutcome(kind: string, more: string | number): Outcome {
  if (kind === 'ok') return { kind, id: String(more) }
  if (kind === 'fail') return { kind, status: Number(more) }
  return { kind: 'unknown' }
}
