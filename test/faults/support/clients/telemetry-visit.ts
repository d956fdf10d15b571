import { SECOND } from '../../../../src/domain/time.ts'
import type { Client } from './client.ts'
import { getToken } from './client-ledger.ts'
import { type PairedEndpoint, visitEndpointPair } from './endpoint-pair.ts'

const REQUESTS_OF_SENDER = 2
const MAX_EVENTS = 12
const NAMES = ['signup', 'checkout', 'deploy', 'error', 'search']
/** Share of requests whose events have ids, and of the other requests with an Idempotency-Key. */
const SHARE_WITH_IDS = 0.5
const SHARE_WITH_KEY = 0.5
/** Share of events that carry their time, and the maximum age of that time. */
const SHARE_TIMED = 0.3
const LONGEST_AGO_SECONDS = 3 * 60 * 60

/** Creates telemetry endpoints, sends batches of events, and claims some. */
export function visitWithEvents(client: Client): Promise<void> {
  async function putIn({ id }: PairedEndpoint): Promise<void> {
    for (let sent = 0; client.isHere() && sent < REQUESTS_OF_SENDER; sent += 1) {
      const token = getToken(client.number())
      const count = 1 + Math.floor(client.random() * MAX_EVENTS)
      const withIds = client.random() < SHARE_WITH_IDS
      const withKey = !withIds && client.random() < SHARE_WITH_KEY
      await client.send(
        { operation: 'events', token },
        {
          path: `/t/${id}`,
          json: createEvents(client, { token, count, withIds }),
          ...(withKey ? {} : { repeated: withIds ? 'by its content' : 'never' }),
          idIn: recordAccepted,
        },
      )
    }
  }
  return visitEndpointPair(client, { path: '/t/new', putIn })
}

/** Returns the number of stored events, from this request or an earlier one with the same ids. */
export function recordAccepted({ accepted, duplicates = 0 }: Record<string, unknown>): string {
  return String(Number(accepted) + Number(duplicates))
}

/** Builds events, each with the token of the request, its index, and their number. */
export function createEvents(
  { random }: Pick<Client, 'random'>,
  request: { token: string; count: number; withIds: boolean },
): object[] {
  const { token, count, withIds } = request
  return Array.from({ length: count }, (_, n) => ({
    name: NAMES[Math.floor(random() * NAMES.length)],
    props: { token, n, of: count },
    ...(withIds ? { id: `${token}-${n}` } : {}),
    ...(random() < SHARE_TIMED ? { time: Date.now() - random() * LONGEST_AGO_SECONDS * SECOND } : {}),
  }))
}
