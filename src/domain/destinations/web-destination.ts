import type { EndpointFacts } from '../endpoints/endpoint.ts'
import type { EndpointKind } from '../endpoints/kind.ts'
import { getKindRules } from '../endpoints/kinds.ts'
import type { EndpointSettings } from '../endpoints/settings.ts'
import type { Plan } from '../plans/plan.ts'
import { type Refused, refused } from '../refusal.ts'
import type { WindowLimit } from '../sliding-window.ts'
import { DAY, HOUR, later } from '../time.ts'
import { addDestination, countAllowed, findDestination, isQueue, replaceDestination } from './destination.ts'
import type { Disabled, Push, WebDestination } from './destination-kinds.ts'
import { findKindByHost, type WebKind } from './web-kinds.ts'
import type { WebEventType } from './webhook-event.ts'

/** Days after which a destination is disabled, if all of its attempts have failed. */
export const FAILING_DAYS = 5
/** Hours after a rotation during which requests are also signed with the old secret. */
export const ROTATION_HOURS = 24
/** Tests of one account, and to one host from all accounts, counted by each node. */
export const TESTS_PER_ACCOUNT: WindowLimit = { times: 30, span: HOUR }
export const TESTS_PER_HOST: WindowLimit = { times: 60, span: HOUR }
/** Maximum number of submissions that one call delivers again. */
export const MAX_RECOVERED = 1000

/** Limits of the requests that a queue posts its messages with, and those that it has unless its owner chooses. */
export const MAX_PUSH: Push = { concurrency: 10, timeoutSeconds: 15 }
export const DEFAULT_PUSH: Push = { concurrency: 1, timeoutSeconds: 15 }

/** The events that destinations of an endpoint can get, and those that they get unless their owner chooses. */
export const EVENTS_OF_KIND: Readonly<
  Record<EndpointKind, { all: readonly WebEventType[]; usual: readonly WebEventType[] }>
> = {
  form: {
    all: [
      'submission.created',
      'submission.spam',
      'endpoint.quota_warning',
      'email.bounced',
      'email.complained',
    ],
    usual: ['submission.created'],
  },
  telemetry: {
    all: ['watch.fired', 'watch.cleared', 'endpoint.quota_warning', 'email.bounced', 'email.complained'],
    usual: ['watch.fired', 'watch.cleared'],
  },
  // Its destination gets its messages.
  queue: { all: [], usual: [] },
}

/**
 * Decides whether an endpoint gets another web destination. One may always be added and tested; it gets events while the plan
 * allows it.
 *
 * @param request.origin of its address, which the caller has checked
 * @param request.events null: the usual ones
 * @param request.push what the request says of it; what is undefined has its default
 */
export function decideWebDestination(request: {
  endpoint: EndpointFacts
  plan: Plan | null
  kind: WebKind
  id: string
  origin: string
  events: readonly WebEventType[] | null
  push: PushChange
  now: Date
}): Refused | { kind: 'accepted'; settings: EndpointSettings } {
  const { endpoint, plan, kind, id, origin, push, now } = request
  const { settings } = endpoint
  if (endpoint.retiredAt) return refused({ code: 'endpoint_retired' })
  if (isQueue(endpoint) && kind !== 'webhook') return QUEUE_NEEDS_WEBHOOK
  const allowed = Math.max(1, countAllowed(endpoint, plan))
  if (settings.destinations.length >= allowed)
    return isQueue(endpoint) ? QUEUE_HAS_WEBHOOK : refused({ code: 'limit_reached' })
  const chosen = chooseEvents(endpoint, request.events)
  if ('refusal' in chosen) return chosen
  const pushed = choosePush(endpoint, { old: DEFAULT_PUSH, change: push })
  if ('refusal' in pushed) return pushed
  const destination: WebDestination = {
    kind,
    id,
    origin,
    events: chosen.events,
    addedAt: now,
    addressedAt: now,
    provenAt: null,
    disabled: null,
    push: pushed.push,
  }
  return { kind: 'accepted', settings: addDestination(settings, destination) }
}

/** A change to a web destination by its owner; what is undefined stays as it is. */
export type WebDestinationChange = {
  /** Origin of a new address, which has to be tested again. */
  origin?: string | undefined
  events?: readonly WebEventType[] | undefined
  active?: boolean | undefined
} & PushChange

/** A change to how a queue posts its messages; what is undefined stays as it is. */
export type PushChange = { concurrency?: number | undefined; timeoutSeconds?: number | undefined }

/** Decides on a change to a web destination. */
export function decideWebChange(
  endpoint: EndpointFacts,
  id: string,
  { origin, events, active, ...change }: WebDestinationChange,
  now: Date,
): Refused | { kind: 'accepted'; settings: EndpointSettings } {
  if (endpoint.retiredAt) return refused({ code: 'endpoint_retired' })
  const known = findWebDestination(endpoint, id)
  if (!known) return refused({ code: 'destination_not_found' })
  const chosen = events && chooseEvents(endpoint, events)
  if (chosen && 'refusal' in chosen) return chosen
  const pushed = choosePush(endpoint, { old: known.push ?? DEFAULT_PUSH, change })
  if ('refusal' in pushed) return pushed
  const settings = replaceDestination<WebDestination>(endpoint.settings, id, (old) => ({
    ...old,
    ...(chosen ? { events: chosen.events } : {}),
    ...(origin === undefined ? {} : { origin, addressedAt: getAddressedAt(old, now), provenAt: null }),
    push: pushed.push,
    ...(active === undefined
      ? {}
      : { disabled: active ? null : (old.disabled ?? { at: now, because: 'owner' }) }),
  }))
  return { kind: 'accepted', settings }
}

