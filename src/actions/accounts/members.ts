import { canonicalMailbox, mailboxIdentity, readPlainAddress } from '../../domain/accounts/mailbox.ts'
import { isCurrent } from '../../domain/accounts/member.ts'
import type { Role } from '../../domain/accounts/scope.ts'
import type { Language } from '../../domain/language.ts'
import { findPlan } from '../../domain/plans/plan.ts'
import { type Refused, refused } from '../../domain/refusal.ts'
import type { Member, Membership } from '../../store/accounts/members.ts'
import type { Context } from '../context.ts'
import { type Caller, toActor } from './caller.ts'
import { type Browser, newSession, type SignedInSecrets } from './new-session.ts'

export type { Member, Membership } from '../../store/accounts/members.ts'

/** Lists the members of the caller's account and the people who are invited, oldest first. */
export async function listMembers({ store }: Context, caller: Caller, now: Date): Promise<Member[]> {
  const members = await store.members.list(caller.accountKey)
  return members.filter((member) => isCurrent(member, now))
}

/** Invites a person to the caller's account, or to one of its forms. */
export async function inviteMember(
  context: Context,
  caller: Caller,
  request: { email: string; role: Role; formId: string | null; language: Language; now: Date },
): Promise<{ kind: 'invited'; member: Member } | Refused> {
  const { store, keys } = context
  const { accountKey } = caller
  const { formId: endpointId, role, language, now } = request
  const address = readPlainAddress(request.email)
  if (address === null) return refused({ code: 'recipient_invalid', field: 'email' })
  const form = endpointId === null ? null : await store.owned.find({ accountKey, kind: 'form', endpointId })
  if (endpointId !== null && !form) return refused({ code: 'endpoint_not_found', field: 'form_id' })
  const invited = await store.members.invite({
    ...{ accountKey, role, language, now },
    mailbox: mailboxIdentity(address),
    mailboxKey: keys.mailboxKey(canonicalMailbox(address)),
    endpointKey: form?.key ?? null,
    findPlan: (name) => findPlan(context, name),
    by: toActor(caller),
  })
  if (invited.kind === 'refused') return invited
  const member = await store.members.find(invited.key)
  return member ? { kind: 'invited', member } : refused({ code: 'not_found' })
}

/** Changes the role of a member of the caller's account; null when it has no such member. */
export async function changeMemberRole(
  context: Context,
  caller: Caller,
  { id, role, now }: { id: string; role: Role; now: Date },
): Promise<Member | null> {
  const memberKey = context.keys.rowKey('member', id)
  if (memberKey === null) return null
  const { accountKey } = caller
  const changed = await context.store.members.changeRole({
    accountKey,
    memberKey,
    role,
    by: toActor(caller),
    now,
  })
  return changed ? context.store.members.find(memberKey) : null
}

/** Removes a member of the caller's account, or withdraws an invitation. Returns false when it has no such member. */
export async function removeMember(
  context: Context,
  caller: Caller,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const memberKey = context.keys.rowKey('member', id)
  if (memberKey === null) return false
  const { accountKey } = caller
  const by = toActor(caller)
  return context.store.members.remove({ accountKey, memberKey, action: 'member_removed', by, now })
}

/** Lists the accounts that the person is a member of. */
export async function listMemberships(
  { store }: Context,
  caller: Caller,
): Promise<(Membership & { isCurrent: boolean })[]> {
  const memberships = await store.members.listMemberships(mailboxIdentity(caller.person.mailbox))
  return memberships.map((one) => ({ ...one, isCurrent: one.key === caller.member?.key }))
}

/** Ends a membership of the person. Returns false when they have no such membership. */
export async function leaveAccount(
  context: Context,
  caller: Caller,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const membership = await findMembership(context, caller, id)
  if (!membership) return false
  const { accountKey, key: memberKey } = membership
  const by = toActor(caller)
  return context.store.members.remove({ accountKey, memberKey, action: 'member_left', by, now })
}

