import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { getLesson, KEPT_DAYS, type Lesson } from '../../domain/spam/words/lesson.ts'
import { type Folder, getFolder } from '../../domain/submissions/folder.ts'
import { DAY, later } from '../../domain/time.ts'
import type { FoundEndpoint } from '../contract/changes.ts'
import type { DeliveryTarget } from '../contract/outbox-store.ts'
import { lockEndpoints } from '../endpoints/endpoints.ts'
import { parseStoredSettings } from '../endpoints/stored-settings.ts'
import type { Schema } from '../engine/schema.ts'
import { KEYS_IN_A_SLOT } from '../engine/sequence.ts'
import { cancelLikelyReal, recordLessons, recordLikelyReal } from '../judging/lessons.ts'
import { newDelivery } from '../outbox/new-delivery.ts'
import { deleteSubmissions, isDeliveryOf } from './submissions.ts'
import { applyWorkMark, type WorkMark } from './work/work-rows.ts'

/** A mark on a submission. `restored`: moved from the trash to the folder it was in before. */
export type Mark =
  /** `isOpened`: the owner has looked at each, and did not mark a list. */
  | { kind: 'read'; isOpened?: boolean }
  | { kind: 'unread' }
  | { kind: 'folder'; folder: Folder }
  | { kind: 'restored' }
  /** The owner says of submissions in the inbox or the spam folder whether they are spam; null takes it back. */
  | { kind: 'verdict'; isSpam: boolean | null }
  | WorkMark

/** A delivery to be created: to the recipient, or to the destination with this id. */
export type NewDelivery = DeliveryTarget & { destination: string | null }

export type MarkRequest = {
  accountKey: number
  keys: readonly number[]
  mark: Mark
  now: Date
  /** Lists the deliveries that a submission that was spam on arrival gets with its move to the inbox, if it never had one. */
  deliveriesFor(found: FoundEndpoint): readonly NewDelivery[]
}

/** The target of a delivery that is resumed: an email to the owner goes to the present one, as the form may have moved. */
const OWNER_OR_TARGET = sql<string>`case when destination is null and channel = 'email' then (
  select mailbox_key from endpoints where endpoints.key = outbox.endpoint_key) else target end`

/** Marks those of these submissions that belong to the account and that the mark changes. Returns their keys. */
export async function markSubmissions(db: Kysely<Schema>, request: MarkRequest): Promise<number[]> {
  const { accountKey, mark, now } = request
  if (request.keys.length === 0) return []
  if (isWorkMark(mark)) await keepOwner(db, { accountKey, keys: request.keys })
  // The submissions to change are found first: their old folder cannot be read from the changed rows.
  const owned = await findOwned(db, { accountKey, keys: request.keys, mark })
  const keys = owned.map((row) => row.key)
  if (keys.length === 0) return []
  if (
    (mark.kind === 'folder' && mark.folder === 'inbox') ||
    (mark.kind === 'verdict' && mark.isSpam === false)
  ) {
    const spam = owned.filter((row) => row.spam_reasons !== null && row.withdrawn_at === null)
    await deliverNotSpam(db, { ...request, keys: spam.map((row) => row.key) })
  }
  await resumeFromTrash(db, { owned, mark, now })
  if (isWorkMark(mark)) {
    await keepSpam(db, owned)
    return [...(await applyWorkMark(db, { accountKey, keys, mark, now }))]
  }
  const changed = db.updateTable('submissions').where('key', 'in', keys)
  switch (mark.kind) {
    case 'read':
      await changed.set({ read_at: now.getTime() }).execute()
      if (mark.isOpened) await recordOpened(db, { accountKey, owned, now })
      break
    case 'unread':
      await changed.set({ read_at: null }).execute()
      break
    case 'folder':
      await recordLessons(db, { accountKey, lessons: listLessons(owned, mark.folder), now })
      if (mark.folder === 'trash') await cancelLikelyReal(db, keys)
      await changed
        .set((old) => ({
          moved_to: mark.folder,
          trashed_at: mark.folder === 'trash' ? now.getTime() : null,
          trashed_from: mark.folder === 'trash' ? old.ref('moved_to') : null,
        }))
        .execute()
      break
    case 'restored':
      await changed
        .set((old) => ({ moved_to: old.ref('trashed_from'), trashed_at: null, trashed_from: null }))
        .execute()
      break
    case 'verdict': {
      const { isSpam } = mark
      const lesson = isSpam === null ? null : isSpam ? 'spam' : 'ham'
      await recordLessons(db, { accountKey, lessons: teach(owned, () => lesson), now })
      await changed.set({ moved_to: toVerdictFolder(isSpam) }).execute()
      break
    }
  }
  return keys
}

