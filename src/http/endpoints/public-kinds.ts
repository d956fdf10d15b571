import type { z } from 'zod'
import { IDLE_DAYS } from '../../domain/endpoints/endpoint.ts'
import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import { KINDS } from '../../domain/endpoints/kinds.ts'
import { type PlanTable, unclaimedPlan } from '../../domain/plans/plan.ts'
import { MESSAGE_RETENTION_DAYS } from '../../domain/queues/queue.ts'
import type { HttpDeps } from '../deps.ts'
import { getEndpointPath } from '../kernel/paths.ts'
import type { PublicTag } from '../kernel/register-route.ts'
import { EXAMPLE_EXPIRY, EXAMPLE_FORM_ID, EXAMPLE_TELEMETRY_ID } from '../schema/examples.ts'
import { FORM_ID, type Parameter, QUEUE_ID, TELEMETRY_ID } from '../schema/parameters.ts'
import { EXAMPLE_QUEUE_ID } from '../schema/queue-examples.ts'
import { Created, CreatedQueue, CreatedTelemetry } from '../schema/schemas.ts'

/** A kind of endpoints in the public API: its creation, and its names and words. */
type PublicKind = {
  /** Path of its creation. */
  path: string
  operationId: string
  summary: string
  tag: PublicTag
  /** The id in a path. */
  parameter: Parameter
  /** Noun for an endpoint of the kind in a sentence. */
  noun: string
  /** Schema of the response to a creation, and the names of the URL and of the first key in it; null: the kind has no keys. */
  schema: z.ZodType
  urlName: string
  keyName: string | null
  /** Plural of the things that it accepts. */
  accepts: string
  /** Sentence about how the recipient gets the claim link. */
  claimLink: string
  /** Returns the retention that the response states; null: none. */
  getRetentionDays(plans: PlanTable): number | null
  example: { id: string; firstKey: string | null }
}

/** All kinds of endpoints in the public API. */
export const PUBLIC_KINDS: Readonly<Record<EndpointKind, PublicKind>> = {
  form: {
    path: '/new',
    operationId: 'createEndpoint',
    summary: 'Create an endpoint.',
    tag: 'forms',
    parameter: FORM_ID,
    noun: 'endpoint',
    schema: Created,
    urlName: 'endpoint_url',
    keyName: null,
    accepts: 'submissions',
    claimLink: 'the first real submission arrives at the recipient together with a one-click claim link.',
    getRetentionDays: () => null,
    example: { id: EXAMPLE_FORM_ID, firstKey: null },
  },
  telemetry: {
    path: '/t/new',
    operationId: 'createTelemetry',
    summary: 'Create a telemetry endpoint.',
    tag: 'events',
    parameter: TELEMETRY_ID,
    noun: 'endpoint',
    schema: CreatedTelemetry,
    urlName: 'telemetry_url',
    keyName: 'read_key',
    accepts: 'events',
    claimLink: 'with the first event the recipient gets an email with a one-click claim link.',
    getRetentionDays: (plans) => unclaimedPlan(plans).telemetryRetentionDays,
    example: { id: EXAMPLE_TELEMETRY_ID, firstKey: 'tk_7Qm2Xk9B…' },
  },
  queue: {
    path: '/q/new',
    operationId: 'createQueue',
    summary: 'Create a queue.',
    tag: 'queue',
    parameter: QUEUE_ID,
    noun: 'queue',
    schema: CreatedQueue,
    urlName: 'queue_url',
    keyName: 'api_key',
    accepts: 'messages',
    claimLink: 'with the first message the recipient gets an email with a one-click claim link.',
    getRetentionDays: () => MESSAGE_RETENTION_DAYS,
    example: { id: EXAMPLE_QUEUE_ID, firstKey: 'qk_…' },
  },
}

/** Formats a new endpoint by the schema of its kind. */
export function createdBody(
  kind: EndpointKind,
  created: { endpointId: string; url: string; expiresAt: string; firstKey: string | null },
  plans: PlanTable,
): Record<string, unknown> {
  const { endpointId, url, expiresAt, firstKey } = created
  const { urlName, keyName, accepts, claimLink, getRetentionDays } = PUBLIC_KINDS[kind]
  if (keyName !== null && firstKey === null) throw new Error('an endpoint with keys was created without one')
  const { unclaimedCap } = KINDS[kind]
  const retentionDays = getRetentionDays(plans)
  return {
    [urlName]: url,
    [`${kind}_id`]: endpointId,
    ...(keyName === null ? {} : { [keyName]: firstKey }),
    unclaimed: true,
    claim_note:
      `Unclaimed: ${claimLink} The link claims the endpoint for that email address. Until it is claimed, the endpoint ` +
      `accepts ${unclaimedCap} ${accepts} in total and expires after ${IDLE_DAYS} days without one.`,
    status_url: `${url}/status`,
    expires_at: expiresAt,
    limits: {
      [`lifetime_${accepts}`]: unclaimedCap,
      idle_days: IDLE_DAYS,
      ...(retentionDays === null ? {} : { retention_days: retentionDays }),
    },
  }
}

/** Returns the response to the creation of an endpoint at this instance, for documents, with a shorter note. */
export function exampleCreated({ base, terms }: Pick<HttpDeps, 'base' | 'terms'>, kind: EndpointKind) {
  const { claimLink, example } = PUBLIC_KINDS[kind]
  const { id: endpointId, firstKey } = example
  const url = base + getEndpointPath(endpointId)
  const created = { endpointId, url, expiresAt: EXAMPLE_EXPIRY, firstKey }
  return { ...createdBody(kind, created, terms), claim_note: `Unclaimed: ${claimLink} …` }
}
