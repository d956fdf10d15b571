import { type Client, createClient, type Surroundings } from './client.ts'
import { getToken } from './client-ledger.ts'
import type { ConsumerLedger } from './consumer-ledger.ts'
import { visitAsOwner } from './owner-visit.ts'
import { consume, openQueues } from './queue-consumers.ts'
import { visitWithMessages } from './queue-visit.ts'
import { visitWithRouting } from './routed-visit.ts'
import { visitWithEvents } from './telemetry-visit.ts'

/** Submissions per endpoint: below the email budget of an address, so that no email waits. */
const SUBMISSIONS_PER_ENDPOINT = 9
/** Share of endpoints that are claimed once their email has arrived. */
const SHARE_CLAIMED = 0.3
/** Share of those that get a destination and a few more submissions. */
const SHARE_OWNED = 0.5
const SUBMISSIONS_OF_OWNED = 3
/** Shares of visits to telemetry endpoints and queues; all others are to forms, six of ten requests. */
const SHARE_EVENTS = 0.17
const SHARE_MESSAGES = 0.17
/** Share of visits to forms that deliver to queues, counted among those to forms. */
const SHARE_ROUTED = 0.14
/** Number of consumers, in addition to the visitors. */
const CONSUMERS = 3

export type Visitors = {
  /** Number of answers so far, without those to consumers. */
  answered(): number
  /** Durations of acknowledged requests since the last call, in milliseconds. */
  takeTimes(): number[]
  /** Stops new requests; settles when all requests in progress have been answered. */
  leave(): Promise<void>
}

/**
 * Starts clients that create endpoints of every kind, send submissions, events and messages and claim some, and consumers
 * of the queues; each writes its ledger.
 */
export function sendVisitors(
  surroundings: Surroundings & { count: number; consumerLedger: ConsumerLedger },
): Visitors {
  const client = createClient(surroundings)
  const queues = openQueues()

  async function visit(about: number): Promise<void> {
    if (about < SHARE_EVENTS) return visitWithEvents(client)
    if (about < SHARE_EVENTS + SHARE_MESSAGES) return visitWithMessages(client, queues)
    if (about < SHARE_EVENTS + SHARE_MESSAGES + SHARE_ROUTED) return visitWithRouting(client, queues)
    return visitForm(client)
  }

  // The first visitors begin with one kind each, so that a short run covers all kinds.
  const firsts = [0, SHARE_EVENTS, SHARE_EVENTS + SHARE_MESSAGES]
  const visitors = Array.from({ length: surroundings.count }, async (_, place) => {
    await visit(firsts[place] ?? client.random())
    while (client.isHere()) await visit(client.random())
  })
  const consumers = Array.from({ length: CONSUMERS }, () =>
    consume(client, { queues, ledger: surroundings.consumerLedger }),
  )
  return {
    answered: client.answered,
    takeTimes: client.takeTimes,
    async leave() {
      client.leave()
      await Promise.all([...visitors, ...consumers])
    },
  }
}

/** Creates a form, sends submissions, and claims it or not; some owners add a destination. */
async function visitForm(client: Client): Promise<void> {
  const recipient = `ada@domain-${client.number()}.dev`
  const form = await client.ask(
    { operation: 'create', token: recipient },
    { path: '/new', fields: { recipient } },
  )
  if (form === null) return
  await submit(client, form.id, SUBMISSIONS_PER_ENDPOINT)
  if (!client.isHere() || client.random() >= SHARE_CLAIMED) return
  const claimPath = await client.claim(form.id, recipient)
  if (!client.isHere() || claimPath === null || client.random() >= SHARE_OWNED) return
  const base = await client.anyBase()
  const about = { claimPath, formId: form.id, recipient, emails: client.emails }
  const owned = base && (await visitAsOwner(base, about))
  if (owned) await submit(client, form.id, SUBMISSIONS_OF_OWNED)
}

async function submit(client: Client, formId: string, count: number): Promise<void> {
  for (let sent = 0; client.isHere() && sent < count; sent += 1) {
    const token = getToken(client.number())
    await client.send({ operation: 'submit', token }, { path: `/f/${formId}`, fields: { token } })
  }
}
