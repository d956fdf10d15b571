import type { Copy, StoredLetter, StoredSubmission } from './stored-letters.ts'
import type { StoredRows } from './stored-rows.ts'

type Checked = { duplicates: number; broken: string[] }

/**
 * P3, P4 and P7: each letter is delivered or has visibly ended, is repeated only where an outcome was unknown, and goes to
 * its one mailbox alone: the recipient, or a destination that has said yes.
 */
export function checkLetters(
  submissions: readonly StoredSubmission[],
  copies: ReadonlyMap<string, readonly Copy[]>,
): Checked {
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
export function checkNotices(notices: readonly StoredLetter[], copies: readonly Copy[]): Checked {
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
): Checked {
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

/** Letters stand beside what they are about, and none is in hand that has come to its end. */
export async function checkJobs(database: StoredRows): Promise<string[]> {
  const orphans = await database.all(
    `select key from jobs where submission_key is not null and not exists
       (select key from submissions where submissions.key = jobs.submission_key)`,
  )
  const unread = await database.all(
    `select key from jobs where kind in ('notice', 'claim') and submission_key is null and key not in (select key from notices)`,
  )
  const leased = await database.all(`select key from jobs where settled_at is not null and lease is not null`)
  return [
    ...orphans.map((row) => `the letter ${row.key} has no submission`),
    ...unread.map((row) => `the letter ${row.key} has no notice`),
    ...leased.map((row) => `the letter ${row.key} is settled and still leased`),
  ]
}
