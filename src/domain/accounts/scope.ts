/** Permissions of an API key: `read` reads, `write` changes endpoints and submissions. Neither implies the other. */
export type Scope = 'read' | 'write'

export const SCOPES: readonly [Scope, Scope] = ['read', 'write']

/** Permissions of an endpoint key: read the events of a telemetry endpoint, publish to a queue, consume from it. */
export type EndpointScope = 'read' | 'publish' | 'consume'

/** Roles of members, each of which may do what the ones before it may. */
export const ROLES = ['viewer', 'editor', 'owner'] as const
export type Role = (typeof ROLES)[number]
/** `holder`: the person whose address identifies the account. */
const RANKS = [...ROLES, 'holder'] as const

/** Rights of a person in the account that their session acts in. */
export type Access = {
  role: Role | 'holder'
  /** Id of the only form that they may see; null for the whole account. */
  form: string | null
}

/** Requirements of a request. */
export type AccessDemand = {
  role: Role | 'holder'
  /** `form`: members of a single form may send it, about that form. `account`: only those of the whole account. */
  reach: 'form' | 'account'
}

/** The access of a person to their own account, by session or by key. */
export const HOLDER: Access = { role: 'holder', form: null }

/** The rule about what members may do: returns true when this access covers this demand. */
export function mayDo(access: Access, demand: AccessDemand): boolean {
  const reaches = access.form === null || demand.reach === 'form'
  return reaches && RANKS.indexOf(access.role) >= RANKS.indexOf(demand.role)
}
