import { type Insertable, type Kysely, sql } from 'kysely'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import { KINDS } from '../../domain/endpoints/kinds.ts'
import { type Language, readLanguage } from '../../domain/language.ts'
import { hasContent, type Notice } from '../../domain/outbox/notice.ts'
import { findDeliveredKey, findKeyOfMailbox } from '../accounts/delivered-keys.ts'
import type { NewNotice } from '../contract/changes.ts'
import type { DeliveredKey, DeliveredNotice } from '../contract/outbox-store.ts'
import { toEndpointFacts } from '../endpoints/endpoints.ts'
import type { Schema } from '../engine/schema.ts'
import type { NextKey } from '../engine/sequence.ts'
import { loadToldEvents } from '../telemetry/watches.ts'
import { expireGathered, loadGathered } from './gathered-submissions.ts'
import { loadSpamDigest } from './spam-digest.ts'

/** Maximum number of notices deleted by one statement. */
const PURGE_BATCH_SIZE = 1000

/**
 * Saves a notice and its delivery, in the transaction of its cause. A write of the store that calls this sets
 * `makesDeliveries`, so that the worker is notified.
 */
export async function saveNotice(
  db: Kysely<Schema>,
  nextKey: NextKey,
  { notice, mailbox, mailboxKey, expiresAt, dueAt, now }: NewNotice & { now: Date },
): Promise<void> {
  const row = newNotice(nextKey(), { notice, mailbox, expiresAt, now })
  const { created_at } = row
  const delivery: Insertable<Schema['outbox']> = {
    key: row.key,
    kind: 'notice',
    channel: 'email',
    target: mailboxKey,
    created_at,
    due_at: dueAt?.getTime() ?? created_at,
    attempts: 0,
  }
  await db.insertInto('notices').values(row).execute()
  await db.insertInto('outbox').values(delivery).execute()
}

