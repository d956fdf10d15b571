import {
  type CountedEmail,
  countEmail,
  createEmailDay,
  type EmailDay,
  OTHER_DOMAINS,
  toEmailDay,
  toEmailHour,
  UNKNOWN_NETWORK,
  type UnprovenHour,
} from '../../../domain/outbox/email-counts.ts'
import { type Clock, SECOND } from '../../../domain/time.ts'

/** Time for which counts are collected before they are saved. */
const COLLECT_MS = 5 * SECOND
/** Maximum number of domains, and of networks, that are counted separately between two writes; further ones are counted together. */
const MAX_COLLECTED = 1000
/** Maximum number of emails that are kept before they are added up. */
const MAX_NEW = 500

/** Counts since the last write. */
type Collected = { days: Map<string, EmailDay>; hours: Map<string, UnprovenHour> }

/**
 * Counts emails by day and domain in the memory of this node, and saves the counts in a separate write: an email needs no
 * additional row, and a crash loses a few seconds of counts.
 */
export type EmailCounts = {
  /** Counts what happened to one email just now. */
  count(email: CountedEmail): void
  /** Saves the counts, so that reads include them. Never rejects: counts that cannot be saved are lost. */
  flush(): Promise<void>
  /** Saves the counts. */
  close(): Promise<void>
}

/**
 * Creates the counts of emails.
 *
 * @param parts.isTimed false if only `flush` saves
 * @param parts.onLost called with the error if counts could not be saved
 */
export function createEmailCounts(parts: {
  save(counts: { days: readonly EmailDay[]; hours: readonly UnprovenHour[] }): Promise<void>
  clock: Clock
  isTimed: boolean
  onLost(reason: unknown): void
}): EmailCounts {
  let collected: Collected = { days: new Map(), hours: new Map() }
  /** Not added up yet: counting must cost an email next to nothing. */
  const news: { email: CountedEmail; at: Date }[] = []
  let saving: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null

  function addUp(): void {
    for (const { email, at } of news.splice(0)) {
      countEmail(findDay(collected.days, email.domain, at), email, at)
      if (email.isUnproven)
        countUnproven(findHour(collected.hours, email.network ?? UNKNOWN_NETWORK, at), email)
    }
  }

  async function save(): Promise<void> {
    addUp()
    const { days, hours } = collected
    collected = { days: new Map(), hours: new Map() }
    if (timer) clearTimeout(timer)
    timer = null
    if (days.size === 0) return
    // Emails must be delivered even while the disk is full, and only counts are lost.
    await parts.save({ days: [...days.values()], hours: [...hours.values()] }).catch(parts.onLost)
  }

  function flush(): Promise<void> {
    saving = saving.then(save)
    return saving
  }

  return {
    count(email) {
      news.push({ email, at: parts.clock.now() })
      if (news.length >= MAX_NEW) addUp()
      if (parts.isTimed) timer ??= setTimeout(flush, COLLECT_MS).unref()
    },
    flush,
    close: flush,
  }
}

function findDay(days: Collected['days'], domain: string, now: Date): EmailDay {
  const day = toEmailDay(now)
  const find = (name: string) => days.get(`${day} ${name}`)
  const known = find(domain)
  if (known) return known
  const name = days.size < MAX_COLLECTED ? domain : OTHER_DOMAINS
  const counts = find(name) ?? createEmailDay(day, name)
  days.set(`${day} ${name}`, counts)
  return counts
}

function findHour(hours: Collected['hours'], network: string, now: Date): UnprovenHour {
  const hour = toEmailHour(now)
  const find = (name: string) => hours.get(`${hour} ${name}`)
  const known = find(network)
  if (known) return known
  const name = hours.size < MAX_COLLECTED ? network : UNKNOWN_NETWORK
  const counts = find(name) ?? { hour, network: name, sent: 0, bounced: 0, complaints: 0 }
  hours.set(`${hour} ${name}`, counts)
  return counts
}

function countUnproven(hour: UnprovenHour, { what }: CountedEmail): void {
  if (what === 'sent' || what === 'bounced') hour[what] += 1
  if (what === 'complaint') hour.complaints += 1
}
