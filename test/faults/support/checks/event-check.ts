import { parseStoredEvents, toHour } from '../../../../src/domain/telemetry/event.ts'
import type { StoredRows } from '../../../support/stores/stored-rows.ts'
import type { Entry } from '../clients/client-ledger.ts'
import type { Arrived } from './endpoint-check.ts'

export type CheckedEvents = {
  /** Number of stored events of each request; absent when none is stored. */
  found(token: string): string[]
  arrived: Arrived[]
  broken: string[]
}

/** Checks that events are stored once, all or the first ones of a request, and that the hourly counts match them. */
export async function checkEvents(database: StoredRows, entries: readonly Entry[]): Promise<CheckedEvents> {
  const batches = await database.all(`select endpoint_key, received_at, events from event_batches`)
  const places = new Map<string, { of: number; stored: number[] }>()
  const counted = new Map<string, number>()
  const arrived: Arrived[] = []
  for (const batch of batches) {
    const events = parseStoredEvents(String(batch.events))
    const endpointKey = Number(batch.endpoint_key)
    arrived.push({ endpointKey, at: Number(batch.received_at), count: events.length })
    for (const { name, time, props } of events) {
      const { token, n, of } = Object.fromEntries(props)
      const request = places.get(String(token)) ?? { of: Number(of), stored: [] }
      request.stored.push(Number(n))
      places.set(String(token), request)
      const hour = `${endpointKey} ${toHour(time)} ${name}`
      counted.set(hour, (counted.get(hour) ?? 0) + 1)
    }
  }
  const unknown = new Set(
    entries
      .filter(({ operation, kind }) => operation === 'events' && kind === 'unknown')
      .map(({ token }) => token),
  )
  return {
    found(token) {
      const stored = places.get(token)?.stored
      return stored ? [String(stored.length)] : []
    },
    arrived,
    broken: [
      ...[...places].flatMap(([token, { of, stored }]) => checkRequest({ token, of, stored, unknown })),
      ...(await checkCounts(database, counted)),
    ],
  }
}

function checkRequest(request: {
  token: string
  of: number
  stored: readonly number[]
  unknown: ReadonlySet<string>
}): string[] {
  const { token, of, stored, unknown } = request
  const inOrder = stored.toSorted((one, other) => one - other)
  // A request that reaches the cap lacks its last events.
  if (inOrder.some((n, place) => n !== place)) return [`of the events ${token} are stored ${inOrder.join()}`]
  if (unknown.has(token) && stored.length !== of)
    return [`of ${of} events ${token} nobody was told of, ${stored.length} are stored`]
  return []
}

async function checkCounts(database: StoredRows, counted: ReadonlyMap<string, number>): Promise<string[]> {
  const rows = await database.all(`select endpoint_key, hour, name, count from event_counts`)
  const kept = new Map(rows.map((row) => [`${row.endpoint_key} ${row.hour} ${row.name}`, Number(row.count)]))
  return [...new Set([...counted.keys(), ...kept.keys()])].flatMap((hour) => {
    const [reported, found] = [kept.get(hour) ?? 0, counted.get(hour) ?? 0]
    return reported === found ? [] : [`the count of ${hour} says ${reported}, its events are ${found}`]
  })
}
