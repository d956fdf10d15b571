import { getState } from '../../domain/endpoints/endpoint.ts'
import { isEndpointId } from '../../domain/endpoints/kinds.ts'
import type { Refused } from '../../domain/refusal.ts'
import { type Badge, toBadge } from '../../domain/telemetry/badge.ts'
import { type Caller, toActor } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { changeOwned, configureOwned, toRefusedChange } from '../endpoints/change-owned.ts'

/** `token`: the key in the address of the badge; null while it is not published. */
type PublishedBadge = { kind: 'badge'; token: string | null } | Refused
type Request = { endpointId: string; now: Date }

const UNKNOWN = { kind: 'refused', refusal: { code: 'endpoint_not_found' } } as const

/** Returns the key of the badge of a telemetry endpoint of the caller. */
export async function getBadge(
  context: Context,
  caller: Caller,
  endpointId: string,
): Promise<PublishedBadge> {
  const found = isEndpointId('telemetry', endpointId) ? await context.store.findEndpoint(endpointId) : null
  return found?.accountKey === caller.accountKey
    ? toPublished(context, found.endpoint.settings.badgeId)
    : UNKNOWN
}

/** Publishes the badge of a telemetry endpoint of the caller, or returns the key that it has. This confirms the endpoint. */
export function publishBadge(context: Context, caller: Caller, request: Request): Promise<PublishedBadge> {
  const about = { ...request, kind: 'telemetry' } as const
  return configureOwned<PublishedBadge>(context, caller, about, ({ endpoint }) => {
    if (endpoint.retiredAt) return toRefusedChange({ code: 'endpoint_retired' })
    const { settings } = endpoint
    const badgeId = settings.badgeId ?? context.keys.newPublicLinkId()
    const entry = { kind: 'audit', by: toActor(caller), action: 'badge_published', detail: null } as const
    return {
      answer: toPublished(context, badgeId),
      remember: false,
      consequences:
        settings.badgeId === null ? [{ kind: 'settings', settings: { ...settings, badgeId } }, entry] : [],
    }
  })
}

/** Revokes the badge: its key shows nothing from the next request on, also when it is published again. Repeatable. */
export function revokeBadge(
  context: Context,
  caller: Caller,
  request: Request,
): Promise<{ kind: 'done' } | Refused> {
  const about = { ...request, kind: 'telemetry' } as const
  return changeOwned<{ kind: 'done' } | Refused>(context, caller, about, ({ endpoint: { settings } }) => {
    const entry = { kind: 'audit', by: toActor(caller), action: 'badge_revoked', detail: null } as const
    return {
      answer: { kind: 'done' },
      remember: false,
      consequences:
        settings.badgeId === null
          ? []
          : [{ kind: 'settings', settings: { ...settings, badgeId: null } }, entry],
    }
  })
}

/** Returns what the badge with this key shows now; null for any other key, and for the badge of an endpoint that is retired. */
export async function readBadge(
  context: Context,
  { endpointId, token, now }: { endpointId: string; token: string; now: Date },
): Promise<Badge | null> {
  const badgeId = context.keys.verifyBadgeToken(token)
  if (badgeId === null || !isEndpointId('telemetry', endpointId)) return null
  const found = await context.store.findEndpoint(endpointId)
  if (found?.endpoint.settings.badgeId !== badgeId || getState(found.endpoint, now) !== 'claimed') return null
  return toBadge({ endpoint: found.endpoint, watches: found.watches, now })
}

function toPublished({ keys }: Context, badgeId: string | null): Exclude<PublishedBadge, Refused> {
  return { kind: 'badge', token: badgeId === null ? null : keys.badgeToken(badgeId) }
}
