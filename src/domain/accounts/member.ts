import { type ConfirmationFacts, checkConfirmationLimits } from '../destinations/email-destination.ts'
import type { Plan } from '../plans/plan.ts'
import type { Refusal } from '../refusal.ts'
import { DAY, later } from '../time.ts'
import { mailboxIdentity } from './mailbox.ts'

/** Upper limit for plans: all members are listed at once. */
export const MAX_MEMBERS = 100
/** An invitation is accepted within this time or not at all. */
export const INVITATION_DAYS = 7

/** Stands for the holder of an account where a member is named by their key. */
export const HOLDER_KEY = 0

/** A member or an invited person. */
export type MemberFacts = {
  mailbox: string
  /** Key of the only form that they may see; null for the whole account. */
  endpointKey: number | null
  invitedAt: Date
  /** Null until they accept. */
  acceptedAt: Date | null
}

/** Returns true until an invitation that was not accepted has expired. */
export function isCurrent(
  { invitedAt, acceptedAt }: Omit<MemberFacts, 'mailbox' | 'endpointKey'>,
  now: Date,
): boolean {
  return acceptedAt !== null || now < getInvitationEnd(invitedAt)
}

/** Returns the time at which an invitation expires. */
export function getInvitationEnd(invitedAt: Date): Date {
  return later(invitedAt, INVITATION_DAYS * DAY)
}

/** Refuses to invite a person; null when the invitation may be sent. */
export function checkInvitation(request: {
  holder: string
  plan: Plan | null
  /** The members and invited people whose invitation has not expired. */
  members: readonly MemberFacts[]
  invited: Pick<MemberFacts, 'mailbox' | 'endpointKey'>
  facts: ConfirmationFacts
  now: Date
}): Refusal | null {
  const { holder, plan, members, invited, facts, now } = request
  const mailbox = mailboxIdentity(invited.mailbox)
  if (mailbox === mailboxIdentity(holder)) {
    return { code: 'value_invalid', field: 'email', message: 'This is the address of the account itself.' }
  }
  const isKnown = members.some(
    (one) =>
      mailboxIdentity(one.mailbox) === mailbox &&
      (one.endpointKey === null || one.endpointKey === invited.endpointKey),
  )
  if (isKnown) return { code: 'member_known', field: 'email' }
  const limit = plan?.members ?? 0
  if (members.length >= limit) {
    return limit === 0
      ? { code: 'plan_needed', message: 'The plan of this account includes no members.' }
      : { code: 'limit_reached', message: `The plan of this account includes ${limit} members.` }
  }
  return checkConfirmationLimits(facts, now)
}
