import { createKeys } from '../../../../src/ids/keys.ts'
import type { LedgerEmail } from '../../../support/smtp/ledger.ts'
import { openStoredRows, type Row } from '../../../support/stores/stored-rows.ts'
import type { ClientLedger, Entry } from '../clients/client-ledger.ts'
import type { ConsumerLedger } from '../clients/consumer-ledger.ts'
import { checkDeliveries, checkEmails, checkNotices } from './email-check.ts'
import { checkEndpoints } from './endpoint-check.ts'
import { type CheckedEvents, checkEvents } from './event-check.ts'
import { type CheckedMessages, checkMessages } from './message-check.ts'
import { checkRoutings } from './routing-check.ts'
import { readEmails, readNotices, readSubmissions, type StoredSubmission } from './stored-emails.ts'

/** Records that a scenario leaves behind once all work is done. */
type Evidence = {
  /** `file:…` or `postgres://…`. */
  database: string
  secret: string
  ledger: ClientLedger
  consumerLedger: ConsumerLedger
  /** Emails that reached the mail server completely. */
  emails: readonly LedgerEmail[]
  /** Number of outcomes that were made unknown on purpose: at most as many emails may have been sent twice. */
  faults: number
  /** Set when the clock was moved back: then times do not show the order. */
  clockWentBack: boolean
}

export type Figures = {
  acknowledged: number
  refused: number
  unknown: number
  /** Number of acknowledged records that are missing. */
  lost: number
  /** Number of accepted records of each kind. */
  events: number
  messages: number
  /** Number of deliveries of messages that consumers recorded. */
  deliveries: number
  /** Number of submissions that were routed to a queue. */
  routed: number
  emails: number
  duplicates: number
  faults: number
}

/** `broken`: each broken promise, as a sentence. */
export type Verdict = { figures: Figures; broken: string[] }

/**
 * The final checker (promises P1 to P7): compares the ledger of the clients and that of the mail server with the
 * database. Each submission, event and message carries its token, each endpoint has a mailbox of its own.
 */
export async function checkPromises(evidence: Evidence): Promise<Verdict> {
  await using database = await openStoredRows(evidence.database)
  await database.freeze()
  const keys = createKeys(evidence.secret)
  const endpoints = await database.all(`select id, recipient, claimed_at, settings from endpoints`)
  const submissions = await readSubmissions(database, keys)
  const copies = await readEmails(evidence.emails)
  const entries = evidence.ledger.entries()

  const events = await checkEvents(database, entries)
  const deliveries = evidence.consumerLedger.deliveries()
  const messages = await checkMessages(database, { entries, deliveries, keys })
  const arrived = [...events.arrived, ...messages.arrived]
  const ledger = checkLedger(entries, { endpoints, submissions, keys, events, messages })
  const emails = checkEmails(submissions, copies.ofSubmissions)
  const notices = checkNotices(await readNotices(database, keys), copies.ofNotices)
  const routings = await checkRoutings(database, { entries, submissions, messages: messages.known, keys })
  const duplicates = emails.duplicates + notices.duplicates
  return {
    figures: {
      acknowledged: entries.filter((entry) => entry.kind === 'ok').length,
      refused: entries.filter((entry) => entry.kind === 'fail').length,
      unknown: entries.filter((entry) => entry.kind === 'unknown').length,
      lost: ledger.lost + messages.lost + routings.lost,
      events: events.arrived.reduce((total, { count }) => total + count, 0),
      messages: messages.arrived.length,
      deliveries: [...deliveries.values()].reduce((total, { times }) => total + times, 0),
      routed: routings.routed,
      emails: evidence.emails.length,
      duplicates,
      faults: evidence.faults,
    },
    broken: [
      ...ledger.broken,
      ...emails.broken,
      ...notices.broken,
      ...(duplicates > evidence.faults
        ? [`${duplicates} emails were sent twice for ${evidence.faults} faults`]
        : []),
      ...events.broken,
      ...messages.broken,
      ...routings.broken,
      ...(await checkEndpoints(database, { arrived, clockWentBack: evidence.clockWentBack })),
      ...(await checkDeliveries(database)),
      ...(await database.damage()),
    ],
  }
}

/** Checks P1 and P2: acknowledged records are stored once, under the id in the response; refused ones are not stored. */
function checkLedger(
  entries: readonly Entry[],
  stored: {
    endpoints: readonly Row[]
    submissions: readonly StoredSubmission[]
    keys: ReturnType<typeof createKeys>
    events: Pick<CheckedEvents, 'found'>
    messages: Pick<CheckedMessages, 'found'>
  },
): { lost: number; broken: string[] } {
  const byToken = Map.groupBy(stored.submissions, (submission) => submission.token)
  const byRecipient = Map.groupBy(stored.endpoints, (endpoint) => String(endpoint.recipient))
  const byId = new Map(stored.endpoints.map((endpoint) => [String(endpoint.id), endpoint]))
  const broken: string[] = []
  let lost = 0

  function found(entry: Entry): string[] {
    switch (entry.operation) {
      case 'submit':
        return (byToken.get(entry.token) ?? []).map((row) => stored.keys.submissionId(row.key))
      case 'create':
        return (byRecipient.get(entry.token) ?? []).map((row) => String(row.id))
      case 'claim':
        return byId.get(entry.token)?.claimed_at ? [entry.token] : []
      case 'route':
        return queueIn(byId.get(entry.token))
      case 'events':
        return stored.events.found(entry.token)
      case 'publish':
        return stored.messages.found(entry.token)
    }
  }

  for (const entry of entries) {
    const ids = found(entry)
    const name = `${entry.operation} ${entry.token}`
    switch (entry.kind) {
      case 'ok':
        if (ids.length === 0) lost += 1
        if (ids.length !== 1) broken.push(`${name} was acknowledged and is stored ${ids.length} times`)
        else if (ids[0] !== entry.id)
          broken.push(`${name} was acknowledged as ${entry.id}, stored as ${ids[0]}`)
        break
      case 'fail':
        if (ids.length > 0) broken.push(`${name} was refused with ${entry.status} and is stored`)
        break
      case 'unknown':
        if (ids.length > 1) broken.push(`${name} is stored ${ids.length} times`)
        break
    }
  }
  return { lost, broken }
}

/** Returns the queue that a form routes to, if any. */
function queueIn(form: Row | undefined): string[] {
  const { queueId } = Object(JSON.parse(String(form?.settings ?? '{}')))
  return queueId ? [String(queueId)] : []
}
