import { type FoundEmail, loadEmail } from '../../../src/delivery/channels/email/begin.ts'
import type { EmailCeiling } from '../../../src/domain/outbox/email-ceiling.ts'
import { later, MINUTE } from '../../../src/domain/time.ts'
import type { BeginDecision, DeliveryLease } from '../../../src/store/contract/outbox-store.ts'
import type { Store } from '../../../src/store/store.ts'

const NO_CEILING: EmailCeiling = { perHour: 0, largeDomains: new Set<string>() }

type Decide = (found: FoundEmail, now: Date) => BeginDecision<FoundEmail>

/** Leases due emails for a minute. */
export function leaseEmails(
  store: Store,
  request: { now: Date; limit?: number; holder?: string },
): Promise<DeliveryLease[]> {
  const { now, limit = 9, holder = 'node' } = request
  return store.outbox.lease({ channel: 'email', now, until: later(now, MINUTE), limit, holder, held: [] })
}

/** Sends every email, and counts it against the budget of the address. */
export const sendAny: Decide = (content) => ({
  kind: 'send',
  content,
  budget: { name: 'unclaimed', domain: null, network: null },
  expiresAt: null,
})

/** Begins an email like the channel, with another decision. Returns null when the lease is lost. */
export async function beginEmail(
  store: Store,
  request: { lease: DeliveryLease; now: Date; decide?: Decide; ceiling?: EmailCeiling },
): Promise<{
  kind: 'begun' | 'held' | 'ended'
  found: FoundEmail
  decision: BeginDecision<FoundEmail>
  attemptKey: number
} | null> {
  const { lease, now, decide = sendAny, ceiling = NO_CEILING } = request
  const decided: { found: FoundEmail; decision: BeginDecision<FoundEmail> }[] = []
  const [begun] = await store.outbox.begin({
    leases: [lease],
    now,
    until: later(now, MINUTE),
    async decide(delivery, reads) {
      const found = await loadEmail(delivery, reads, ceiling)
      const decision = decide(found, now)
      decided.push({ found, decision })
      return decision
    },
  })
  const last = decided.at(-1)
  if (!begun || begun.kind === 'lost_lease' || !last) return null
  return { kind: begun.kind, ...last, attemptKey: begun.kind === 'begun' ? begun.attemptKey : 0 }
}