/** Makes spam that the owner works on stay when further spam arrives: like what they moved there, it is not trimmed. */
async function keepSpam(db: Kysely<Schema>, owned: readonly OwnedRow[]): Promise<void> {
  const spam = owned.filter((row) => row.spam_reasons !== null && row.moved_to === null).map(({ key }) => key)
  if (spam.length === 0) return
  await db.updateTable('submissions').set({ moved_to: 'spam' }).where('key', 'in', spam).execute()
}

/**
 * Makes hand-overs of the forms of these submissions wait until the transaction ends, or waits for them: a star of another
 * node would otherwise stay with the account that the form leaves. Before the submissions, as hand-overs do.
 */
async function keepOwner(
  db: Kysely<Schema>,
  { accountKey, keys }: { accountKey: number; keys: readonly number[] },
): Promise<void> {
  await db
    .selectFrom('endpoints')
    .select('key')
    .where('account_key', '=', accountKey)
    .where('key', 'in', (select) =>
      select.selectFrom('submissions').select('endpoint_key').where('key', 'in', keys),
    )
    .orderBy('key')
    .forKeyShare()
    .execute()
}

function isWorkMark(mark: Mark): mark is WorkMark {
  return ['starred', 'labeled', 'labels', 'note', 'assigned'].includes(mark.kind)
}

/** Deletes those of these submissions that belong to the account, with their deliveries. Returns their keys. */
export async function deleteOwned(
  db: Kysely<Schema>,
  request: { accountKey: number; keys: readonly number[] },
): Promise<number[]> {
  if (request.keys.length === 0) return []
  const owned = await findOwned(db, { ...request, mark: null })
  const keys = owned.map((row) => row.key)
  await deleteSubmissions(db, keys)
  return keys
}

type OwnedRow = Pick<
  Selectable<Schema['submissions']>,
  'key' | 'moved_to' | 'trashed_at' | 'trashed_from' | 'spam_reasons' | 'withdrawn_at' | 'import_hash'
> & {
  settings: string | null
}

/** Finds and locks those of these submissions that belong to the account and that the mark would change. */
async function findOwned(
  db: Kysely<Schema>,
  request: { accountKey: number; keys: readonly number[]; mark: Mark | null },
): Promise<OwnedRow[]> {
  const { mark } = request
  let owned = db
    .selectFrom('submissions')
    .innerJoin('endpoints', 'endpoints.key', 'submissions.endpoint_key')
    .select([
      'submissions.key',
      'submissions.moved_to',
      'submissions.trashed_at',
      'submissions.trashed_from',
      'submissions.spam_reasons',
      'submissions.withdrawn_at',
      'submissions.import_hash',
      'endpoints.settings',
    ])
    .where('submissions.key', 'in', request.keys)
    .where('endpoints.account_key', '=', request.accountKey)
    .orderBy('submissions.key')
    .forUpdate('submissions')
  if (mark?.kind === 'read') owned = owned.where('submissions.read_at', 'is', null)
  if (mark?.kind === 'restored') owned = owned.where('submissions.moved_to', '=', 'trash')
  if (mark?.kind === 'unread') owned = owned.where('submissions.read_at', 'is not', null)
  const rows = await owned.execute()
  const folderOf = (row: OwnedRow) => getFolder({ movedTo: row.moved_to, isSpam: row.spam_reasons !== null })
  if (mark?.kind === 'folder') return rows.filter((row) => folderOf(row) !== mark.folder)
  if (mark?.kind === 'verdict') {
    return rows.filter(
      (row) => REVIEWED_FOLDERS.includes(folderOf(row)) && row.moved_to !== toVerdictFolder(mark.isSpam),
    )
  }
  return rows
}

const REVIEWED_FOLDERS: readonly Folder[] = ['inbox', 'spam']

/** Returns the folder that an owner moves submissions to by their verdict; null: where they arrived. */
function toVerdictFolder(isSpam: boolean | null): Folder | null {
  return isSpam === null ? null : isSpam ? 'spam' : 'inbox'
}

/** Records that what the owner opens in the inbox is likely to be real, if it stays there. */
async function recordOpened(
  db: Kysely<Schema>,
  { accountKey, owned, now }: { accountKey: number; owned: readonly OwnedRow[]; now: Date },
): Promise<void> {
  const inInbox = listFiltered(owned).filter(
    (row) => row.moved_to === null && row.spam_reasons === null && row.import_hash === null,
  )
  const keys = inInbox.map(({ key }) => key)
  await recordLikelyReal(db, { accountKey, keys, learnAt: later(now, KEPT_DAYS * DAY) })
}

