import { UNCLAIMED_CAP } from '../../src/domain/kinds/form.ts'
import { makeKeys } from '../../src/keys.ts'
import type { ClientLedger, Entry } from './client-ledger.ts'
import type { LedgerLetter } from './smtp-ledger.ts'
import {
  type Copy,
  readLetters,
  readNotices,
  readSubmissions,
  type StoredLetter,
  type StoredSubmission,
} from './stored-letters.ts'
import { openStoredRows, type Row, type StoredRows } from './stored-rows.ts'

/** What a scenario leaves behind, after everything has come to rest. */
export type Evidence = {
  /** `file:…` or `postgres://…`. */
  database: string
  secret: string
  ledger: ClientLedger
  /** Whatever reached the mail server whole. */
  letters: readonly LedgerLetter[]
  /** Outcomes that were made unknown on purpose: at most so many letters may have been sent twice. */
  faults: number
  /** Then times do not tell what came before what. */
  clockWentBack: boolean
}

export type Figures = {
  acknowledged: number
  refused: number
  unknown: number
  /** Acknowledged and not there. */
  lost: number
  letters: number
  duplicates: number
  faults: number
}

/** `broken`: each promise that was not kept, as a sentence. */
export type Verdict = { figures: Figures; broken: string[] }

/**
 * The final checker (promises P1 to P7): compares the ledger of the clients and that of the mail server with the
 * database. Each submission carries its token in the field `token`, each endpoint has a mailbox of its own.
 */
export async function checkPromises(evidence: Evidence): Promise<Verdict> {
  await using database = await openStoredRows(evidence.database)
  const keys = makeKeys(evidence.secret)
  const endpoints = await readEndpoints(database)
  const submissions = await readSubmissions(database, keys)
  const copies = await readLetters(evidence.letters)
  const entries = evidence.ledger.entries()

  const ledger = checkLedger(entries, { endpoints, submissions, keys })
  const letters = checkLetters(submissions, copies.ofSubmissions)
  const notices = checkNotices(await readNotices(database, keys), copies.ofNotices)
  const duplicates = letters.duplicates + notices.duplicates
  return {
    figures: {
      acknowledged: entries.filter((entry) => entry.kind === 'ok').length,
      refused: entries.filter((entry) => entry.kind === 'fail').length,
      unknown: entries.filter((entry) => entry.kind === 'unknown').length,
      lost: ledger.lost,
      letters: evidence.letters.length,
      duplicates,
      faults: evidence.faults,
    },
    broken: [
      ...ledger.broken,
      ...letters.broken,
      ...notices.broken,
      ...(duplicates > evidence.faults
        ? [`${duplicates} letters were sent twice for ${evidence.faults} faults`]
        : []),
      ...checkEndpoints(endpoints, evidence.clockWentBack),
      ...(await checkJobs(database)),
      ...(await database.damage()),
    ],
  }
}

