import { getState } from '../../domain/endpoints/endpoint.ts'
import { isEndpointId } from '../../domain/endpoints/kinds.ts'
import { findPlan } from '../../domain/plans/plan.ts'
import type { Refused } from '../../domain/refusal.ts'
import {
  getPublicInterval,
  getPublicSpan,
  type PublicPeriod,
  type PublicStats,
  toPublicStats,
} from '../../domain/telemetry/public-stats.ts'
import { type Caller, toActor } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { changeOwned, configureOwned, toRefusedChange } from '../endpoints/change-owned.ts'

/** `token`: that of the public link; null while the endpoint has none. */
type PublicLink = { kind: 'link'; token: string | null } | Refused
type Request = { endpointId: string; now: Date }

/** Returns the public link to the statistics of a telemetry endpoint of the caller. */
export async function getPublicLink(
  context: Context,
  caller: Caller,
  endpointId: string,
): Promise<PublicLink> {
  const found = isEndpointId('telemetry', endpointId) ? await context.store.findEndpoint(endpointId) : null
  if (found?.accountKey !== caller.accountKey) {
    return { kind: 'refused', refusal: { code: 'endpoint_not_found' } }
  }
  return toLink(context, found.publicLinkId)
}

/** Creates the public link of a telemetry endpoint of the caller, or returns the one that it has. This confirms the endpoint. */
export function createPublicLink(context: Context, caller: Caller, request: Request): Promise<PublicLink> {
  const about = { ...request, kind: 'telemetry' } as const
  return configureOwned<PublicLink>(context, caller, about, ({ endpoint, publicLinkId }) => {
    if (endpoint.retiredAt) return toRefusedChange({ code: 'endpoint_retired' })
    const linkId = publicLinkId ?? context.keys.newPublicLinkId()
    const entry = { kind: 'audit', by: toActor(caller), action: 'public_link_created', detail: null } as const
    return {
      answer: toLink(context, linkId),
      remember: false,
      consequences: publicLinkId === null ? [{ kind: 'public_link', linkId }, entry] : [],
    }
  })
}

/** Revokes the public link: it shows nothing from the next request on, also when another one is created. Repeatable. */
export function revokePublicLink(
  context: Context,
  caller: Caller,
  request: Request,
): Promise<{ kind: 'done' } | Refused> {
  const about = { ...request, kind: 'telemetry' } as const
  return changeOwned<{ kind: 'done' } | Refused>(context, caller, about, ({ publicLinkId }) => {
    const entry = { kind: 'audit', by: toActor(caller), action: 'public_link_revoked', detail: null } as const
    return {
      answer: { kind: 'done' },
      remember: false,
      consequences: publicLinkId === null ? [] : [{ kind: 'public_link', linkId: null }, entry],
    }
  })
}

/** The endpoint of a public link: its name, and for how many days its events are kept. */
type OpenedLink = { kind: 'opened'; endpointId: string; name: string | null; retentionDays: number }

/**
 * Returns the endpoint of a public link. Revoked links, and links of retired endpoints and closed accounts, get the refusal
 * of unknown ones.
 */
export async function openPublicLink(
  context: Context,
  request: { token: string; now: Date },
): Promise<OpenedLink | Refused> {
  const linkId = context.keys.verifyPublicLinkToken(request.token)
  const found = linkId === null ? null : await context.store.telemetry.findByPublicLink(linkId)
  if (!found || getState(found.endpoint, request.now) !== 'claimed') {
    return { kind: 'refused', refusal: { code: 'token_not_found' } }
  }
  const { id: endpointId, settings } = found.endpoint
  const retentionDays = findPlan(context, found.plan)?.telemetryRetentionDays ?? 0
  return { kind: 'opened', endpointId, name: settings.name, retentionDays }
}

/**
 * Loads what a public page shows. Reads the counts by name and hour alone, never an event: they contain no prop, address or
 * user.
 */
export async function loadPublicStats(
  { store }: Context,
  request: { endpointId: string; period: PublicPeriod; now: Date },
): Promise<PublicStats> {
  const { endpointId, period, now } = request
  const count = (of: PublicPeriod) =>
    store.telemetry.count({ endpointId, ...getPublicSpan(of, now), name: null, by: getPublicInterval(of) })
  const month = await count('30d')
  const counts = getPublicInterval(period) === 'day' ? month : await count(period)
  return toPublicStats({ period, now, counts, month })
}

function toLink({ keys }: Context, linkId: string | null): Exclude<PublicLink, Refused> {
  return { kind: 'link', token: linkId === null ? null : keys.publicLinkToken(linkId) }
}
