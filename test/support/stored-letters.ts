import PostalMime from 'postal-mime'
import type { makeKeys } from '../../src/ids/keys.ts'
import { TOKEN } from './client-ledger.ts'
import type { LedgerLetter } from './smtp-ledger.ts'
import type { Row, StoredRows } from './stored-rows.ts'

export type StoredSubmission = {
  key: number
  formId: string
  token: string
  spam: boolean
  /** The letter to the recipient first. */
  letters: readonly StoredLetter[]
}

/** `messageId`: without the domain. */
export type StoredLetter = {
  messageId: string
  to: string
  settled: boolean
  outcome: string | null
  unknownAttempts: number
}

type Keys = ReturnType<typeof makeKeys>

/** All submissions, each with its letters. */
export async function readSubmissions(database: StoredRows, keys: Keys): Promise<StoredSubmission[]> {
  const rows = await database.all(
    `select submissions.key, submissions.fields, submissions.spam_reasons, endpoints.id, endpoints.recipient, endpoints.settings,
            jobs.key as job, jobs.kind, jobs.destination, ${LETTER}
       from submissions
       join endpoints on endpoints.key = submissions.endpoint_key
       left join jobs on jobs.submission_key = submissions.key
       order by submissions.key, jobs.key`,
  )
  return [...Map.groupBy(rows, (row) => Number(row.key))].map(([key, jobs]) => ({
    key,
    formId: String(jobs[0]?.id),
    token: TOKEN.exec(String(jobs[0]?.fields))?.[0] ?? `submission ${key}`,
    spam: jobs[0]?.spam_reasons !== null,
    letters: jobs
      .filter((row) => row.job !== null)
      .map((row, index) => ({
        ...letterIn(row),
        to: row.destination === null ? String(row.recipient) : mailboxOf(row),
        messageId: messageIdOf(keys.submissionId(key), row, {
          place: Number(row.job) - key,
          resends: jobs.slice(0, index).filter((other) => other.destination === row.destination).length,
        }),
      })),
  }))
}

/** The letters that are about no submission. */
export async function readNotices(database: StoredRows, keys: Keys): Promise<StoredLetter[]> {
  const rows = await database.all(
    `select notices.key, notices.mailbox, notices.data, ${LETTER} from notices join jobs on jobs.key = notices.key`,
  )
  const endpoints = await database.all(`select id, settings from endpoints`)
  return rows.map((row) => ({
    ...letterIn(row),
    to: String(row.mailbox) || askedIn(row, endpoints),
    messageId: keys.noticeId(Number(row.key)),
  }))
}

/** Whom a letter asked that was answered with yes: with that its address is kept in the settings of the endpoint alone. */
function askedIn({ data }: Row, endpoints: readonly Row[]): string {
  const { endpointId, destinationId } = Object(JSON.parse(String(data)))
  const settings = endpoints.find((endpoint) => endpoint.id === endpointId)?.settings ?? null
  return mailboxOf({ settings, destination: destinationId })
}

const LETTER = `jobs.settled_at, jobs.outcome,
  (select count(*) from attempts
    where job_key = jobs.key and (outcome = 'unknown' or ended_at is null)) as unknown_attempts`

function letterIn(row: Row): Pick<StoredLetter, 'settled' | 'outcome' | 'unknownAttempts'> {
  return {
    settled: row.settled_at !== null,
    outcome: row.outcome === null ? null : String(row.outcome),
    unknownAttempts: Number(row.unknown_attempts),
  }
}

/** Where the letters of a destination may go: nowhere, unless it is there and has said yes. */
function mailboxOf({ settings, destination }: Row): string {
  const { destinations = [] } = Object(JSON.parse(String(settings ?? '{}')))
  const found = destinations.find((one: { id: string }) => one.id === destination)
  return found?.confirmedAt ? String(found.mailbox) : 'nobody'
}

function messageIdOf(id: string, row: Row, { place, resends }: { place: number; resends: number }): string {
  const again = resends > 0 ? `.again-${resends}` : ''
  return `${id}.${place === 0 ? row.kind : place}${again}`
}

/** A letter as the mail server has it. */
export type Copy = Pick<LedgerLetter, 'to' | 'fate'> & { messageId: string }

/** All letters, read by a parser that did not write them: those about submissions by the token they carry. */
export async function readLetters(
  letters: readonly LedgerLetter[],
): Promise<{ ofSubmissions: Map<string, Copy[]>; ofNotices: Copy[] }> {
  const ofSubmissions = new Map<string, Copy[]>()
  const ofNotices: Copy[] = []
  for (const { raw, to, fate } of letters) {
    const parsed = await PostalMime.parse(raw)
    const messageId = /^<(.*)@[^@]*>$/.exec(parsed.messageId ?? '')?.[1] ?? 'a letter without a Message-ID'
    const copy = { to, fate, messageId }
    if (messageId.startsWith('not_')) {
      ofNotices.push(copy)
      continue
    }
    const token = TOKEN.exec(parsed.text ?? '')?.[0] ?? `a letter without a token, ${messageId}`
    ofSubmissions.set(token, [...(ofSubmissions.get(token) ?? []), copy])
  }
  return { ofSubmissions, ofNotices }
}
