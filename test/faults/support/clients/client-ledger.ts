import { appendFileSync, readFileSync } from 'node:fs'

/**
 * Request of a client: creates an endpoint for an address, sends a submission, events or messages with a token, claims an
 * endpoint, or routes a form to a queue.
 */
export type Operation = 'create' | 'submit' | 'claim' | 'route' | 'events' | 'publish'

/**
 * Record of the requests of clients, flushed to a file outside the service: `intent` before each request, then `ok` with
 * the id, `fail` with the status, or `unknown` after no answer or 5xx. The last line of a request counts: repeating it
 * may reveal an unknown outcome.
 */
export type ClientLedger = {
  intent(what: ClientRequest): void
  ok(what: ClientRequest, id: string): void
  fail(what: ClientRequest, status: number): void
  unknown(what: ClientRequest): void
  /** Requests in the order in which they were first sent. */
  entries(): Entry[]
}

/**
 * `token`: the address of a creation, the token in a submission and in all events or messages of one request, the
 * endpoint id of a claim or a route. `id`: the queue of a route, the number of accepted events, the ids of messages.
 */
export type ClientRequest = { operation: Operation; token: string }

export type Entry = ClientRequest & Outcome

type Outcome = { kind: 'ok'; id: string } | { kind: 'fail'; status: number } | { kind: 'unknown' }

/** Builds a token that can be found in any email; no token is a prefix of another. */
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

/** Treats an intent without an outcome as unknown: the client died or still waits. */
function getOutcome(kind: string, more: string | number): Outcome {
  if (kind === 'ok') return { kind, id: String(more) }
  if (kind === 'fail') return { kind, status: Number(more) }
  return { kind: 'unknown' }
}
