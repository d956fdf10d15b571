import { z } from 'zod'
import type { StoredEvent } from '../../actions/telemetry/read-events.ts'
import { startOfDay, type VisitorCount } from '../../domain/telemetry/visitor.ts'
import { named } from '../schema/named-schemas.ts'
import { instant, page } from '../schema/shapes.ts'
import { eventBody } from './protocols/protocol.ts'

const prop = z.union([z.string(), z.number(), z.boolean()])
export const Event = named(
  'Event',
  z.object({
    id: z
      .string()
      .regex(/^evt_[0-9a-hjkmnp-tv-z]{28}$/)
      .describe('Opaque.'),
    name: z.string(),
    time: instant.describe('Time of the event.'),
    received_at: instant,
    props: z.record(z.string(), prop),
    url: z.string().nullable(),
    referrer: z.string().nullable(),
    user: z.string().nullable(),
    client_id: z.string().nullable().describe('The id that the sender gave the event.'),
    test: z.boolean().describe('true: a test event that the owner sent. It is not counted.'),
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
          time: instant.describe('Start of the hour or day.'),
          name: z.string(),
          count: z.int(),
        }),
      )
      .describe('Oldest first. Hours and days without events are left out.'),
    visitors: z
      .array(z.object({ time: instant.describe('Start of the day in UTC.'), count: z.int() }))
      .nullable()
      .describe(
        'Unique visitors (browsers) of each day, oldest first, also with `interval=hour`; days without visitors are left out. An estimate, at most 100,000. ' +
          'Visitors are not recognized on the next day: a sum counts someone who comes on two days twice. null with `name`, because visitors are counted for all names together.',
      ),
  }),
)
const counted = z.array(z.object({ value: z.string(), count: z.int() }))
export const PropStats = named(
  'PropStats',
  z.object({
    events: z.int().describe('Number of events read, the newest ones.'),
    complete: z.boolean().describe('True when all matching events were read.'),
    data: z
      .array(
        z.object({
          prop: z.string(),
          count: z.int().describe('Number of events with this prop.'),
          values: z.array(z.object({ value: prop, count: z.int() })).describe('Most frequent values first.'),
          numbers: z
            .object({ count: z.int(), sum: z.number(), median: z.number(), p95: z.number() })
            .nullable()
            .describe(
              'Statistics of the values that are numbers; median and 95th percentile are those of the newest 10,000. null: none is a number.',
            ),
        }),
      )
      .describe('Most frequent props first.'),
    pages: counted.describe('URLs, the most frequent first.'),
    sources: counted.describe('Hosts of referrers, except that of the page itself; the most frequent first.'),
    users: counted.describe('The most frequent first.'),
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
  test: false,
}
export const EXAMPLE_STATS = {
  interval: 'day' as const,
  since: '2026-11-19T00:00:00.000Z',
  until: '2026-11-21T00:00:00.000Z',
  data: [{ time: '2026-11-20T00:00:00.000Z', name: 'signup', count: 12 }],
  visitors: [{ time: '2026-11-20T00:00:00.000Z', count: 9 }],
}
export const EXAMPLE_PROPS = {
  events: 12,
  complete: true,
  data: [{ prop: 'plan', count: 12, values: [{ value: 'pro', count: 12 }], numbers: null }],
  pages: [{ value: 'https://acme.org/pricing', count: 12 }],
  sources: [{ value: 'news.example', count: 3 }],
  users: [],
}

/** Returns the JSON of unique visitors by day. */
export function visitorsBody(visitors: readonly VisitorCount[]) {
  return visitors.map(({ day, count }) => ({ time: startOfDay(day).toISOString(), count }))
}

/** Returns the JSON of a stored event, with its id, the time at which it was received, and whether it is a test. */
export function storedEventBody(event: StoredEvent): z.input<typeof Event> {
  const { eventId, receivedAt, isTest } = event
  return { id: eventId, ...eventBody(event), received_at: receivedAt.toISOString(), test: isTest }
}
