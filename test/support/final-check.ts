import PostalMime from 'postal-mime'
import { UNCLAIMED_CAP } from '../../src/domain/endpoint.ts'
import { makeKeys } from '../../src/keys.ts'
import { type ClientLedger, type Entry, TOKEN } from './client-ledger.ts'
import type { LedgerLetter } from './smtp-ledger.ts'
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
  const endpoints = await readEndpoints(database)
  const submissions = await readSubmissions(database)
  const copies = await readLetters(evidence.letters)
  const entries = evidence.ledger.entries()

  const ledger = checkLedger(entries, { endpoints, submissions, keys: makeKeys(evidence.secret) })
  const letters = checkLetters(submissions, copies, evidence.faults)
  return {
    figures: {
      acknowledged: entries.filter((entry) => entry.kind === 'ok').length,
      refused: entries.filter((entry) => entry.kind === 'fail').length,
      unknown: entries.filter((entry) => entry.kind === 'unknown').length,
      lost: ledger.lost,
      letters: evidence.letters.length,
      duplicates: letters.duplicates,
      faults: evidence.faults,
    },
    broken: [
      ...ledger.broken,
      ...letters.broken,
      ...checkEndpoints(endpoints),
      ...(await checkJobs(database)),
      ...(await database.damage()),
    ],
  }
}

type StoredSubmission = {
  key: number
  token: string
  spam: boolean
  recipient: string
  job: { settled: boolean; outcome: string | null; unknownAttempts: number } | null
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

/** P3, P4 and P7: delivered or visibly ended; repeated only where an outcome was unknown; to the recipient alone. */
function checkLetters(
  submissions: readonly StoredSubmission[],
  copies: Map<string, Copy[]>,
  faults: number,
): { duplicates: number; broken: string[] } {
  const broken: string[] = []
  let duplicates = 0
  for (const { token, spam, recipient, job } of submissions) {
    const all = copies.get(token) ?? []
    const arrived = all.filter((copy) => copy.fate !== 'refused')
    const taken = all.filter((copy) => copy.fate === 'taken')
    if (spam) {
      if (all.length > 0) broken.push(`${token} is spam and was mailed`)
      continue
    }
    if (!job) broken.push(`${token} was accepted and has no letter`)
    else if (!job.settled) broken.push(`the letter of ${token} still waits`)
    else if (job.outcome === 'delivered' && taken.length === 0)
      broken.push(`${token} is called delivered and was never taken`)
    const again = Math.max(0, arrived.length - 1)
    duplicates += again
    if (again > (job?.unknownAttempts ?? 0))
      broken.push(`${token} was mailed ${arrived.length} times for ${job?.unknownAttempts} unknown outcomes`)
    if (new Set(all.map((copy) => copy.messageId)).size > 1)
      broken.push(`${token} was mailed under several Message-IDs`)
    for (const copy of all)
      if (copy.to.join() !== recipient) broken.push(`${token} was mailed to ${copy.to.join()}`)
  }
  const stored = new Set(submissions.map((submission) => submission.token))
  for (const token of copies.keys())
    if (!stored.has(token)) broken.push(`${token} was mailed and is not stored`)
  if (duplicates > faults) broken.push(`${duplicates} letters were sent twice for ${faults} faults`)
  return { duplicates, broken }
}

/** P5 and P6: one claim letter, the cap, and counters that are the count of their rows. */
function checkEndpoints(endpoints: readonly Row[]): string[] {
  return endpoints.flatMap((endpoint) => {
    const { id, counted, found, unclaimed, claims } = endpoint
    return [
      ...(counted === found ? [] : [`the counter of ${id} says ${counted}, its rows are ${found}`]),
      ...(Number(unclaimed) <= UNCLAIMED_CAP ? [] : [`${id} took ${unclaimed} submissions unclaimed`]),
      ...(Number(claims) <= 1 ? [] : [`${id} has ${claims} claim letters`]),
    ]
  })
}

async function checkJobs(database: StoredRows): Promise<string[]> {
  const orphans = await database.all(
    `select key from jobs where submission_key not in (select key from submissions)`,
  )
  const leased = await database.all(`select key from jobs where settled_at is not null and lease is not null`)
  return [
    ...orphans.map((row) => `the letter ${row.key} has no submission`),
    ...leased.map((row) => `the letter ${row.key} is settled and still leased`),
  ]
}

function readEndpoints(database: StoredRows): Promise<Row[]> {
  return database.all(
    // Each table is read once: counting for one endpoint after the other takes a quarter of an hour after a soak.
    `with held as (
       select submissions.endpoint_key, count(*) as found,
              count(case when owner.claimed_at is null or received_at < owner.claimed_at then 1 end) as unclaimed
         from submissions join endpoints as owner on owner.key = submissions.endpoint_key
        where spam_reasons is null group by submissions.endpoint_key),
     claims as (select endpoint_key, count(*) as letters from jobs where kind = 'claim' group by endpoint_key)
     select endpoints.id, endpoints.recipient, endpoints.claimed_at, endpoints.submission_count as counted,
            coalesce(held.found, 0) as found, coalesce(held.unclaimed, 0) as unclaimed,
            coalesce(claims.letters, 0) as claims
       from endpoints
       left join held on held.endpoint_key = endpoints.key
       left join claims on claims.endpoint_key = endpoints.key`,
  )
}

async function readSubmissions(database: StoredRows): Promise<StoredSubmission[]> {
  const rows = await database.all(
    `select submissions.key, submissions.fields, submissions.spam_reasons, endpoints.recipient,
            jobs.key as job, jobs.settled_at, jobs.outcome,
            (select count(*) from attempts
              where job_key = jobs.key and (outcome = 'unknown' or ended_at is null)) as unknown_attempts
       from submissions
       join endpoints on endpoints.key = submissions.endpoint_key
       left join jobs on jobs.submission_key = submissions.key`,
  )
  return rows.map((row) => ({
    key: Number(row.key),
    token: TOKEN.exec(String(row.fields))?.[0] ?? `submission ${row.key}`,
    spam: row.spam_reasons !== null,
    recipient: String(row.recipient),
    job:
      row.job === null
        ? null
        : {
            settled: row.settled_at !== null,
            outcome: row.outcome === null ? null : String(row.outcome),
            unknownAttempts: Number(row.unknown_attempts),
          },
  }))
}

type Copy = Pick<LedgerLetter, 'to' | 'fate'> & { messageId: string }

/** All letters by the token they carry, read by a parser that did not write them. */
async function readLetters(letters: readonly LedgerLetter[]): Promise<Map<string, Copy[]>> {
  const copies = new Map<string, Copy[]>()
  for (const { raw, to, fate } of letters) {
    const { text, messageId = '' } = await PostalMime.parse(raw)
    const token = TOKEN.exec(text ?? '')?.[0] ?? `a letter without a token, ${messageId}`
    copies.set(token, [...(copies.get(token) ?? []), { to, fate, messageId }])
  }
  return copies
}