/** Returns the time of a new address: later than that of the one before, also within one millisecond, since tests tell them apart by it. */
function getAddressedAt({ addressedAt }: WebDestination, now: Date): Date {
  return now > addressedAt ? now : later(addressedAt, 1)
}

/** Returns the settings with this destination proven by the answer to a test, which also enables it; repeatable. */
export function proveDestination(settings: EndpointSettings, id: string, now: Date): EndpointSettings {
  return replaceDestination<WebDestination>(settings, id, (old) => ({
    ...old,
    provenAt: old.provenAt ?? now,
    disabled: null,
  }))
}

/**
 * Returns the settings with this destination disabled; null where it already is or was removed, where its address has changed
 * since `addressedAt`, and where its endpoint is retired.
 */
export function disableDestination(
  endpoint: EndpointFacts,
  { id, addressedAt }: Pick<WebDestination, 'id' | 'addressedAt'>,
  disabled: Disabled,
): EndpointSettings | null {
  const known = findWebDestination(endpoint, id)
  if (!known || known.disabled || endpoint.retiredAt) return null
  if (known.addressedAt.getTime() !== addressedAt.getTime()) return null
  return replaceDestination<WebDestination>(endpoint.settings, id, (old) => ({ ...old, disabled }))
}

/** Returns true when a destination has failed for so long that it is disabled. */
export function hasFailedTooLong(failingSince: Date, now: Date): boolean {
  return now.getTime() - failingSince.getTime() >= FAILING_DAYS * DAY
}

/** Finds the web destination of the endpoint with this id; null when it has none. */
export function findWebDestination(endpoint: EndpointFacts, id: string): WebDestination | null {
  const known = findDestination(endpoint, id)
  return known && known.kind !== 'email' ? known : null
}

/** Lists the web destinations of the endpoint. */
export function listWebDestinations({ settings }: EndpointFacts): WebDestination[] {
  return settings.destinations.filter((one): one is WebDestination => one.kind !== 'email')
}

/** A test: the request, the answer, and the result in one sentence. */
export type TestExchange = {
  request: { method: 'POST'; headers: Readonly<Record<string, string>>; body: string }
  /** Null without an answer. `text`: its first characters. */
  answer: { status: number; text: string } | null
  result: string
  ms: number
  /** It was answered with a status from 200 to 299. */
  isProven: boolean
}

/**
 * Returns what the deliveries of a destination take turns by: all of its host, or, where many owners share the host of a vendor,
 * those of the destination alone.
 */
export function getTurnsTarget({ kind, id, origin }: WebDestination): string {
  return findKindByHost(origin) === kind ? `${origin} ${id}` : origin
}

/** The refusal of anything but a webhook as the destination of a queue. */
export const QUEUE_NEEDS_WEBHOOK = refused({
  code: 'value_invalid',
  field: 'kind',
  message: 'A queue posts its messages to one webhook. Choose the kind webhook.',
})
const QUEUE_HAS_WEBHOOK = refused({
  code: 'limit_reached',
  message: 'A queue has one webhook at most. Change its address, or remove it and add another.',
})

function choosePush(
  endpoint: EndpointFacts,
  { old, change }: { old: Push; change: PushChange },
): { push: Push | null } | Refused {
  const { concurrency, timeoutSeconds } = change
  if (isQueue(endpoint)) {
    return {
      push: {
        concurrency: concurrency ?? old.concurrency,
        timeoutSeconds: timeoutSeconds ?? old.timeoutSeconds,
      },
    }
  }
  if (concurrency === undefined && timeoutSeconds === undefined) return { push: null }
  const field = concurrency === undefined ? 'timeout_s' : 'concurrency'
  const message = `Only the webhook of a queue has ${field}. Leave it out.`
  return refused({ code: 'value_invalid', field, message })
}

function chooseEvents(
  endpoint: EndpointFacts,
  events: readonly WebEventType[] | null,
): { events: readonly WebEventType[] } | Refused {
  const { all, usual } = EVENTS_OF_KIND[getKindRules(endpoint).kind]
  if (events === null) return { events: usual }
  if (all.length === 0) {
    const message = 'The webhook of a queue gets its messages and no events. Leave events out.'
    return events.length === 0 ? { events } : refused({ code: 'value_invalid', field: 'events', message })
  }
  const wrong = events.find((event) => !all.includes(event))
  if (wrong === undefined && events.length > 0)
    return { events: all.filter((event) => events.includes(event)) }
  const names = all.join(', ')
  const message =
    wrong === undefined
      ? `Choose at least one of ${names}.`
      : `${wrong} is not an event of this endpoint. Choose from ${names}.`
  return refused({ code: 'value_invalid', field: 'events', message })
}
