import { findDestination } from '../../domain/destinations/destination.ts'
import type { WebDestination } from '../../domain/destinations/destination-kinds.ts'
import {
  listSigningNow,
  newSigningSecrets,
  parseSigningSecrets,
  renewSecrets,
} from '../../domain/destinations/signing-secrets.ts'
import {
  decideWebChange,
  decideWebDestination,
  findWebDestination,
  getTurnsTarget,
  type PushChange,
  proveDestination,
  type TestExchange,
} from '../../domain/destinations/web-destination.ts'
import { WEB_KINDS, type WebKind } from '../../domain/destinations/web-kinds.ts'
import type { WebEventType } from '../../domain/destinations/webhook-event.ts'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import { findKindRules } from '../../domain/endpoints/kinds.ts'
import { findPlan } from '../../domain/plans/plan.ts'
import { type Refused, refused } from '../../domain/refusal.ts'
import { getDestinationPlace } from '../../domain/secret-place.ts'
import type { Consequence, FoundEndpoint } from '../../store/contract/changes.ts'
import { type Caller, toActor } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { configureOwned, toRefusedChange } from '../endpoints/change-owned.ts'

type About = { endpointId: string; now: Date }
type AboutOne = About & { destinationId: string }

/** A web destination as its owner sees it. `url`: null where its secret is lost. */
type OwnWebDestination = { destination: WebDestination; url: string | null }

/**
 * Adds a destination that gets HTTP requests. It gets nothing before a test is answered at its address.
 *
 * @returns `secret`: what its requests are signed with, told this once; null where they are not signed
 */
export async function addWebDestination(
  context: Context,
  caller: Caller,
  request: About & { kind: WebKind; url: string; events: readonly WebEventType[] | null; push?: PushChange },
): Promise<{ kind: 'added'; id: string; secret: string | null } | Refused> {
  const { endpointId, kind, url, events, push = {}, now } = request
  const fault = await context.web.findFault(kind, url)
  if (fault) return refused({ code: 'address_invalid', field: 'url', message: fault })
  const secret = WEB_KINDS[kind].isSigned ? await context.web.newSigningSecret() : null
  return change(context, caller, request, ({ endpoint, plan }) => {
    const id = context.keys.newDestinationId()
    const { origin } = new URL(url)
    const facts = { endpoint, plan: findPlan(context, plan), kind, id, origin, events, push, now }
    const decision = decideWebDestination(facts)
    if (decision.kind === 'refused') return decision
    const place = { endpointId, destinationId: id }
    return {
      answer: { kind: 'added', id, secret },
      consequences: [
        { kind: 'settings', settings: decision.settings },
        {
          kind: 'destination_secret',
          destinationId: id,
          address: seal(context, 'address', place, url),
          signing: secret && seal(context, 'signing', place, JSON.stringify(newSigningSecrets(secret))),
        },
        audit(caller, 'destination_added', id),
      ],
    }
  })
}

/** Changes the address of a web destination, which is then tested again, its events, or enables or disables it. */
export async function changeWebDestination(
  context: Context,
  caller: Caller,
  request: AboutOne & {
    url?: string | undefined
    events?: readonly WebEventType[] | undefined
    active?: boolean | undefined
    push?: PushChange
  },
): Promise<{ kind: 'changed' } | Refused> {
  const { endpointId, destinationId, url, events, active, push, now } = request
  const known = await findOwn(context, caller, request)
  if (known.kind === 'refused') return known
  const fault = url === undefined ? null : await context.web.findFault(known.destination.kind, url)
  if (fault) return refused({ code: 'address_invalid', field: 'url', message: fault })
  return change(context, caller, request, ({ endpoint }) => {
    const origin = url === undefined ? undefined : new URL(url).origin
    const decision = decideWebChange(endpoint, destinationId, { origin, events, active, ...push }, now)
    if (decision.kind === 'refused') return decision
    const place = { endpointId, destinationId }
    const address = url === undefined ? {} : { address: seal(context, 'address', place, url) }
    return {
      answer: { kind: 'changed' },
      consequences: [
        { kind: 'settings', settings: decision.settings },
        // Also forgets since when it has failed.
        { kind: 'destination_secret', destinationId, ...address },
        audit(caller, 'destination_changed', destinationId),
      ],
    }
  })
}

/** Gives a web destination a new signing secret, told this once; the one before it signs too for a day. */
export async function rotateSigningSecret(
  context: Context,
  caller: Caller,
  request: AboutOne,
): Promise<{ kind: 'rotated'; secret: string } | Refused> {
  const { endpointId, destinationId, now } = request
  const known = await findOwn(context, caller, request)
  if (known.kind === 'refused') return known
  if (!WEB_KINDS[known.destination.kind].isSigned) {
    const message = 'Requests to this kind of destination are not signed with a secret.'
    return refused({ code: 'value_invalid', message })
  }
  if (known.endpoint.retiredAt) return refused({ code: 'endpoint_retired' })
  const place = { endpointId, destinationId }
  const secret = await context.web.newSigningSecret()
  const secrets = renewSecrets(await openSigning(context, place), secret, now)
  return change(context, caller, request, ({ endpoint }) => {
    if (!findWebDestination(endpoint, destinationId)) return refused({ code: 'destination_not_found' })
    return {
      answer: { kind: 'rotated', secret },
      consequences: [
        {
          kind: 'destination_secret',
          destinationId,
          signing: seal(context, 'signing', place, JSON.stringify(secrets)),
        },
        audit(caller, 'destination_secret_rotated', destinationId),
      ],
    }
  })
}

