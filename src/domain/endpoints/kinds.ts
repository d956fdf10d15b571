import type { EndpointKind, KindRules } from './kind.ts'
import { FORM } from './kinds/form.ts'
import { QUEUE } from './kinds/queue.ts'
import { TELEMETRY } from './kinds/telemetry.ts'

/** The rules of every kind of endpoint. */
export const KINDS = {
  form: FORM,
  telemetry: TELEMETRY,
  queue: QUEUE,
} as const satisfies Readonly<Record<EndpointKind, KindRules>>

const ID_PREFIXES = Object.values(KINDS)
  .map((rules) => rules.idPrefix)
  .join('')
/** A prefix, an underscore, and 16 digits of Crockford's base32 in lower case: no i, l, o, u. */
const ENDPOINT_ID = new RegExp(`^([${ID_PREFIXES}])_[0-9a-hjkmnp-tv-z]{16}$`)

const BY_ID_PREFIX = new Map(Object.values(KINDS).map((rules) => [rules.idPrefix as string, rules]))

/** Returns the rules for the endpoint with this id; null for a malformed id, which is unknown without asking the store. */
export function findKindRules(id: string): KindRules | null {
  const idPrefix = ENDPOINT_ID.exec(id)?.[1]
  return (idPrefix !== undefined && BY_ID_PREFIX.get(idPrefix)) || null
}

/** Returns true for a well-formed id of an endpoint of this kind. */
export function isEndpointId(kind: EndpointKind, id: string): boolean {
  return findKindRules(id)?.kind === kind
}

/** Returns the rules for an existing endpoint. */
export function getKindRules(endpoint: { id: string }): KindRules {
  const rules = BY_ID_PREFIX.get(endpoint.id.charAt(0))
  if (!rules) throw new RangeError(`${endpoint.id} is not the id of an endpoint`)
  return rules
}
