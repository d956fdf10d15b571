import PostalMime from 'postal-mime'
import type { createKeys } from '../../../../src/ids/keys.ts'
import type { LedgerEmail } from '../../../support/smtp/ledger.ts'
import type { Row, StoredRows } from '../../../support/stores/stored-rows.ts'
import { TOKEN } from '../clients/client-ledger.ts'

export type StoredSubmission = {
  key: number
  formId: string
  token: string
  spam: boolean
  /** Emails of the submission, that to the recipient first. */
  emails: readonly StoredEmail[]
}

/** `messageId`: without the domain. */
export type StoredEmail = {
  messageId: string
  to: string
  settled: boolean
  outcome: string | null
  unknownAttempts: number
}

type Keys = ReturnType<typeof createKeys>

/** Reads all submissions, each with its emails. */
export async function readSubmissions(database: StoredRows, keys: Keys): Promise<StoredSubmission[]> {
  const rows = await database.all(
    `select submissions.key, submissions.fields, submissions.spam_reasons, endpoints.id, endpoints.recipient, endpoints.settings,
            outbox.key as job, outbox.kind, outbox.destination, ${EMAIL}
       from submissions
       join endpoints on endpoints.key = submissions.endpoint_key
       left join outbox on outbox.submission_key = submissions.key and outbox.channel = 'email'
       order by submissions.key, outbox.key`,
  )
  return [...Map.groupBy(rows, (row) => Number(row.key))].map(([key, deliveries]) => ({
    key,
    formId: String(deliveries[0]?.id),
    token: TOKEN.exec(String(deliveries[0]?.fields))?.[0] ?? `submission ${key}`,
    spam: deliveries[0]?.spam_reasons !== null,
    emails: deliveries
      .filter((row) => row.job !== null)
      .map((row, index) => ({
        ...emailIn(row),
        to: row.destination === null ? String(row.recipient) : getMailbox(row),
        messageId: toMessageId(keys.submissionId(key), row, {
          place: Number(row.job) - key,
          resends: deliveries.slice(0, index).filter((other) => other.destination === row.destination).length,
        }),
      })),
  }))
}

/** Reads the emails that are not about a submission. */
export async function readNotices(database: StoredRows, keys: Keys): Promise<StoredEmail[]> {
  const rows = await database.all(
    `select notices.key, notices.mailbox, notices.data, ${EMAIL} from notices join outbox on outbox.key = notices.key
      where outbox.channel = 'email'`,
  )
  const endpoints = await database.all(`select id, settings from endpoints`)
  return rows.map((row) => ({
    ...emailIn(row),
    to: String(row.mailbox) || askedIn(row, endpoints),
    messageId: keys.noticeId(Number(row.key)),
  }))
}

/** Finds the address of a confirmed destination, which is only in the settings of the endpoint. */
function askedIn({ data }: Row, endpoints: readonly Row[]): string {
  const { endpointId, destinationId } = Object(JSON.parse(String(data)))
  const settings = endpoints.find((endpoint) => endpoint.id === endpointId)?.settings ?? null
  return getMailbox({ settings, destination: destinationId })
}

const EMAIL = `outbox.settled_at, outbox.outcome,
  (select count(*) from attempts
    where delivery_key = outbox.key and (outcome = 'unknown' or ended_at is null)) as unknown_attempts`

function emailIn(row: Row): Pick<StoredEmail, 'settled' | 'outcome' | 'unknownAttempts'> {
  return {
    settled: row.settled_at !== null,
    outcome: row.outcome === null ? null : String(row.outcome),
    unknownAttempts: Number(row.unknown_attempts),
  }
}

/** Returns the address of a destination; `nobody` unless it exists and has confirmed. */
function getMailbox({ settings, destination }: Row): string {
  const { destinations = [] } = Object(JSON.parse(String(settings ?? '{}')))
  const found = destinations.find((one: { id: string }) => one.id === destination)
  return found?.confirmedAt ? String(found.mailbox) : 'nobody'
}

function toMessageId(id: string, row: Row, { place, resends }: { place: number; resends: number }): string {
  const again = resends > 0 ? `.again-${resends}` : ''
  return `${id}.${place === 0 ? row.kind : place}${again}`
}

/** Email as the mail server received it. */
export type Copy = Pick<LedgerEmail, 'to' | 'fate'> & { messageId: string }

/** Parses all received emails with an independent parser; groups those about submissions by their token. */
export async function readEmails(
  emails: readonly LedgerEmail[],
): Promise<{ ofSubmissions: Map<string, Copy[]>; ofNotices: Copy[] }> {
  const ofSubmissions = new Map<string, Copy[]>()
  const ofNotices: Copy[] = []
  for (const { raw, to, fate } of emails) {
    const parsed = await PostalMime.parse(raw)
    const messageId = /^<(.*)@[^@]*>$/.exec(parsed.messageId ?? '')?.[1] ?? 'an email without a Message-ID'
    const copy = { to, fate, messageId }
    if (messageId.startsWith('not_')) {
      ofNotices.push(copy)
      continue
    }
    const token = TOKEN.exec(parsed.text ?? '')?.[0] ?? `an email without a token, ${messageId}`
    ofSubmissions.set(token, [...(ofSubmissions.get(token) ?? []), copy])
  }
  return { ofSubmissions, ofNotices }
}
