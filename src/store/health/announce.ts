import type { Kysely } from 'kysely'
import type { NewNotice } from '../contract/changes.ts'
import type { Schema } from '../engine/schema.ts'
import type { WriteContext } from '../engine/write-queue.ts'
import { saveNotice } from '../outbox/notices.ts'

export type Announcement = {
  endpointKey: number
  findings: readonly string[]
  wellSince: Date
  now: Date
  /** Builds the email about the new findings, which are some of `findings`. */
  toNotice(news: readonly string[]): NewNotice
}

/**
 * Records that a form has these findings now, and sends one email about those that are new: not seen since `wellSince`.
 * Of several nodes that announce a finding, the first one sends the email.
 */
export async function announce(
  { db, nextKey }: WriteContext,
  { endpointKey, findings, wellSince, now, toNotice }: Announcement,
): Promise<void> {
  const news: string[] = []
  // In one order, so that nodes wait for each other instead of forever.
  for (const finding of findings.toSorted()) {
    if (await isNew(db, { endpointKey, finding, wellSince, now })) news.push(finding)
  }
  if (news.length > 0) await saveNotice(db, nextKey, { ...toNotice(news), now })
}

/** Records that a finding is there, and returns true when it was not since then. */
async function isNew(
  db: Kysely<Schema>,
  {
    endpointKey,
    finding,
    wellSince,
    now,
  }: { endpointKey: number; finding: string; wellSince: Date; now: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('announced_findings')
    .values({ endpoint_key: endpointKey, finding, seen_at: now.getTime() })
    .onConflict((conflict) => conflict.columns(['endpoint_key', 'finding']).doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 1n) return true
  const known = () =>
    db
      .updateTable('announced_findings')
      .set({ seen_at: now.getTime() })
      .where('endpoint_key', '=', endpointKey)
      .where('finding', '=', finding)
  const back = await known().where('seen_at', '<=', wellSince.getTime()).executeTakeFirst()
  if (back.numUpdatedRows === 1n) return true
  await known().execute()
  return false
}
