import type { EndpointKind, KindRules } from './kind.ts'
import { FORM } from './kinds/form.ts'
import { QUEUE } from './kinds/queue.ts'
import { TELEMETRY } from './kinds/telemetry.ts'

/** Every kind of endpoint there is. */
export const KINDS = {
  form: FORM,
  telemetry: TELEMETRY,
  queue: QUEUE,
} as const satisfies Readonly<Record<EndpointKind, KindRules>>

const LETTERS = Object.values(KINDS)
  .map((rules) => rules.letter)
  .join('')
/** A letter, an underscore, and 16 digits of Crockford's base32 in lower case: no i, l, o, u. */
const ENDPOINT_ID = new RegExp(`^([${LETTERS}])_[0-9a-hjkmnp-tv-z]{16}$`)

const BY_LETTER = new Map(Object.values(KINDS).map((rules) => [rules.letter as string, rules]))

/** The rules for the endpoint with this id; null for what has not the shape of one, and so is unknown without a look at the store. */
export function rulesOfId(id: string): KindRules | null {
  const letter = ENDPOINT_ID.exec(id)?.[1]
  return (letter !== undefined && BY_LETTER.get(letter)) || null
}

/** Whether this has the shape of the id of an endpoint of this kind. */
export function isIdOf(kind: EndpointKind, id: string): boolean {
  return rulesOfId(id)?.kind === kind
}

/** The rules for an endpoint that there is. */
export function rulesOf(endpoint: { id: string }): KindRules {
  const rules = BY_LETTER.get(endpoint.id.charAt(0))
  if (!rules) throw new RangeError(`${endpoint.id} is not the id of an endpoint`)
  return rules
}
