import { getMailboxDomain } from '../../../domain/accounts/mailbox.ts'
import {
  type EmailBudget,
  nextSharedEmailAt,
  type StartedEmail,
} from '../../../domain/outbox/email-budget.ts'
import {
  type EmailCeiling,
  getCeilingPart,
  getLimitedDomain,
  nextUnderCeilingAt,
  UNCONFIRMED_EMAILS_PER_DOMAIN_PER_HOUR,
} from '../../../domain/outbox/email-ceiling.ts'
import type { EmailReads } from '../../../store/contract/outbox-store.ts'

/** Limits of an email: the budget of its address, and the limits of the instance. */
export type BudgetUse = {
  /** Emails that count against the budget of the address; empty where it does not bind. */
  started: readonly StartedEmail[]
  /** Number of endpoints that have equal shares of the budget. */
  sharers: number
  /** The domain whose limit the email counts against; null where none binds it. */
  domain: string | null
  /** Start of the email that must be an hour old before the instance, or the domain, may send one more; null: it may. */
  ceiling: { instance: Date | null; domain: Date | null }
}

/** An email that counts against no budget. */
export const NO_BUDGET_USE: BudgetUse = {
  started: [],
  sharers: 1,
  domain: null,
  ceiling: { instance: null, domain: null },
}

/**
 * Loads the limits of an email to this address, and locks them. Unclaimed endpoints have no equal shares: strangers can make
 * so many that each share would be worthless.
 */
export async function loadBudgetUse(
  email: EmailReads,
  {
    budget,
    kind,
    address,
    ceiling,
  }: { budget: EmailBudget; kind: 'claim' | 'submission'; address: string; ceiling: EmailCeiling },
): Promise<BudgetUse> {
  const domain = getLimitedDomain(ceiling, getMailboxDomain(address))
  const started = await email.listStartedEmails(budget)
  const sharers = budget === 'claimed' ? await email.countUnconfirmedForms() : 1
  if (ceiling.perHour === 0) return { ...NO_BUDGET_USE, started, sharers }
  await email.lockUnconfirmedEmails()
  const nth = getCeilingPart(ceiling.perHour, kind)
  const instance = await email.findUnconfirmedEmailAt({ nth, domain: null })
  const nthOfDomain = getCeilingPart(UNCONFIRMED_EMAILS_PER_DOMAIN_PER_HOUR, kind)
  const ofDomain = domain === null ? null : await email.findUnconfirmedEmailAt({ nth: nthOfDomain, domain })
  return { started, sharers, domain, ceiling: { instance, domain: ofDomain } }
}

/**
 * Decides whether an email is within its budget and the limits of the instance; null when it is, else until when it waits
 * and which others wait with it.
 *
 * @param email.scope the others that share its budget
 */
export function holdBeyondBudget(
  use: BudgetUse,
  { kind, scope }: { kind: 'claim' | 'submission'; scope: 'target' | 'endpoint' },
  now: Date,
): { kind: 'hold'; until: Date; scope: 'target' | 'endpoint' | 'unconfirmed' } | null {
  const { started, sharers, ceiling } = use
  const waits = [
    { until: nextSharedEmailAt({ started, kind, sharers }, now), scope },
    { until: nextUnderCeilingAt(ceiling.domain, now), scope },
    { until: nextUnderCeilingAt(ceiling.instance, now), scope: 'unconfirmed' as const },
  ]
  const wait = waits.find(({ until }) => until > now)
  return wait ? { kind: 'hold', ...wait } : null
}
