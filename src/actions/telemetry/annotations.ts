import { findPlan } from '../../domain/plans/plan.ts'
import type { Refused } from '../../domain/refusal.ts'
import { type Annotation, isShownTime, MAX_ANNOTATIONS } from '../../domain/telemetry/annotation.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'

type Listed = { kind: 'annotations'; annotations: readonly Annotation[] } | Refused
type Added = { kind: 'annotation'; annotation: Annotation } | Refused

const UNKNOWN_ENDPOINT = { kind: 'refused', refusal: { code: 'endpoint_not_found' } } as const
const UNKNOWN = { kind: 'refused', refusal: { code: 'annotation_not_found' } } as const

/** Lists the annotations of a telemetry endpoint of the caller within a time, newest first. */
export async function listAnnotations(
  context: Context,
  caller: Caller,
  request: { endpointId: string; since: Date | null; until: Date | null },
): Promise<Listed> {
  const owned = await findTelemetry(context, caller, request.endpointId)
  if (!owned) return UNKNOWN_ENDPOINT
  const { since, until } = request
  const annotations = await context.store.telemetry.listAnnotations({ endpointKey: owned.key, since, until })
  return { kind: 'annotations', annotations }
}

/** Adds an annotation to a telemetry endpoint of the caller. */
export async function addAnnotation(
  context: Context,
  caller: Caller,
  request: { endpointId: string; at: Date; text: string; now: Date },
): Promise<Added> {
  const { endpointId, at, text, now } = request
  const owned = await findTelemetry(context, caller, endpointId)
  const found = owned && (await context.store.findEndpoint(endpointId))
  if (!owned || !found) return UNKNOWN_ENDPOINT
  if (owned.endpoint.retiredAt) return { kind: 'refused', refusal: { code: 'endpoint_retired' } }
  const keptDays = findPlan(context, found.plan)?.telemetryRetentionDays ?? 0
  if (!isShownTime(at, { now, keptDays })) {
    const message = `The time must be within the ${keptDays} days for which events are kept, and not ahead of now.`
    return { kind: 'refused', refusal: { code: 'value_invalid', field: 'at', message } }
  }
  const { accountKey } = caller
  const added = await context.store.telemetry.addAnnotation({
    accountKey,
    endpointKey: owned.key,
    at,
    text,
    now,
  })
  switch (added.kind) {
    case 'annotation':
      return added
    case 'full': {
      const message = `An endpoint can have at most ${MAX_ANNOTATIONS} annotations. Delete some of them.`
      return { kind: 'refused', refusal: { code: 'limit_reached', message } }
    }
    case 'unknown':
      return UNKNOWN_ENDPOINT
  }
}

/** Deletes an annotation of a telemetry endpoint of the caller. */
export async function removeAnnotation(
  context: Context,
  caller: Caller,
  request: { endpointId: string; annotationId: string },
): Promise<{ kind: 'done' } | Refused> {
  const owned = await findTelemetry(context, caller, request.endpointId)
  if (!owned) return UNKNOWN_ENDPOINT
  const key = context.keys.rowKey('annotation', request.annotationId)
  const isRemoved =
    key !== null && (await context.store.telemetry.removeAnnotation({ endpointKey: owned.key, key }))
  return isRemoved ? { kind: 'done' } : UNKNOWN
}

function findTelemetry({ store }: Context, { accountKey }: Caller, endpointId: string) {
  return store.owned.find({ accountKey, kind: 'telemetry', endpointId })
}
