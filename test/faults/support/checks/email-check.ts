import type { StoredRows } from '../../../support/stores/stored-rows.ts'
import type { Copy, StoredEmail, StoredSubmission } from './stored-emails.ts'

type Checked = { duplicates: number; broken: string[] }

/**
 * Checks P3, P4 and P7: each email is delivered or has visibly failed, is repeated only where an outcome was unknown, and
 * goes only to its one address: the recipient, or a confirmed destination.
 */
export function checkEmails(
  submissions: readonly StoredSubmission[],
  copies: ReadonlyMap<string, readonly Copy[]>,
): Checked {
  const broken: string[] = []
  let duplicates = 0
  for (const { token, spam, emails } of submissions) {
    const all = copies.get(token) ?? []
    if (spam) {
      if (all.length > 0) broken.push(`${token} is spam and was emailed`)
      continue
    }
    if (emails.length === 0) broken.push(`${token} was accepted and has no email`)
    const known = new Set(emails.map((email) => email.messageId))
    for (const { messageId } of all) {
      if (!known.has(messageId))
        broken.push(`${token} was emailed as ${messageId}, which is no Message-ID of the service`)
    }
    for (const email of emails) {
      const checked = checkEmail(
        email,
        all.filter((copy) => copy.messageId === email.messageId),
      )
      duplicates += checked.duplicates
      broken.push(...checked.broken.map((sentence) => `${token}: ${sentence}`))
    }
  }
  const stored = new Set(submissions.map((submission) => submission.token))
  for (const token of copies.keys())
    if (!stored.has(token)) broken.push(`${token} was emailed and is not stored`)
  return { duplicates, broken }
}

/** Checks the same for emails that are not about a submission. */
export function checkNotices(notices: readonly StoredEmail[], copies: readonly Copy[]): Checked {
  const broken: string[] = []
  let duplicates = 0
  const known = new Set(notices.map((notice) => notice.messageId))
  for (const { messageId } of copies) {
    if (!known.has(messageId)) broken.push(`${messageId} was emailed and is not stored`)
  }
  for (const notice of notices) {
    const checked = checkEmail(
      notice,
      copies.filter((copy) => copy.messageId === notice.messageId),
    )
    duplicates += checked.duplicates
    broken.push(...checked.broken)
  }
  return { duplicates, broken }
}

function checkEmail(
  { messageId, to, settled, outcome, unknownAttempts }: StoredEmail,
  copies: readonly Copy[],
): Checked {
  const broken: string[] = []
  const arrived = copies.filter((copy) => copy.fate !== 'refused').length
  const acceptedCopies = copies.filter((copy) => copy.fate === 'accepted').length
  if (!settled) broken.push(`${messageId} still waits`)
  else if ((outcome === 'sent' || outcome === 'kept') && acceptedCopies === 0)
    broken.push(`${messageId} is recorded as delivered and never arrived`)
  const duplicates = Math.max(0, arrived - 1)
  if (duplicates > unknownAttempts)
    broken.push(`${messageId} was sent ${arrived} times for ${unknownAttempts} unknown outcomes`)
  for (const copy of copies)
    if (copy.to.join() !== to) broken.push(`${messageId} was sent to ${copy.to.join()}, not to ${to}`)
  return { duplicates, broken }
}

/** Checks that no submission waits for its verdict, that every delivery belongs to a submission or notice, and that no settled one is leased. */
export async function checkDeliveries(database: StoredRows): Promise<string[]> {
  const orphans = await database.all(
    `select key from outbox where submission_key is not null and not exists
       (select key from submissions where submissions.key = outbox.submission_key)`,
  )
  const unread = await database.all(
    `select key from outbox where kind in ('notice', 'claim') and submission_key is null and key not in (select key from notices)`,
  )
  const leased = await database.all(
    `select key from outbox where settled_at is not null and lease is not null`,
  )
  const open = await database.all(`select submission_key from judgements`)
  return [
    ...open.map((row) => `the submission ${row.submission_key} still waits for its verdict`),
    ...orphans.map((row) => `the email ${row.key} has no submission`),
    ...unread.map((row) => `the email ${row.key} has no notice`),
    ...leased.map((row) => `the email ${row.key} is settled and still leased`),
  ]
}
