import { IDLE_DAYS } from '../../domain/endpoints/endpoint.ts'
import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import { FORM } from '../../domain/endpoints/kinds/form.ts'
import { QUEUE } from '../../domain/endpoints/kinds/queue.ts'
import { TELEMETRY } from '../../domain/endpoints/kinds/telemetry.ts'
import { type PlanTable, unclaimedPlan } from '../../domain/plans/plan.ts'
import { MESSAGE_RETENTION_DAYS } from '../../domain/queues/queue.ts'
import type { CreatedBody, CreatedQueueBody, CreatedTelemetryBody } from '../schema/schemas.ts'

/** An endpoint that was created. */
type Made = {
  endpointId: string
  /** Where it is used. */
  url: string
  expiresAt: string
  /** For kinds that have keys. */
  firstKey: string | null
}

/** How endpoints of one kind are created: where, and what is answered. */
export type CreationKind = {
  path: string
  bodyOf(made: Made, table: PlanTable): CreatedBody | CreatedTelemetryBody | CreatedQueueBody
}

const FORMS: CreationKind = {
  path: '/new',
  bodyOf: (made) => ({
    endpoint_url: made.url,
    form_id: made.endpointId,
    unclaimed: true,
    claim_note:
      'Unclaimed: the first real submission arrives at the recipient together with a one-click claim link. ' +
      noteOf('submissions', FORM.unclaimedCap),
    ...commonOf(made),
    limits: { lifetime_submissions: FORM.unclaimedCap, idle_days: IDLE_DAYS },
  }),
}

const TELEMETRIES: CreationKind = {
  path: '/t/new',
  bodyOf: (made, table) => ({
    telemetry_url: made.url,
    telemetry_id: made.endpointId,
    read_key: keyIn(made),
    unclaimed: true,
    claim_note:
      'Unclaimed: with the first event the recipient gets an email with a one-click claim link. ' +
      noteOf('events', TELEMETRY.unclaimedCap),
    ...commonOf(made),
    limits: {
      lifetime_events: TELEMETRY.unclaimedCap,
      idle_days: IDLE_DAYS,
      retention_days: unclaimedPlan(table).telemetryRetentionDays,
    },
  }),
}

const QUEUES: CreationKind = {
  path: '/q/new',
  bodyOf: (made) => ({
    queue_url: made.url,
    queue_id: made.endpointId,
    api_key: keyIn(made),
    unclaimed: true,
    claim_note:
      'Unclaimed: with the first message the recipient gets an email with a one-click claim link. ' +
      noteOf('messages', QUEUE.unclaimedCap),
    ...commonOf(made),
    limits: {
      lifetime_messages: QUEUE.unclaimedCap,
      idle_days: IDLE_DAYS,
      retention_days: MESSAGE_RETENTION_DAYS,
    },
  }),
}

/** What is created by a POST to its path. */
export const CREATION_KINDS: Readonly<Record<EndpointKind, CreationKind>> = {
  form: FORMS,
  telemetry: TELEMETRIES,
  queue: QUEUES,
}

function noteOf(what: string, cap: number): string {
  return (
    'The link claims the endpoint for that email address. ' +
    `Until it is claimed, the endpoint accepts ${cap} ${what} in total and expires after ${IDLE_DAYS} days without one.`
  )
}

function commonOf({ url, expiresAt }: Made): { status_url: string; expires_at: string } {
  return { status_url: `${url}/status`, expires_at: expiresAt }
}

function keyIn({ firstKey }: Made): string {
  if (firstKey === null) throw new Error('the kind has keys, and none was made')
  return firstKey
}