/** P1 and P2: what was acknowledged is there once, under the id that was told; what was refused is not there. */
function checkLedger(
  entries: readonly Entry[],
  stored: {
    endpoints: readonly Row[]
    submissions: readonly StoredSubmission[]
    keys: ReturnType<typeof makeKeys>
  },
): { lost: number; broken: string[] } {
  const byToken = Map.groupBy(stored.submissions, (submission) => submission.token)
  const byRecipient = Map.groupBy(stored.endpoints, (endpoint) => String(endpoint.recipient))
  const byId = new Map(stored.endpoints.map((endpoint) => [String(endpoint.id), endpoint]))
  const broken: string[] = []
  let lost = 0

  function found(entry: Entry): string[] {
    switch (entry.deed) {
      case 'submit':
        return (byToken.get(entry.token) ?? []).map((row) => stored.keys.submissionId(row.key))
      case 'create':
        return (byRecipient.get(entry.token) ?? []).map((row) => String(row.id))
      case 'claim':
        return byId.get(entry.token)?.claimed_at ? [entry.token] : []
    }
  }

  for (const entry of entries) {
    const ids = found(entry)
    const name = `${entry.deed} ${entry.token}`
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

/**
 * P3, P4 and P7: each letter is delivered or has visibly ended, is repeated only where an outcome was unknown, and goes to
 * its one mailbox alone: the recipient, or a destination that has said yes.
 */
function checkLetters(
  submissions: readonly StoredSubmission[],
  copies: ReadonlyMap<string, readonly Copy[]>,
): { duplicates: number; broken: string[] } {
  const broken: string[] = []
  let duplicates = 0
  for (const { token, spam, letters } of submissions) {
    const all = copies.get(token) ?? []
    if (spam) {
      if (all.length > 0) broken.push(`${token} is spam and was mailed`)
      continue
    }
    if (letters.length === 0) broken.push(`${token} was accepted and has no letter`)
    const known = new Set(letters.map((letter) => letter.messageId))
    for (const { messageId } of all) {
      if (!known.has(messageId)) broken.push(`${token} was mailed as ${messageId}, which no letter is called`)
    }
    for (const letter of letters) {
      const checked = checkLetter(
        letter,
        all.filter((copy) => copy.messageId === letter.messageId),
      )
      duplicates += checked.duplicates
      broken.push(...checked.broken.map((sentence) => `${token}: ${sentence}`))
    }
  }
  const stored = new Set(submissions.map((submission) => submission.token))
  for (const token of copies.keys())
    if (!stored.has(token)) broken.push(`${token} was mailed and is not stored`)
  return { duplicates, broken }
}

/** The same of letters that are about no submission. */
function checkNotices(
  notices: readonly StoredLetter[],
  copies: readonly Copy[],
): { duplicates: number; broken: string[] } {
  const broken: string[] = []
  let duplicates = 0
  const known = new Set(notices.map((notice) => notice.messageId))
  for (const { messageId } of copies) {
    if (!known.has(messageId)) broken.push(`${messageId} was mailed and is not stored`)
  }
  for (const notice of notices) {
    const checked = checkLetter(
      notice,
      copies.filter((copy) => copy.messageId === notice.messageId),
    )
    duplicates += checked.duplicates
    broken.push(...checked.broken)
  }
  return { duplicates, broken }
}

function checkLetter(
  { messageId, to, settled, outcome, unknownAttempts }: StoredLetter,
  copies: readonly Copy[],
): { duplicates: number; broken: string[] } {
  const broken: string[] = []
  const arrived = copies.filter((copy) => copy.fate !== 'refused').length
  const taken = copies.filter((copy) => copy.fate === 'taken').length
  if (!settled) broken.push(`${messageId} still waits`)
  else if (outcome === 'delivered' && taken === 0)
    broken.push(`${messageId} is called delivered and was never taken`)
  const duplicates = Math.max(0, arrived - 1)
  if (duplicates > unknownAttempts)
    broken.push(`${messageId} was mailed ${arrived} times for ${unknownAttempts} unknown outcomes`)
  for (const copy of copies)
    if (copy.to.join() !== to) broken.push(`${messageId} was mailed to ${copy.to.join()}, not to ${to}`)
  return { duplicates, broken }
}

/** P5 and P6: one claim letter, the cap, and counters that are the count of their rows. */
function checkEndpoints(endpoints: readonly Row[], clockWentBack: boolean): string[] {
  return endpoints.flatMap((endpoint) => {
    const { id, counted, found, unclaimed, claims } = endpoint
    return [
      ...(clockWentBack || monthIsRecounted(endpoint)
        ? []
        : [`the month of ${id} says ${endpoint.month}, its rows since the claim are ${endpoint.since}`]),
      ...(counted === found ? [] : [`the counter of ${id} says ${counted}, its rows are ${found}`]),
      ...(Number(unclaimed) <= UNCLAIMED_CAP ? [] : [`${id} took ${unclaimed} submissions unclaimed`]),
      ...(Number(claims) <= 1 ? [] : [`${id} has ${claims} claim letters`]),
    ]
  })
}

/** Whether the count of a month is that of the rows since the claim, as far as times tell these from those before it. */
function monthIsRecounted({ month, counted_month, since, at_claim, first_since }: Row): boolean {
  // A month that ended meanwhile is counted no more.
  const ended =
    first_since !== null && new Date(Number(first_since)).toISOString().slice(0, 7) !== counted_month
  if (counted_month === null || ended) return counted_month !== null || Number(since) === 0
  return Number(month) >= Number(since) && Number(month) <= Number(since) + Number(at_claim)
}

async function checkJobs(database: StoredRows): Promise<string[]> {
  const orphans = await database.all(
    `select key from jobs where submission_key not in (select key from submissions)`,
  )
  const unread = await database.all(
    `select key from jobs where kind = 'notice' and key not in (select key from notices)`,
  )
  const leased = await database.all(`select key from jobs where settled_at is not null and lease is not null`)
  return [
    ...orphans.map((row) => `the letter ${row.key} has no submission`),
    ...unread.map((row) => `the letter ${row.key} has no notice`),
    ...leased.map((row) => `the letter ${row.key} is settled and still leased`),
  ]
}

function readEndpoints(database: StoredRows): Promise<Row[]> {
  return database.all(
    // Each table is read once: counting for one endpoint after the other takes a quarter of an hour after a soak.
    `with held as (
       select submissions.endpoint_key, count(*) as found,
              count(case when owner.claimed_at is null or received_at < owner.claimed_at then 1 end) as unclaimed,
              count(case when received_at > owner.claimed_at then 1 end) as since,
              min(case when received_at > owner.claimed_at then received_at end) as first_since,
              count(case when received_at = owner.claimed_at then 1 end) as at_claim
         from submissions join endpoints as owner on owner.key = submissions.endpoint_key
        where spam_reasons is null group by submissions.endpoint_key),
     claims as (select endpoint_key, count(*) as letters from jobs where kind = 'claim' group by endpoint_key)
     select endpoints.id, endpoints.recipient, endpoints.claimed_at, endpoints.accepted_count as counted,
            endpoints.month_count as month, endpoints.counted_month, coalesce(held.since, 0) as since,
            coalesce(held.at_claim, 0) as at_claim, held.first_since,
            coalesce(held.found, 0) as found, coalesce(held.unclaimed, 0) as unclaimed,
            coalesce(claims.letters, 0) as claims
       from endpoints
       left join held on held.endpoint_key = endpoints.key
       left join claims on claims.endpoint_key = endpoints.key`,
  )
}
