import { checkExpiry } from '../../domain/accounts/api-key.ts'
import type { Actor } from '../../domain/accounts/audit.ts'
import type { Scope } from '../../domain/accounts/scope.ts'
import { type Access, HOLDER } from '../../domain/accounts/scope.ts'
import { isAlive, shouldRecordUse } from '../../domain/accounts/session.ts'
import type { Suspension } from '../../domain/endpoints/suspension.ts'
import type { Refused } from '../../domain/refusal.ts'
import type { ActedAccount } from '../../store/accounts/mailboxes.ts'
import type { Context } from '../context.ts'
import { recordUseIfPossible } from './record-use.ts'

/**
 * An authenticated owner or member, with the session or key used. Every action of owners takes it; objects of other
 * accounts do not exist for it.
 */
export type Caller = {
  accountKey: number
  /** Address of the person who holds the account. */
  mailbox: string
  /** Name of a plan. */
  plan: string
  /** The person themselves: of another account where they act as a member. */
  person: { accountKey: number; mailbox: string }
  /** The membership by which they act; null in their own account. */
  member: { key: number; endpointKey: number | null } | null
  access: Access
  /** Set while the operator has suspended the account that they act in. */
  suspension: Suspension | null
  by:
    | { kind: 'session'; sessionKey: number; freshUntil: Date }
    | { kind: 'key'; apiKeyKey: number; scopes: readonly Scope[] }
}

/** The access of keys that members created: only owners of the whole account create any. */
const MEMBER_WITH_KEYS: Access = { role: 'owner', form: null }

/** Returns the caller's session or key, for the audit log. */
export function toActor({ by }: Pick<Caller, 'by'>): Actor {
  return by.kind === 'session'
    ? { kind: 'session', key: by.sessionKey }
    : { kind: 'api_key', key: by.apiKeyKey }
}

/** Finds the owner by the secret in the session cookie; null without an active session. */
export async function findCallerBySession(
  context: Context,
  request: { secret: string; now: Date },
): Promise<Caller | null> {
  const { accounts } = context.store
  const { now } = request
  const session = await accounts.findSession(context.keys.secretHash(request.secret))
  if (!session || !isAlive(session, now)) return null
  if (shouldRecordUse(session.seenAt, now))
    await recordUseIfPossible(accounts.recordSessionUse(session.key, now))
  const by = { kind: 'session', sessionKey: session.key, freshUntil: session.freshUntil } as const
  const own = asHolder(session.account)
  if (!session.acts) return { ...own, by }
  const { member, account } = session.acts
  const { key, endpointKey, role, form } = member
  return {
    ...asHolder(account),
    person: own.person,
    member: { key, endpointKey },
    access: { role, form },
    by,
  }
}

/** Finds the owner by an API key. A mistyped key is refused without a read. */
export async function findCallerByKey(
  context: Context,
  request: { apiKey: string; now: Date },
): Promise<{ kind: 'found'; caller: Caller & { by: { kind: 'key' } }; expiresAt: Date | null } | Refused> {
  const { keys } = context
  const { accounts } = context.store
  const id = keys.parseApiKeyId(request.apiKey)
  const found = id === null ? null : await accounts.findKey(id)
  if (!found || !keys.matchesSecretHash(request.apiKey, found.hash)) {
    return { kind: 'refused', refusal: { code: 'key_invalid' } }
  }
  const expired = checkExpiry(found, request.now)
  if (expired) return { kind: 'refused', refusal: expired }
  if (shouldRecordUse(found.usedAt, request.now))
    await recordUseIfPossible(accounts.recordKeyUse(found.key, request.now))
  const by = { kind: 'key', apiKeyKey: found.key, scopes: found.scopes } as const
  const caller = { ...asHolder(found.account), by }
  // A key must not do more than the member who created it.
  if (found.memberKey !== null) {
    caller.access = MEMBER_WITH_KEYS
    caller.member = { key: found.memberKey, endpointKey: null }
  }
  return { kind: 'found', caller, expiresAt: found.expiresAt }
}

/** Returns an owner as the caller of what the operator does in their account: no session is theirs. */
export function createOwnerCaller(
  owner: { key: number; mailbox: string; plan: string },
  now: Date,
): Caller & { by: { kind: 'session' } } {
  const by = { kind: 'session', sessionKey: 0, freshUntil: now } as const
  return { ...asHolder({ ...owner, suspension: null }), by }
}

/** Returns the rights of a person in their own account. */
export function asHolder({ key, mailbox, plan, suspension }: ActedAccount): Omit<Caller, 'by'> {
  return {
    accountKey: key,
    mailbox,
    plan,
    person: { accountKey: key, mailbox },
    member: null,
    access: HOLDER,
    suspension,
  }
}
