import { type Kysely, sql } from 'kysely'
import { mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import {
  MALWARE_DAYS,
  MAX_MALWARE_EMAILS_PER_DAY,
  RESCAN_LARGE_MS,
  RESCAN_MS,
  type ScanResult,
} from '../../domain/files/stored-file.ts'
import { DAY, later } from '../../domain/time.ts'
import type { Schema } from '../engine/schema.ts'
import type { WriteContext } from '../engine/write-queue.ts'
import { countNoticesSince, hasNoticeSince, saveNotice } from '../outbox/notices.ts'

/** Time after which an email about malware is no longer sent. */
const EMAIL_DAYS = 7

/** A file that is to be scanned. */
export type UnscannedFile = { key: number; place: string }

type Scanned = { key: number; scan: ScanResult; malware: string | null; now: Date }

/**
 * Saves the result of a scan. `malware`: its name; null unless some was found. The bytes of a file with malware are deleted
 * seven days later. A result never replaces malware, and one that is none no result: several nodes may scan the same file.
 */
export async function saveScan(
  db: Kysely<Schema>,
  { key, scan, malware, now }: Scanned,
): Promise<{ found: boolean }> {
  const saved = await db
    .updateTable('files')
    .set({ scan, malware, scanned_at: now.getTime() })
    .where('key', '=', key)
    .where('scan', 'not in', scan === 'found' ? ['found'] : ['found', 'clean'])
    .returning('place')
    .executeTakeFirst()
  if (!saved || scan !== 'found') return { found: false }
  await db
    .insertInto('file_deletions')
    .values({ place: saved.place, due_at: now.getTime() + MALWARE_DAYS * DAY })
    .execute()
  return { found: true }
}

/**
 * Saves the result of a later scan. Where it finds malware in a file of a submission that was delivered, the owner gets an
 * email, once for each submission.
 */
export async function saveRescan({ db, nextKey }: WriteContext, scanned: Scanned): Promise<void> {
  const { found } = await saveScan(db, scanned)
  const row = found && (await findDelivered(db, scanned.key))
  if (!row) return
  const { now } = scanned
  const notice = { kind: 'malware_found', endpointId: row.id, submissionKey: row.submission_key } as const
  const email = { notice, mailboxKey: row.mailbox_key }
  const sent = await countNoticesSince(db, email, later(now, -DAY))
  if (sent >= MAX_MALWARE_EMAILS_PER_DAY || (await hasNoticeSince(db, email, new Date(0)))) return
  const mailbox = mailboxIdentity(row.recipient)
  await saveNotice(db, nextKey, { ...email, mailbox, expiresAt: later(now, EMAIL_DAYS * DAY), now })
}

/** Finds the form and the submission of a file; none for spam, which nobody was sent. */
function findDelivered(db: Kysely<Schema>, fileKey: number) {
  return db
    .selectFrom('files')
    .innerJoin('submissions', 'submissions.key', 'files.submission_key')
    .innerJoin('endpoints', 'endpoints.key', 'files.endpoint_key')
    .select(['endpoints.id', 'endpoints.recipient', 'endpoints.mailbox_key', 'files.submission_key'])
    .where('files.key', '=', fileKey)
    .where((where) =>
      where.or([where('spam_reasons', 'is', null), where('moved_to', 'in', ['inbox', 'archive'])]),
    )
    .executeTakeFirst()
}

/** Lists files without a result whose turn it is to be scanned, again or for the first time, the oldest try first. */
export async function listUnscanned(
  db: Kysely<Schema>,
  { now, limit }: { now: Date; limit: number },
): Promise<UnscannedFile[]> {
  return (
    db
      .selectFrom('files')
      .select(['key', 'place'])
      // In the same words as the index, so that SQLite uses it.
      .where(sql<boolean>`scan not in ('clean', 'found')`)
      .where('scanned_at', '<=', now.getTime() - RESCAN_MS)
      .where((where) =>
        where.or([
          where('scan', '<>', 'too_large'),
          where('scanned_at', '<=', now.getTime() - RESCAN_LARGE_MS),
        ]),
      )
      .orderBy('scanned_at')
      .limit(limit)
      .execute()
  )
}
