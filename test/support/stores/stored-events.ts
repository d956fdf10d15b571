import assert from 'node:assert/strict'
import { countAccepted, remainingQuota } from '../../../src/domain/plans/month-usage.ts'
import { countByHour, stringifyEvents, type TelemetryEvent } from '../../../src/domain/telemetry/event.ts'
import type { Store } from '../../../src/store/store.ts'
import type { EventPage, EventPosition, PositionedEvent } from '../../../src/store/telemetry/scan-events.ts'
import { storeEndpoint } from './stored-endpoint.ts'
import { NOW } from './stores.ts'

/** Creates an unclaimed endpoint. Returns its id. */
export function createTelemetry(store: Store): Promise<string> {
  return storeEndpoint(store, 'telemetry')
}

/** Creates an event with this name at the start time of the test. */
export function event(name: string, more: Partial<TelemetryEvent> = {}): TelemetryEvent {
  return { name, time: NOW, props: [], url: null, referrer: null, user: null, id: null, ...more }
}

/** Accepts new events within the remaining quota; returns their number. */
export async function send(
  store: Store,
  endpointId: string,
  events: TelemetryEvent[],
  now = NOW,
): Promise<number> {
  const eventIds = events.flatMap(({ id }) => (id === null ? [] : [id]))
  const outcome = await store.change<number>({
    endpointId,
    now,
    idempotencyKey: null,
    eventIds,
    decide({ found, nextKey: newKey, seenEventIds: seen }) {
      const { endpoint } = found ?? assert.fail()
      const fresh = events
        .filter(({ id }) => id === null || !seen.has(id))
        .slice(0, remainingQuota({ endpoint, plan: null, usage: null, now }))
      if (fresh.length === 0) return { answer: 0, remember: false, consequences: [] }
      return {
        answer: fresh.length,
        remember: false,
        consequences: [
          { kind: 'endpoint', facts: countAccepted({ endpoint, usage: null, now }, fresh.length).endpoint },
          {
            kind: 'events',
            key: newKey(),
            text: stringifyEvents(fresh),
            counts: countByHour(fresh),
            ids: fresh.flatMap(({ id }) => (id === null ? [] : [id])),
            visitor: null,
          },
        ],
      }
    },
  })
  return outcome.kind === 'fresh' ? outcome.answer : assert.fail()
}

/** Accepts an event of the visitor with this bit. */
export async function visit(
  store: Store,
  { endpointId, place, now = NOW }: { endpointId: string; place: number; now?: Date },
): Promise<void> {
  const events = [event('pageview', { time: now })]
  await store.change<null>({
    endpointId,
    now,
    idempotencyKey: null,
    decide: ({ nextKey: newKey }) => ({
      answer: null,
      remember: false,
      consequences: [
        {
          kind: 'events',
          key: newKey(),
          text: stringifyEvents(events),
          counts: countByHour(events),
          ids: [],
          visitor: place,
        },
      ],
    }),
  })
}

/** Selects all events of an endpoint. */
export const ALL_EVENTS = { name: null, since: null, until: null, prop: null, value: null }

/** Reads all events of an endpoint, newest first. */
export async function eventsIn(store: Store, endpointId: string): Promise<PositionedEvent[]> {
  const events: PositionedEvent[] = []
  let before: EventPosition | null = null
  do {
    const request = { ...ALL_EVENTS, endpointId, before, limit: 1000 }
    const page: EventPage = await store.telemetry.listEvents(request)
    events.push(...page.events)
    before = page.next
  } while (before !== null)
  return events
}
