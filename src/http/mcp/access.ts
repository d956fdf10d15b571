import type { EndpointScope, Scope } from '../../domain/accounts/scope.ts'
import { SCOPES } from '../../domain/accounts/scope.ts'
import type { McpCaller } from './caller.ts'

type Check = (caller: McpCaller) => boolean

/** Returns true for every caller. */
export const isForAll: Check = () => true

/** Returns a check for an account key with all of these scopes. */
export function isForAccount(...scopes: readonly Scope[]): Check {
  return (caller) => caller.kind === 'account' && scopes.every((scope) => caller.scopes.includes(scope))
}

/** Returns a check for an endpoint key with this scope, or an account key with all of the others. */
export function isForKey(scope: EndpointScope, ...ofAccount: readonly Scope[]): Check {
  const isAccount = isForAccount(...ofAccount)
  return (caller) => (caller.kind === 'endpoint' && caller.scopes.includes(scope)) || isAccount(caller)
}

/** Checks of creations: in the account with a key that may create there, else without one. */
export const createsForm = toCreationChecks(isForAccount('write'))
/** The answer holds the first key, which can read. */
export const createsKeyed = toCreationChecks(isForAccount(...SCOPES))

function toCreationChecks(owned: Check): { owned: Check; anonymous: Check } {
  return { owned, anonymous: (caller) => !owned(caller) }
}
