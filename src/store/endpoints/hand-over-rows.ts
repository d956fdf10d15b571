import type { Kysely } from 'kysely'
import type { Language } from '../../domain/language.ts'
import { toDate } from '../../domain/time.ts'
import { ANSWERED } from '../destinations/address-confirmations.ts'
import type { Schema } from '../engine/schema.ts'
import { parseNotice } from '../outbox/notices.ts'

/** A form that its owner wants to hand over to somebody. */
export type HandOver = {
  key: number
  accountKey: number
  /** Address of the present owner. */
  holder: string
  endpointId: string
  endpointKey: number
  /** Address of the new owner, as it was given. */
  recipient: string
  mailboxKey: string
  language: Language
  askedAt: Date
  /** Null until the new owner accepts. */
  acceptedAt: Date | null
}

/** Finds a hand-over that is not over; it may have expired. */
export async function findHandOver(db: Kysely<Schema>, key: number): Promise<HandOver | null> {
  const row = await selectHandOvers(db).where('hand_overs.key', '=', key).executeTakeFirst()
  return row ? toHandOver(row) : null
}

/** Finds the hand-over of a form of this account. */
export async function findHandOverOf(
  db: Kysely<Schema>,
  { accountKey, endpointId }: { accountKey: number; endpointId: string },
): Promise<HandOver | null> {
  const row = await selectHandOvers(db)
    .where('endpoints.id', '=', endpointId)
    .where('hand_overs.account_key', '=', accountKey)
    .executeTakeFirst()
  return row ? toHandOver(row) : null
}

/** Lists the hand-overs of an account, oldest first; expired ones included. */
export async function listHandOvers(db: Kysely<Schema>, accountKey: number): Promise<HandOver[]> {
  const rows = await selectHandOvers(db)
    .where('hand_overs.account_key', '=', accountKey)
    .orderBy('hand_overs.key')
    .execute()
  return rows.map(toHandOver)
}

/** Deletes hand-overs, and the addresses from emails that ask for them: they are not sent any more, but limits count them. */
export async function deleteHandOvers(db: Kysely<Schema>, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return
  await db.deleteFrom('hand_overs').where('key', 'in', keys).execute()
  // Few: notices are deleted a day after they expire.
  const rows = await db
    .selectFrom('notices')
    .select(['key', 'kind', 'data'])
    .where('kind', '=', 'hand_over_request')
    .execute()
  const theirs = rows.filter((row) => {
    const notice = parseNotice(row)
    return notice.kind === 'hand_over_request' && keys.includes(notice.handOverKey)
  })
  if (theirs.length === 0) return
  const noticeKeys = theirs.map((row) => row.key)
  await db.updateTable('notices').set({ mailbox: ANSWERED }).where('key', 'in', noticeKeys).execute()
}

/** Deletes the hand-overs of a closed account, and those to the mailbox of the person who held it. */
export async function deleteHandOversOfAccount(
  db: Kysely<Schema>,
  { accountKey, mailbox }: { accountKey: number; mailbox: string },
): Promise<void> {
  const rows = await db.selectFrom('hand_overs').select(['key', 'account_key', 'recipient']).execute()
  const theirs = rows.filter(
    (row) => row.account_key === accountKey || row.recipient.toLowerCase() === mailbox,
  )
  await deleteHandOvers(
    db,
    theirs.map(({ key }) => key),
  )
}

function selectHandOvers(db: Kysely<Schema>) {
  return db
    .selectFrom('hand_overs')
    .innerJoin('endpoints', 'endpoints.key', 'hand_overs.endpoint_key')
    .innerJoin('accounts', 'accounts.key', 'hand_overs.account_key')
    .selectAll('hand_overs')
    .select(['endpoints.id as endpoint_id', 'accounts.mailbox as holder'])
}

function toHandOver(row: Schema['hand_overs'] & { endpoint_id: string; holder: string }): HandOver {
  return {
    key: row.key,
    accountKey: row.account_key,
    holder: row.holder,
    endpointId: row.endpoint_id,
    endpointKey: row.endpoint_key,
    recipient: row.recipient,
    mailboxKey: row.mailbox_key,
    language: row.language,
    askedAt: new Date(row.asked_at),
    acceptedAt: toDate(row.accepted_at),
  }
}
