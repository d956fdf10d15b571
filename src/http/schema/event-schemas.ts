import { z } from 'zod'
import { MAX_EVENT_AGE_HOURS, MAX_EVENT_AHEAD_MINUTES } from '../../domain/telemetry/event.ts'
import { named } from './named-schemas.ts'
import { Refused, Status } from './schemas.ts'

const error = z.object({
  index: z
    .int()
    .optional()
    .describe('Index of the event, from 0; absent for the last events, which exceeded the quota.'),
  code: z.string(),
  field: z.string().optional(),
  message: z.string(),
})
const anInstant = z.union([z.iso.datetime({ offset: true }), z.number()])

export const SentEvent = named(
  'SentEvent',
  z.object({
    name: z.string().min(1).max(120),
    time: anInstant
      .optional()
      .describe(
        `RFC 3339, or milliseconds since 1970. The time of arrival is used when it is missing, more than ${MAX_EVENT_AGE_HOURS} hours old or ${MAX_EVENT_AHEAD_MINUTES} minutes ahead.`,
      ),
    props: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .optional()
      .describe('At most 30, nothing nested.'),
    url: z.string().max(2000).optional().describe('Stored without user name, query and fragment.'),
    referrer: z.string().max(2000).optional(),
    user: z.string().max(128).optional().describe('Opaque.'),
    id: z
      .string()
      .max(128)
      .optional()
      .describe('Within 24 hours, only one event with the same id is accepted.'),
  }),
)

export const AcceptedEvents = named(
  'AcceptedEvents',
  z.object({
    ok: z.literal(true).describe('The accepted events are stored and flushed to disk.'),
    accepted: z.int(),
    duplicates: z
      .int()
      .optional()
      .describe('Events whose id was accepted in the last 24 hours: neither stored nor counted again.'),
    rejected: z.int().optional(),
    errors: z.array(error).optional().describe('The reasons.'),
    warnings: z
      .array(z.object({ index: z.int(), field: z.string(), message: z.string() }))
      .optional()
      .describe('Times that were replaced with the time of arrival.'),
    problems: z
      .array(error)
      .optional()
      .describe(
        'Fields of accepted events that are neither known nor could become a prop, and were not stored.',
      ),
  }),
)

export const UmamiAnswer = named(
  'UmamiAnswer',
  z.object({
    ok: AcceptedEvents.shape.ok,
    accepted: z.int(),
    duplicates: AcceptedEvents.shape.duplicates,
    cache: z.literal('').describe('Always empty: there are no sessions.'),
    disabled: z.literal(false).describe('The script goes on sending; see UmamiStopped.'),
  }),
)
export const UmamiStopped = named(
  'UmamiStopped',
  Refused.extend({
    disabled: z.literal(true).optional().describe('The script stops sending from this page.'),
  }),
)
export const UmamiBatchAnswer = named(
  'UmamiBatchAnswer',
  z.object({
    size: z.int(),
    processed: z.int(),
    errors: z.int().describe('Events that were not accepted.'),
  }),
)

export const PosthogAnswer = named(
  'PosthogAnswer',
  z.object({
    status: z.literal(1),
    quota_limited: z.array(z.literal('events')).optional().describe('Events beyond the quota were dropped.'),
  }),
)

export const EventsDryRun = named(
  'EventsDryRun',
  z.object({
    dry_run: z.literal(true).describe('Nothing was changed, counted or sent.'),
    would_succeed: z.literal(true),
    would_accept: z.int(),
    would_reject: z.int(),
    would_skip: z.int().describe('Duplicates.'),
    claim_status: z.object({
      state: Status.shape.state,
      claimed: z.boolean(),
      would_send_claim_email: z.boolean(),
    }),
    events: z.array(z.record(z.string(), z.unknown())).describe('The events as parsed.'),
    problems: z
      .array(error)
      .describe('Events that would be rejected, and parts of others that would not be stored as sent.'),
  }),
)

export const PartialSuccess = named(
  'PartialSuccess',
  z.object({
    partialSuccess: z
      .object({ rejectedLogRecords: z.int(), errorMessage: z.string() })
      .optional()
      .describe('Records beyond the quota, so that exporters drop them.'),
  }),
)
export const OtlpStatus = named(
  'OtlpStatus',
  z.object({ message: z.string(), dry_run: z.literal(true).optional() }),
)

const { form_id: _id, endpoint_url: _url, challenge: _challenge, ...common } = Status.shape
export const TelemetryStatus = named(
  'TelemetryStatus',
  z.object({
    ...common,
    telemetry_id: z.string(),
    telemetry_url: z.url(),
    expect_every: z
      .string()
      .optional()
      .describe('The interval of events that its creator promised, such as `1h`.'),
    overdue: z
      .boolean()
      .optional()
      .describe(
        'With `expect_every`: true when no event has come for longer, with a tenth of it (a minute to an hour) to spare.',
      ),
  }),
)
export const TelemetryInfo = named(
  'TelemetryInfo',
  TelemetryStatus.extend({
    accepts: z.array(z.string()).describe('The media types that the endpoint accepts.'),
  }),
)
export const RefusedEvents = named(
  'RefusedEvents',
  Refused.extend({ errors: z.array(error).optional().describe('The error of each event.') }),
)

export type AcceptedEventsBody = z.infer<typeof AcceptedEvents>