/** Returns true when the same notice to the same mailbox was saved after `since`, and was sent or still may be. */
export async function hasNoticeSince(
  db: Kysely<Schema>,
  { notice, mailboxKey }: Pick<NewNotice, 'notice' | 'mailboxKey'>,
  since: Date,
): Promise<boolean> {
  const row = await selectNotices(db, { kinds: [notice.kind], mailboxKey, since })
    .select('notices.key')
    .where('notices.data', '=', stringifyNotice(notice))
    .where((where) =>
      where.or([where('outbox.outcome', 'is', null), where('outbox.outcome', '!=', 'suppressed')]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Counts the notices of this kind to the same mailbox that were saved after `since`. */
export async function countNoticesSince(
  db: Kysely<Schema>,
  { notice, mailboxKey }: Pick<NewNotice, 'notice' | 'mailboxKey'>,
  since: Date,
): Promise<number> {
  const { count } = await selectNotices(db, { kinds: [notice.kind], mailboxKey, since })
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Selects the notices of these kinds to a mailbox since then, by the index of notices. */
export function selectNotices(
  db: Kysely<Schema>,
  { kinds, mailboxKey, since }: { kinds: readonly Notice['kind'][]; mailboxKey: string; since: Date },
) {
  return (
    db
      .selectFrom('outbox')
      .innerJoin('notices', 'notices.key', 'outbox.key')
      .where('outbox.target', '=', mailboxKey)
      // A literal, so that SQLite uses the index.
      .where('outbox.kind', '=', sql.lit('notice'))
      .where('outbox.created_at', '>', since.getTime())
      .where('notices.kind', 'in', kinds)
  )
}

/** Returns the stored text of a notice: the same for the same notice. */
export function stringifyNotice({ kind: _kind, ...data }: Notice): string {
  return JSON.stringify(data)
}

/** Returns the row of a new notice. */
export function newNotice(
  key: number,
  { notice, mailbox, expiresAt, now }: Omit<NewNotice, 'mailboxKey'> & { now: Date },
): Schema['notices'] {
  const { kind } = notice
  return {
    key,
    kind,
    mailbox,
    data: stringifyNotice(notice),
    created_at: now.getTime(),
    expires_at: expiresAt.getTime(),
  }
}

/** Parses a notice stored by `saveNotice`. */
export function parseNotice(row: { kind: Schema['notices']['kind']; data: string }): Notice {
  return { kind: row.kind, ...JSON.parse(row.data) } as Notice
}

/** See EmailReads.loadNotice. */
export async function loadNotice(
  db: Kysely<Schema>,
  { key, mailboxKey, now }: { key: number; mailboxKey: string; now: Date },
): Promise<DeliveredNotice> {
  const row = await db.selectFrom('notices').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
  const notice = parseNotice(row)
  const endpoint = await findNoticeEndpoint(db, notice)
  const createdAt = new Date(row.created_at)
  return {
    key,
    notice,
    endpoint,
    digest: notice.kind === 'spam_digest' ? await loadSpamDigest(db, { notice, createdAt }) : null,
    emailKey: await findNoticeKey(db, notice, row.mailbox),
    invitation: notice.kind === 'invitation' ? await findInvitation(db, notice.memberKey) : null,
    handOver: 'handOverKey' in notice ? await findHandOver(db, notice.handOverKey) : null,
    gathered: notice.kind === 'submission_digest' ? await loadGathered(db, { digestKey: key, now }) : null,
    events: notice.kind === 'watch' ? await loadToldEvents(db, notice.told) : [],
    language:
      'language' in notice
        ? notice.language
        : (endpoint?.language ?? (await findOwnerLanguage(db, { mailboxKey, notice }))),
    createdAt,
    address: row.mailbox,
    expiresAt: new Date(row.expires_at),
  }
}

/**
 * Returns the language of the newest claimed endpoint of an address that has one. A warning about a quota that all
 * endpoints of a kind share is in the language of one of that kind, where one is known, and a weekly email about spam in
 * that of a form.
 */
async function findOwnerLanguage(
  db: Kysely<Schema>,
  { mailboxKey, notice }: { mailboxKey: string; notice: Notice },
): Promise<Language | null> {
  const preferred = `${findPreferredPrefix(notice)}%`
  const row = await db
    .selectFrom('endpoints')
    .select('language')
    .where('mailbox_key', '=', mailboxKey)
    .where('claimed_at', 'is not', null)
    .where('language', 'is not', null)
    .orderBy(({ eb }) => eb.case().when('id', 'like', preferred).then(0).else(1).end())
    .orderBy('key', 'desc')
    .limit(1)
    .executeTakeFirst()
  return readLanguage(row?.language ?? null)
}

function findPreferredPrefix(notice: Notice): string {
  switch (notice.kind) {
    case 'quota_warning':
      return KINDS[notice.what].idPrefix
    case 'spam_digest':
      return KINDS.form.idPrefix
    default:
      return ''
  }
}

/** Finds the key that an email is encrypted to: the one that it asks to confirm, or the owner's if the email has content. */
async function findNoticeKey(
  db: Kysely<Schema>,
  notice: Notice,
  mailbox: string,
): Promise<DeliveredKey | null> {
  if (notice.kind === 'email_key') return notice.what === 'confirm' ? findDeliveredKey(db, notice.key) : null
  return hasContent(notice) ? findKeyOfMailbox(db, mailbox) : null
}

/** Finds an invitation that was not accepted yet. */
async function findInvitation(db: Kysely<Schema>, memberKey: number): Promise<{ holder: string } | null> {
  const row = await db
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.key', 'members.account_key')
    .select('accounts.mailbox as holder')
    .where('members.key', '=', memberKey)
    .where('members.accepted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Finds a hand-over that is not over. */
async function findHandOver(db: Kysely<Schema>, key: number): Promise<{ holder: string } | null> {
  const row = await db
    .selectFrom('hand_overs')
    .innerJoin('accounts', 'accounts.key', 'hand_overs.account_key')
    .select('accounts.mailbox as holder')
    .where('hand_overs.key', '=', key)
    .executeTakeFirst()
  return row ?? null
}

async function findNoticeEndpoint(db: Kysely<Schema>, notice: Notice): Promise<EndpointFacts | null> {
  const id = 'endpointId' in notice ? notice.endpointId : null
  if (id === null) return null
  const row = await db.selectFrom('endpoints').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toEndpointFacts(row) : null
}

/** Deletes the name of the first event of an endpoint from its claim email. */
export async function deleteFirstKey(
  db: Kysely<Schema>,
  endpoint: { key: number; endpointId: string },
): Promise<void> {
  await db
    .updateTable('notices')
    .set({ data: stringifyNotice({ kind: 'claim', endpointId: endpoint.endpointId, first: null }) })
    .where('kind', '=', 'claim')
    .where('key', 'in', (select) =>
      select.selectFrom('claim_emails').select('delivery_key').where('endpoint_key', '=', endpoint.key),
    )
    .execute()
}

/** Deletes a batch of notices that expired before then, with their deliveries and attempts. Returns their number. */
export async function purgeNotices(db: Kysely<Schema>, before: Date): Promise<number> {
  const rows = await db
    .selectFrom('notices')
    .select('key')
    .where('expires_at', '<', before.getTime())
    .orderBy('expires_at')
    .limit(PURGE_BATCH_SIZE)
    .execute()
  await deleteNotices(
    db,
    rows.map((row) => row.key),
  )
  return rows.length
}

/** Deletes notices with their deliveries and attempts. */
export async function deleteNotices(db: Kysely<Schema>, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return
  await expireGathered(db, keys)
  await db.deleteFrom('attempts').where('delivery_key', 'in', keys).execute()
  await db.deleteFrom('claim_emails').where('delivery_key', 'in', keys).execute()
  await db.deleteFrom('outbox').where('key', 'in', keys).execute()
  await db.deleteFrom('notices').where('key', 'in', keys).execute()
}