/** Sends a test to a web destination and waits for the answer. One from 200 to 299 proves and enables it. */
export async function testWebDestination(
  context: Context,
  caller: Caller,
  request: AboutOne,
): Promise<{ kind: 'tested'; exchange: TestExchange } | Refused> {
  const { endpointId, destinationId, now } = request
  const known = await findOwn(context, caller, request)
  if (known.kind === 'refused') return known
  const { endpoint, destination, url } = known
  if (endpoint.retiredAt) return refused({ code: 'endpoint_retired' })
  if (url === null) return refused({ code: 'address_invalid', message: SECRET_LOST })
  const secrets = listSigningNow(await openSigning(context, { endpointId, destinationId }), now)
  const exchange = await context.web.test({ endpoint, destination, url, secrets, now })
  if (!exchange.isProven) return { kind: 'tested', exchange }
  return change(context, caller, request, ({ endpoint }) => {
    const current = findWebDestination(endpoint, destinationId)
    if (!current) return refused({ code: 'destination_not_found' })
    const answer = { kind: 'tested', exchange } as const
    const isSame = current.addressedAt.getTime() === destination.addressedAt.getTime()
    // The answer proves nothing about an address that was set meanwhile.
    if (!isSame)
      return { answer: { ...answer, exchange: { ...exchange, isProven: false } }, consequences: [] }
    const isActive = current.provenAt !== null && current.disabled === null
    const settings = proveDestination(endpoint.settings, destinationId, now)
    return {
      answer,
      consequences: [
        ...(isActive ? [] : [{ kind: 'settings', settings } as const]),
        // Forgets since when it has failed.
        { kind: 'destination_secret', destinationId },
        ...(current.disabled ? [audit(caller, 'destination_changed', destinationId)] : []),
      ],
    }
  })
}

/** Lists the destinations of an endpoint of the caller. `urls`: the addresses of those that are not email, by their ids. */
export async function listDestinations(
  context: Context,
  caller: Caller,
  { endpointId }: { endpointId: string },
): Promise<{ kind: 'listed'; endpoint: EndpointFacts; urls: ReadonlyMap<string, string | null> } | Refused> {
  const owned = await findEndpoint(context, caller, endpointId)
  if (!owned) return refused({ code: 'endpoint_not_found' })
  const web = owned.endpoint.settings.destinations.filter(({ kind }) => kind !== 'email')
  const found = web.map(async ({ id: destinationId }) => {
    const url = await openAddress(context, { endpointId, destinationId })
    return [destinationId, url] as const
  })
  return { kind: 'listed', endpoint: owned.endpoint, urls: new Map(await Promise.all(found)) }
}

/** Finds the target that tests of this destination are counted by: its host, or itself where many owners share the host. */
export async function findTestTarget(
  context: Context,
  caller: Caller,
  place: { endpointId: string; destinationId: string },
): Promise<{ kind: 'found'; target: string } | Refused> {
  const known = await findOwn(context, caller, place)
  if (known.kind === 'refused') return known
  if (known.endpoint.retiredAt) return refused({ code: 'endpoint_retired' })
  return { kind: 'found', target: getTurnsTarget(known.destination) }
}

const SECRET_LOST =
  'The address of this destination was sealed with a link secret that this instance no longer has. Set the address again.'

type Decided<Answer> = { answer: Answer; consequences: readonly Consequence[] } | Refused

async function change<Answer>(
  context: Context,
  caller: Caller,
  { endpointId, now }: About,
  decide: (found: FoundEndpoint) => Decided<Answer>,
): Promise<Answer | Refused> {
  const kind = findKindRules(endpointId)?.kind ?? 'form'
  return configureOwned<Answer | Refused>(context, caller, { endpointId, kind, now }, (found) => {
    const decided = decide(found)
    return 'refusal' in decided
      ? toRefusedChange(decided.refusal)
      : { answer: decided.answer, remember: false, consequences: decided.consequences }
  })
}

function findEndpoint(context: Context, { accountKey }: Caller, endpointId: string) {
  const kind = findKindRules(endpointId)?.kind ?? 'form'
  return context.store.owned.find({ accountKey, kind, endpointId })
}

async function findOwn(
  context: Context,
  caller: Caller,
  { endpointId, destinationId }: Omit<AboutOne, 'now'>,
): Promise<({ kind: 'found'; endpoint: EndpointFacts } & OwnWebDestination) | Refused> {
  const owned = await findEndpoint(context, caller, endpointId)
  if (!owned) return refused({ code: 'endpoint_not_found' })
  const destination = findDestination(owned.endpoint, destinationId)
  if (!destination || destination.kind === 'email') return refused({ code: 'destination_not_found' })
  const url = await openAddress(context, { endpointId, destinationId })
  return { kind: 'found', endpoint: owned.endpoint, destination, url }
}

type Place = { endpointId: string; destinationId: string }

/** Opens the address of a destination; null where its secret is lost. */
async function openAddress({ store, keys }: Context, place: Place): Promise<string | null> {
  const sealed = await store.findDestinationSecret(place)
  return sealed && keys.openSecret(sealed.address, getDestinationPlace('address', place))
}

/** Opens what the requests to a destination are signed with; none where they are not signed, or where it is lost. */
async function openSigning({ store, keys }: Context, place: Place) {
  const { signing = null } = (await store.findDestinationSecret(place)) ?? {}
  return parseSigningSecrets(signing && keys.openSecret(signing, getDestinationPlace('signing', place)))
}

function seal({ keys }: Context, column: 'address' | 'signing', place: Place, secret: string): string {
  return keys.sealSecret(secret, getDestinationPlace(column, place))
}

function audit(
  caller: Caller,
  action: 'destination_added' | 'destination_changed' | 'destination_secret_rotated',
  detail: string,
): Consequence {
  return { kind: 'audit', by: toActor(caller), action, detail }
}
