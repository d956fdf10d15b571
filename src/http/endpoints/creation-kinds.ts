import { IDLE_DAYS } from '../../domain/endpoints/endpoint.ts'
import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import { FORM } from '../../domain/endpoints/kinds/form.ts'
import { QUEUE } from '../../domain/endpoints/kinds/queue.ts'
import { TELEMETRY } from '../../domain/endpoints/kinds/telemetry.ts'
import { type PlanTable, unclaimedPlan } from '../../domain/plans/plan.ts'
import { MESSAGE_RETENTION_DAYS } from '../../domain/queues/queue.ts'
import type { CreatedBody, CreatedQueueBody, CreatedTelemetryBody } from '../schema/schemas.ts'

type NewEndpoint = {
  endpointId: string
  url: string
  expiresAt: string
  /** The key of an endpoint whose kind has keys. */
  firstKey: string | null
}

/** Creation of endpoints of one kind: the path, and the body of the response. */
type CreationKind = {
  path: string
  toBody(created: NewEndpoint, plans: PlanTable): CreatedBody | CreatedTelemetryBody | CreatedQueueBody
}

const FORMS: CreationKind = {
  path: '/new',
  toBody: (created) => ({
    endpoint_url: created.url,
    form_id: created.endpointId,
    unclaimed: true,
    claim_note:
      'Unclaimed: the first real submission arrives at the recipient together with a one-click claim link. ' +
      formatNote('submissions', FORM.unclaimedCap),
    ...toCommonFields(created),
    limits: { lifetime_submissions: FORM.unclaimedCap, idle_days: IDLE_DAYS },
  }),
}

const TELEMETRIES: CreationKind = {
  path: '/t/new',
  toBody: (created, plans) => ({
    telemetry_url: created.url,
    telemetry_id: created.endpointId,
    read_key: getFirstKey(created),
    unclaimed: true,
    claim_note:
      'Unclaimed: with the first event the recipient gets an email with a one-click claim link. ' +
      formatNote('events', TELEMETRY.unclaimedCap),
    ...toCommonFields(created),
    limits: {
      lifetime_events: TELEMETRY.unclaimedCap,
      idle_days: IDLE_DAYS,
      retention_days: unclaimedPlan(plans).telemetryRetentionDays,
    },
  }),
}

const QUEUES: CreationKind = {
  path: '/q/new',
  toBody: (created) => ({
    queue_url: created.url,
    queue_id: created.endpointId,
    api_key: getFirstKey(created),
    unclaimed: true,
    claim_note:
      'Unclaimed: with the first message the recipient gets an email with a one-click claim link. ' +
      formatNote('messages', QUEUE.unclaimedCap),
    ...toCommonFields(created),
    limits: {
      lifetime_messages: QUEUE.unclaimedCap,
      idle_days: IDLE_DAYS,
      retention_days: MESSAGE_RETENTION_DAYS,
    },
  }),
}

/** Kinds that can be created by a POST to their path. */
export const CREATION_KINDS: Readonly<Record<EndpointKind, CreationKind>> = {
  form: FORMS,
  telemetry: TELEMETRIES,
  queue: QUEUES,
}

function formatNote(accepted: string, cap: number): string {
  return (
    'The link claims the endpoint for that email address. ' +
    `Until it is claimed, the endpoint accepts ${cap} ${accepted} in total and expires after ${IDLE_DAYS} days without one.`
  )
}

function toCommonFields({ url, expiresAt }: NewEndpoint): { status_url: string; expires_at: string } {
  return { status_url: `${url}/status`, expires_at: expiresAt }
}

function getFirstKey({ firstKey }: NewEndpoint): string {
  if (firstKey === null) throw new Error('an endpoint of a kind with keys was created without one')
  return firstKey
}