/** Makes the session of the caller act in the account of this membership; null: in their own. Returns false without one. */
export async function switchAccount(
  context: Context,
  caller: Caller,
  { id, now }: { id: string | null; now: Date },
): Promise<boolean> {
  if (caller.by.kind !== 'session') return false
  const membership = id === null ? null : await findMembership(context, caller, id)
  if (id !== null && !membership) return false
  return context.store.members.actIn({
    sessionKey: caller.by.sessionKey,
    memberKey: membership?.key ?? null,
    from: caller.accountKey,
    by: toActor(caller),
    now,
  })
}

/** Finds the invitation whose email contained this link: open, accepted before, or neither any more. */
export async function findInvitation(
  context: Context,
  { token, now }: { token: string; now: Date },
): Promise<{ kind: 'found'; invitation: Membership } | Refused> {
  const key = context.keys.verifyInvitationToken(token)
  const found = key === null ? null : await context.store.members.find(key)
  return found && isCurrent(found, now)
    ? { kind: 'found', invitation: found }
    : refused({ code: 'token_not_found' })
}

/**
 * Accepts an invitation. Signs in to act in the account if nothing else could be reached that way: the person had no account
 * yet, and nobody is signed in. All others sign in by email, whose link is younger and knows the browser.
 */
export async function acceptInvitation(
  context: Context,
  request: { token: string; browser: Browser; now: Date },
): Promise<
  ({ kind: 'signed_in' } & SignedInSecrets) | { kind: 'accepted'; invitation: Membership } | Refused
> {
  const { store, keys } = context
  const { browser, now } = request
  const found = await findInvitation(context, request)
  if (found.kind === 'refused') return found
  const { invitation } = found
  if (invitation.acceptedAt !== null) return { kind: 'accepted', invitation }
  const accepted = await store.members.accept({
    memberKey: invitation.key,
    mailboxKey: keys.mailboxKey(canonicalMailbox(invitation.mailbox)),
    plan: context.defaultPlan,
    now,
  })
  if (!accepted) return refused({ code: 'token_not_found' })
  if (!accepted.isNew || browser.earlierSecret !== null) return { kind: 'accepted', invitation }
  const secret = keys.newSessionSecret()
  const session = newSession(context, { secret, browser, way: 'invitation' })
  const opened = await store.accounts.openSession({
    ...{ accountKey: accepted.ownAccountKey, memberKey: invitation.key, session, now },
  })
  if (!opened) return { kind: 'accepted', invitation }
  const mailboxKey = keys.mailboxKey(canonicalMailbox(invitation.mailbox))
  return { kind: 'signed_in', secret, browserSecret: keys.newBrowserSecret(mailboxKey) }
}

/** Declines an invitation; with `never`, the address gets no further requests of this kind from anybody. */
export async function declineInvitation(
  context: Context,
  { token, never, now }: { token: string; never: boolean; now: Date },
): Promise<{ kind: 'declined' } | Refused> {
  const found = await findInvitation(context, { token, now })
  if (found.kind === 'refused') return found
  const { accountKey, key: memberKey, mailbox, acceptedAt } = found.invitation
  // A link from an old email must not end a membership.
  if (acceptedAt !== null) return refused({ code: 'token_not_found' })
  await context.store.members.remove({ accountKey, memberKey, action: 'invitation_declined', by: null, now })
  if (never) {
    await context.store.members.refuseRequests(context.keys.mailboxKey(canonicalMailbox(mailbox)), now)
  }
  return { kind: 'declined' }
}

async function findMembership(context: Context, caller: Caller, id: string): Promise<Membership | null> {
  const key = context.keys.rowKey('member', id)
  const found = key === null ? null : await context.store.members.find(key)
  const isTheirs = found?.mailbox === mailboxIdentity(caller.person.mailbox) && found.acceptedAt !== null
  return found && isTheirs ? found : null
}
