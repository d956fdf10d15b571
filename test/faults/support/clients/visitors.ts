import { type Asking, openAsking, type Surroundings } from './client.ts'
import { tokenOf } from './client-ledger.ts'
import type { ConsumerLedger } from './consumer-ledger.ts'
import { visitAsOwner } from './owner-visit.ts'
import { consume, openQueues } from './queue-consumers.ts'
import { visitWithMessages } from './queue-visit.ts'
import { visitWithRouting } from './routed-visit.ts'
import { visitWithEvents } from './telemetry-visit.ts'

/** Below the email budget of a mailbox, so that every email goes out without a wait. */
const SUBMISSIONS_PER_ENDPOINT = 9
/** Share of endpoints that are claimed once their email has arrived. */
const SHARE_CLAIMED = 0.3
/** Share of those that get another destination and a few more submissions. */
const SHARE_OWNED = 0.5
const SUBMISSIONS_OF_OWNED = 3
/** Shares of visits to telemetry endpoints and queues; all others are to forms, six of ten requests. */
const SHARE_EVENTS = 0.17
const SHARE_MESSAGES = 0.17
/** Share of visits to forms that deliver to queues, counted among those to forms. */
const SHARE_ROUTED = 0.14
/** Beside the visitors. */
const CONSUMERS = 3

export type Visitors = {
  /** Answers so far, of whatever kind, but none to consumers. */
  answered(): number
  /** Durations of acknowledged requests since the last call, in milliseconds. */
  takeTimes(): number[]
  /** No visitor begins anything new; settles when all have had their answers. */
  leave(): Promise<void>
}

/**
 * Clients that make endpoints of every kind, put submissions, events and messages into them and claim some, and
 * consumers that work the queues off, each writing its ledger.
 */
export function sendVisitors(
  surroundings: Surroundings & { count: number; consumerLedger: ConsumerLedger },
): Visitors {
  const asking = openAsking(surroundings)
  const queues = openQueues()

  async function visit(about: number): Promise<void> {
    if (about < SHARE_EVENTS) return visitWithEvents(asking)
    if (about < SHARE_EVENTS + SHARE_MESSAGES) return visitWithMessages(asking, queues)
    if (about < SHARE_EVENTS + SHARE_MESSAGES + SHARE_ROUTED) return visitWithRouting(asking, queues)
    return visitForm(asking)
  }

  // Also of what is short, some is about each kind: the first of the visitors begin with one each.
  const firsts = [0, SHARE_EVENTS, SHARE_EVENTS + SHARE_MESSAGES]
  const visitors = Array.from({ length: surroundings.count }, async (_, place) => {
    await visit(firsts[place] ?? asking.random())
    while (asking.isHere()) await visit(asking.random())
  })
  const consumers = Array.from({ length: CONSUMERS }, () =>
    consume(asking, { queues, ledger: surroundings.consumerLedger }),
  )
  return {
    answered: asking.answered,
    takeTimes: asking.takeTimes,
    async leave() {
      asking.leave()
      await Promise.all([...visitors, ...consumers])
    },
  }
}

/** A form endpoint is made, gets submissions, and is claimed or not; some owners have a further mailbox added. */
async function visitForm(asking: Asking): Promise<void> {
  const recipient = `ada@domain-${asking.number()}.dev`
  const form = await asking.ask({ deed: 'create', token: recipient }, { path: '/new', fields: { recipient } })
  if (form === null) return
  await submit(asking, form.id, SUBMISSIONS_PER_ENDPOINT)
  if (!asking.isHere() || asking.random() >= SHARE_CLAIMED) return
  const claimPath = await asking.claim(form.id, recipient)
  if (!asking.isHere() || claimPath === null || asking.random() >= SHARE_OWNED) return
  const base = await asking.anyBase()
  const about = { claimPath, formId: form.id, recipient, emails: asking.emails }
  const owned = base && (await visitAsOwner(base, about))
  if (owned) await submit(asking, form.id, SUBMISSIONS_OF_OWNED)
}

async function submit(asking: Asking, formId: string, count: number): Promise<void> {
  for (let sent = 0; asking.isHere() && sent < count; sent += 1) {
    const token = tokenOf(asking.number())
    await asking.send({ deed: 'submit', token }, { path: `/f/${formId}`, fields: { token } })
  }
}
