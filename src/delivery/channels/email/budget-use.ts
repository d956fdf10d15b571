import { getMailboxDomain } from '../../../domain/accounts/mailbox.ts'
import {
  type EmailBudget,
  nextSharedEmailAt,
  type StartedEmail,
} from '../../../domain/outbox/email-budget.ts'
import {
  type CeilingUse,
  type EmailCeiling,
  getCeilingPart,
  getLimitedDomain,
  getPartWithoutTurns,
  nextTurnAt,
  nextUnderCeilingAt,
  UNCONFIRMED_EMAILS_PER_DOMAIN_PER_HOUR,
  UNUSED_CEILING,
} from '../../../domain/outbox/email-ceiling.ts'
import { type EmailReputation, getCeilingPerHour } from '../../../domain/outbox/email-reputation.ts'
import { HOUR, later } from '../../../domain/time.ts'
import type { EmailReads } from '../../../store/contract/outbox-store.ts'

/** Limits of the instance. `loadReputation` is called only for emails that count against a budget. */
export type EmailLimits = { ceiling: EmailCeiling; loadReputation(): Promise<EmailReputation> }

/** Limits of an email: the budget of its address, and the limits of the instance. */
export type BudgetUse = {
  /** Emails that count against the budget of the address; empty where it does not bind. */
  started: readonly StartedEmail[]
  /** Number of endpoints that have equal shares of the budget. */
  sharers: number
  /** The domain whose limit the email counts against; null where none binds it. */
  domain: string | null
  /** The network that created the endpoint, as a keyed hash; null while unknown. */
  network: string | null
  /** Too many emails about endpoints that this network created bounced or were marked as spam. */
  isNetworkHeld: boolean
  /** Use of the limits of the instance and of the domain. */
  ceiling: { instance: CeilingUse; domain: CeilingUse }
}

/** An email that counts against no budget. */
export const NO_BUDGET_USE: BudgetUse = {
  started: [],
  sharers: 1,
  domain: null,
  network: null,
  isNetworkHeld: false,
  ceiling: { instance: UNUSED_CEILING, domain: UNUSED_CEILING },
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
    limits: { ceiling, loadReputation },
  }: { budget: EmailBudget; kind: 'claim' | 'submission'; address: string; limits: EmailLimits },
): Promise<BudgetUse> {
  const domain = getLimitedDomain(ceiling, getMailboxDomain(address))
  const started = await email.listStartedEmails(budget)
  const sharers = budget === 'claimed' ? await email.countUnconfirmedForms() : 1
  if (ceiling.perHour === 0) return { ...NO_BUDGET_USE, started, sharers }
  await email.lockUnconfirmedEmails()
  const network = await email.findCreatingNetwork()
  const reputation = await loadReputation()
  const load = (perHour: number, limited: string | null) =>
    loadCeilingUse(email, { part: getCeilingPart(perHour, kind), kind, network, domain: limited })
  const instance = await load(getCeilingPerHour(ceiling.perHour, reputation), null)
  const ofDomain =
    domain === null ? UNUSED_CEILING : await load(UNCONFIRMED_EMAILS_PER_DOMAIN_PER_HOUR, domain)
  const isNetworkHeld = network !== null && reputation.heldNetworks.has(network)
  return { started, sharers, domain, network, isNetworkHeld, ceiling: { instance, domain: ofDomain } }
}

/** Reads one entry of an index below half of the part, and two more above it. */
async function loadCeilingUse(
  email: EmailReads,
  use: { part: number; kind: 'claim' | 'submission'; network: string | null; domain: string | null },
): Promise<CeilingUse> {
  const { part, kind, network, domain } = use
  const half = await email.findUnconfirmedEmailAt({ nth: getPartWithoutTurns(part), domain })
  if (half === null) return UNUSED_CEILING
  const full = await email.findUnconfirmedEmailAt({ nth: part, domain })
  const ofNetwork = network === null ? null : await email.findEmailOfNetworkAt({ network, kind, domain })
  return { full, half, ofNetwork }
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
): { kind: 'hold'; until: Date; scope: 'target' | 'endpoint' | 'network' | 'unconfirmed' } | null {
  const { started, sharers, ceiling, isNetworkHeld } = use
  const waits = [
    { until: isNetworkHeld ? later(now, HOUR) : now, scope: 'network' as const },
    { until: nextSharedEmailAt({ started, kind, sharers }, now), scope },
    { until: nextUnderCeilingAt(ceiling.domain, now), scope },
    { until: nextUnderCeilingAt(ceiling.instance, now), scope: 'unconfirmed' as const },
    // Also for a domain: a network can have thousands of forms for as many addresses, which would be looked at one by one.
    { until: nextTurnAt(ceiling.domain, now), scope: 'network' as const },
    { until: nextTurnAt(ceiling.instance, now), scope: 'network' as const },
  ]
  const wait = waits.find(({ until }) => until > now)
  return wait ? { kind: 'hold', ...wait } : null
}
