import { z } from 'zod'
import type { Actions } from '../../../actions/actions.ts'
import type { StoredEvent } from '../../../actions/telemetry/read-events.ts'
import { startOfHour } from '../../../domain/telemetry/event.ts'
import { answered } from '../../kernel/api-route.ts'
import { cleanText } from '../../kernel/body/clean-text.ts'
import { named } from '../../schema/named-schemas.ts'
import { instant, PAGING, page } from '../../schema/shapes.ts'
import { eventBody } from './protocol.ts'

const anInstant = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .optional()
const FILTER = {
  // As it was stored: PostgreSQL would not even be asked for a NUL.
  name: z.string().max(200).transform(cleanText).optional().describe('Only events that are called so.'),
  since: anInstant.describe('Happened at this instant or later; RFC 3339.'),
  until: anInstant.describe('Happened before this instant.'),
}
export const EventsQuery = z.strictObject({ ...PAGING, ...FILTER })
export const StatsQuery = z.strictObject({
  interval: z.enum(['hour', 'day']).default('day').describe('Days are UTC.'),
  ...FILTER,
})
export const PropsQuery = z.strictObject(FILTER)

const prop = z.union([z.string(), z.number(), z.boolean()])
export const Event = named(
  'Event',
  z.object({
    id: z
      .string()
      .regex(/^evt_[0-9a-hjkmnp-tv-z]{28}$/)
      .describe('Opaque.'),
    name: z.string(),
    time: instant.describe('When it happened.'),
    received_at: instant,
    props: z.record(z.string(), prop),
    url: z.string().nullable(),
    referrer: z.string().nullable(),
    user: z.string().nullable(),
    client_id: z.string().nullable().describe('The id that its sender gave it.'),
  }),
)
export const EventPage = named('EventPage', page(Event))
export const EventStats = named(
  'EventStats',
  z.object({
    interval: z.enum(['hour', 'day']),
    since: instant,
    until: instant,
    data: z
      .array(
        z.object({
          time: instant.describe('When the hour or the day began.'),
          name: z.string(),
          count: z.int(),
        }),
      )
      .describe('Oldest first; nothing stands for an hour or a day without events.'),
  }),
)
export const EventProps = named(
  'EventProps',
  z.object({
    events: z.int().describe('So many were looked at, the newest.'),
    complete: z.boolean().describe('Whether these were all.'),
    data: z
      .array(
        z.object({
          prop: z.string(),
          count: z.int().describe('Of so many events.'),
          values: z.array(z.object({ value: prop, count: z.int() })).describe('The most frequent ones.'),
        }),
      )
      .describe('The most frequent ones first.'),
  }),
)

export const EXAMPLE_EVENT = {
  id: 'evt_2y9x4m7p0c8k3z5r1t6w9v0b4n00',
  name: 'signup',
  time: '2026-11-20T10:00:00.000Z',
  received_at: '2026-11-20T10:00:00.120Z',
  props: { plan: 'pro' },
  url: 'https://acme.org/pricing',
  referrer: null,
  user: null,
  client_id: null,
}
export const EXAMPLE_STATS = {
  interval: 'day' as const,
  since: '2026-11-19T00:00:00.000Z',
  until: '2026-11-21T00:00:00.000Z',
  data: [{ time: '2026-11-20T00:00:00.000Z', name: 'signup', count: 12 }],
}
export const EXAMPLE_PROPS = {
  events: 12,
  complete: true,
  data: [{ prop: 'plan', count: 12, values: [{ value: 'pro', count: 12 }] }],
}

/** What can be read of a telemetry endpoint, by who has shown that it may be. */
export function openEventReading(actions: Pick<Actions, 'listEvents' | 'countEvents' | 'breakDownEvents'>) {
  return {
    async events(endpointId: string, query: z.output<typeof EventsQuery>) {
      const { limit, cursor } = query
      const listed = await actions.listEvents({ endpointId, ...filterOf(query), limit, cursor })
      if (listed.kind === 'refused') return listed
      return answered({ data: listed.events.map(storedEventBody), next_cursor: listed.next })
    },
    async stats(endpointId: string, query: z.output<typeof StatsQuery>, now: Date) {
      const { interval } = query
      const counted = await actions.countEvents({ endpointId, ...filterOf(query), interval, now })
      if (counted.kind === 'refused') return counted
      const { since, until } = counted.span
      return answered({
        interval,
        since: startOfHour(since).toISOString(),
        until: startOfHour(until).toISOString(),
        data: counted.counts.map(({ hour, name, count }) => ({
          time: startOfHour(hour).toISOString(),
          name,
          count,
        })),
      })
    },
    async props(endpointId: string, query: z.output<typeof PropsQuery>, now: Date) {
      const found = await actions.breakDownEvents({ endpointId, ...filterOf(query), now })
      if (found.kind === 'refused') return found
      const { events, complete, props } = found
      return answered({ events, complete, data: props })
    },
  }
}

/** An event as readers get it, with its id and when it arrived. */
export function storedEventBody(event: StoredEvent): z.input<typeof Event> {
  return { id: event.eventId, ...eventBody(event), received_at: event.receivedAt.toISOString() }
}

function filterOf({
  name,
  since,
  until,
}: {
  name?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
}) {
  return { name: name ?? null, since: since ?? null, until: until ?? null }
}
