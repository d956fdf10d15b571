import { loadEmail } from '../../../src/delivery/channels/email/begin.ts'
import type { FoundEmail } from '../../../src/delivery/channels/email/found-email.ts'
import type { EmailCeiling } from '../../../src/domain/outbox/email-ceiling.ts'
import { NO_REPUTATION } from '../../../src/domain/outbox/email-reputation.ts'
import { later, MINUTE } from '../../../src/domain/time.ts'
import type { BeginDecision, Begun, DeliveryLease } from '../../../src/store/contract/outbox-store.ts'
import type { Store } from '../../../src/store/store.ts'

const NO_CEILING: EmailCeiling = { perHour: 0, largeDomains: new Set<string>() }

type Decide = (found: FoundEmail, now: Date) => BeginDecision<FoundEmail>
type BeginEmails = {
  now: Date
  limit?: number
  holder?: string
  /** Keys of deliveries that do not begin. */
  held?: readonly number[]
  decide?: Decide
  ceiling?: EmailCeiling
}

/** A due email that was decided on. */
type DecidedEmail = {
  kind: Begun['kind']
  found: FoundEmail
  decision: BeginDecision<FoundEmail>
  /** The lease of its attempt; one of no attempt for an email that has not begun. */
  lease: DeliveryLease
}

/** Sends every email, and counts it against the budget of the address. */
export const sendAny: Decide = (content) => ({
  kind: 'send',
  content,
  budget: { name: 'unclaimed', domain: null, network: null },
  expiresAt: null,
})

/** Begins due emails like the channel, with another decision, and leases them for a minute. Returns those it was asked about. */
export async function beginEmails(store: Store, request: BeginEmails): Promise<DecidedEmail[]> {
  const { now, limit = 9, holder = 'node', held = [], decide = sendAny, ceiling = NO_CEILING } = request
  const decided = new Map<number, { found: FoundEmail; decision: BeginDecision<FoundEmail> }>()
  const begun = await store.outbox.begin({
    channel: 'email',
    now,
    until: later(now, MINUTE),
    limit,
    holder,
    held,
    async decide(delivery, reads) {
      const found = await loadEmail(delivery, reads, { ceiling, loadReputation: async () => NO_REPUTATION })
      const decision = decide(found, now)
      decided.set(delivery.key, { found, decision })
      return decision
    },
  })
  return begun.flatMap((one) => {
    const { key } = one.delivery
    const about = decided.get(key)
    const lease = one.kind === 'begun' ? one.lease : { deliveryKey: key, attemptKey: 0 }
    return about ? [{ kind: one.kind, ...about, lease }] : []
  })
}

/** Begins the email that has been due for longest. Returns null when none is due. */
export async function beginEmail(
  store: Store,
  request: Omit<BeginEmails, 'limit'>,
): Promise<DecidedEmail | null> {
  const [email = null] = await beginEmails(store, { ...request, limit: 1 })
  return email
}