/** Lists the lessons that a move to this folder gives. */
function listLessons(owned: readonly OwnedRow[], folder: Folder): Map<number, Lesson | null> {
  if (folder === 'trash') return new Map()
  return teach(owned, (row) => getLesson({ folder, isSpam: row.spam_reasons !== null }))
}

/** Lists the lessons of submissions to forms with a spam filter: the others teach nothing. */
function teach(
  owned: readonly OwnedRow[],
  getLessonOf: (row: OwnedRow) => Lesson | null,
): Map<number, Lesson | null> {
  return new Map(listFiltered(owned).map((row) => [row.key, getLessonOf(row)]))
}

/** Lists the submissions to forms with a spam filter. */
function listFiltered(owned: readonly OwnedRow[]): OwnedRow[] {
  const filters = new Map<string | null, boolean>()
  const isFiltered = (settings: string | null) => {
    const known = filters.get(settings) ?? parseStoredSettings(settings).spam.level !== 'off'
    filters.set(settings, known)
    return known
  }
  return owned.filter(({ settings }) => isFiltered(settings))
}

/**
 * Makes deliveries due that were not sent because their submission was in the trash, and now is in a folder that sends.
 * The channel checks each again when it begins.
 */
async function resumeFromTrash(
  db: Kysely<Schema>,
  { owned, mark, now }: { owned: readonly OwnedRow[]; mark: Mark; now: Date },
): Promise<void> {
  if (mark.kind !== 'folder' && mark.kind !== 'restored') return
  const leaving = owned.filter((row) => {
    const movedTo = mark.kind === 'folder' ? mark.folder : row.trashed_from
    const folder = getFolder({ movedTo, isSpam: row.spam_reasons !== null })
    return row.trashed_at !== null && row.withdrawn_at === null && folder !== 'spam'
  })
  if (leaving.length === 0) return
  const keys = leaving.map((row) => row.key)
  // One that just begins would otherwise end as not sent after this has looked for it.
  await db.selectFrom('outbox').select('key').where(isDeliveryOf(keys)).orderBy('key').forUpdate().execute()
  for (const { key, trashed_at } of leaving) {
    await db
      .updateTable('outbox')
      .set({ due_at: now.getTime(), settled_at: null, outcome: null, target: OWNER_OR_TARGET })
      .where(isDeliveryOf([key]))
      .where('outcome', '=', 'suppressed')
      .where('settled_at', '>=', trashed_at)
      .execute()
  }
}

/** Makes deliveries due that a verdict has suppressed before they began. The channel checks each again when it begins. */
async function resumeDeliveries(db: Kysely<Schema>, keys: readonly number[], now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ due_at: now.getTime(), settled_at: null, outcome: null, target: OWNER_OR_TARGET })
    .where(isDeliveryOf(keys))
    .where('outcome', '=', 'suppressed')
    .where('started_at', 'is', null)
    .execute()
}

/**
 * Sends submissions that were marked as not spam: resumes the deliveries that the verdict suppressed, or creates them where
 * there never were any.
 */
async function deliverNotSpam(
  db: Kysely<Schema>,
  request: {
    keys: readonly number[]
    now: Date
    deliveriesFor(found: FoundEndpoint): readonly NewDelivery[]
  },
): Promise<void> {
  const { now } = request
  if (request.keys.length === 0) return
  await resumeDeliveries(db, request.keys, now)
  const rows = await db
    .selectFrom('submissions')
    .innerJoin('endpoints', 'endpoints.key', 'submissions.endpoint_key')
    .select(['submissions.key', 'endpoints.id'])
    .where('submissions.key', 'in', request.keys)
    .where((where) =>
      where.not(
        where.exists((select) =>
          select
            .selectFrom('outbox')
            .select('outbox.key')
            .whereRef('outbox.key', '>=', 'submissions.key')
            .where('outbox.key', '<', where('submissions.key', '+', KEYS_IN_A_SLOT)),
        ),
      ),
    )
    .execute()
  const endpoints = await lockEndpoints(db, [...new Set(rows.map((row) => row.id))])
  const deliveries: Insertable<Schema['outbox']>[] = []
  for (const row of rows) {
    const found = endpoints.get(row.id)
    if (!found) continue
    for (const [ordinal, delivery] of request.deliveriesFor({ ...found, usage: null }).entries()) {
      deliveries.push(
        newDelivery({
          ...delivery,
          kind: 'submission',
          endpointKey: found.key,
          submissionKey: row.key,
          ordinal,
          createdAt: now,
        }),
      )
    }
  }
  if (deliveries.length > 0) await db.insertInto('outbox').values(deliveries).execute()
}
