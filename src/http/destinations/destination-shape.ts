import { z } from 'zod'
import { DESTINATION_STATES, getDestinationState, isAgreed } from '../../domain/destinations/destination.ts'
import { type Destination, DISABLED_BECAUSE } from '../../domain/destinations/destination-kinds.ts'
import {
  DEFAULT_PUSH,
  FAILING_DAYS,
  MAX_PUSH,
  type PushChange,
} from '../../domain/destinations/web-destination.ts'
import { WEB_KIND_NAMES, WEB_KINDS } from '../../domain/destinations/web-kinds.ts'
import { EVENT_TYPES } from '../../domain/destinations/webhook-event.ts'
import { named } from '../schema/named-schemas.ts'
import { instant } from '../schema/shapes.ts'

export const DESTINATION_KINDS = ['email', ...WEB_KIND_NAMES] as const
/** Events that an owner can choose. */
export const events = z.array(z.enum(EVENT_TYPES).exclude(['webhook.test']))

/** Limits of the requests that a queue posts its messages with. */
export const pushInput = {
  concurrency: z
    .int()
    .min(1)
    .max(MAX_PUSH.concurrency)
    .optional()
    .describe(
      `Queues only: messages that are posted and not yet settled at one time; default ${DEFAULT_PUSH.concurrency}, which keeps their order.`,
    ),
  timeout_s: z
    .int()
    .min(1)
    .max(MAX_PUSH.timeoutSeconds)
    .optional()
    .describe(
      `Queues only: seconds until a request counts as failed; default ${DEFAULT_PUSH.timeoutSeconds}.`,
    ),
}

/** Converts the input to a change of the limits. */
export function toPushChange(input: {
  concurrency?: number | undefined
  timeout_s?: number | undefined
}): PushChange {
  return { concurrency: input.concurrency, timeoutSeconds: input.timeout_s }
}

/** Lists the kinds in Markdown, with what each takes, for the description of a field. */
export const KINDS_TEXT = [
  'email',
  ...WEB_KIND_NAMES.map((kind) => `${kind} (${WEB_KINDS[kind].name})`),
].join(', ')

/** Schema of a destination, as everybody who may read the settings sees it. */
export const DestinationShape = z.object({
  id: z.string(),
  kind: z.enum(DESTINATION_KINDS),
  to: z.string().describe('The email address, or the scheme and host of the URL, followed by /….'),
  email: z.string().nullable().describe('null for all kinds but email.'),
  events: events.nullable().describe('The events that it gets; null for email, which gets submissions.'),
  confirmed: z.boolean().describe('true in the states confirmed and active.'),
  state: z
    .enum(DESTINATION_STATES)
    .describe(
      'Email: unconfirmed, its owner has not confirmed it; confirmed, it gets submissions as far as the plan allows; stopped, its owner stopped its emails, and only they can start them again. Other kinds: untested, no test has reached it; active, it gets its events as far as the plan allows; disabled, see disabled_because.',
    ),
  concurrency: z.int().nullable().describe('Of a queue; null for other endpoints.'),
  timeout_s: z.int().nullable().describe('Of a queue; null for other endpoints.'),
  added_at: instant,
  stopped_at: instant.nullable().describe('When its owner stopped its emails; null in other states.'),
  disabled_at: instant.nullable(),
  disabled_because: z
    .enum(DISABLED_BECAUSE)
    .nullable()
    .describe(
      `owner: you disabled it. gone: its address answered that it no longer exists. failing: every attempt failed for ${FAILING_DAYS} days. A test that succeeds enables it.`,
    ),
})

/** Formats a destination by its schema. */
export function destinationBody(destination: Destination): z.infer<typeof DestinationShape> {
  const isEmail = destination.kind === 'email'
  const disabled = isEmail ? null : destination.disabled
  return {
    id: destination.id,
    kind: destination.kind,
    to: isEmail ? destination.mailbox : `${destination.origin}/…`,
    email: isEmail ? destination.mailbox : null,
    events: isEmail ? null : [...destination.events],
    confirmed: isAgreed(destination),
    state: getDestinationState(destination),
    concurrency: isEmail ? null : (destination.push?.concurrency ?? null),
    timeout_s: isEmail ? null : (destination.push?.timeoutSeconds ?? null),
    added_at: destination.addedAt.toISOString(),
    stopped_at: (isEmail && destination.stoppedAt?.toISOString()) || null,
    disabled_at: disabled?.at.toISOString() ?? null,
    disabled_because: disabled?.because ?? null,
  }
}

const url = z
  .string()
  .nullable()
  .describe('The whole URL; null for email, and where this instance can no longer decrypt it.')

/** Schema of a destination with its address, for those who may change it. */
export const OwnDestination = named('Destination', DestinationShape.extend({ url }))
export const AddedDestination = named(
  'AddedDestination',
  OwnDestination.extend({
    secret: z
      .string()
      .nullable()
      .describe('Signing secret of a webhook, shown only in this answer; null for all other kinds.'),
  }),
)
export const DestinationList = named('DestinationList', z.object({ data: z.array(OwnDestination) }))

/** An example for the API reference. */
export const EXAMPLE_DESTINATION: z.infer<typeof OwnDestination> = {
  id: 'dst_2q9x4m7p0c8k3z5r',
  kind: 'webhook',
  to: 'https://hooks.acme.org/…',
  email: null,
  events: ['submission.created'],
  confirmed: false,
  state: 'untested',
  concurrency: null,
  timeout_s: null,
  added_at: '2026-11-20T10:00:00.000Z',
  stopped_at: null,
  disabled_at: null,
  disabled_because: null,
  url: 'https://hooks.acme.org/formslot',
}
