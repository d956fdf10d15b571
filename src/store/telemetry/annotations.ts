import type { Kysely } from 'kysely'
import { type Annotation, MAX_ANNOTATIONS } from '../../domain/telemetry/annotation.ts'
import { lockOpenAccount } from '../accounts/lock-account.ts'
import type { Schema } from '../engine/schema.ts'
import type { WriteContext } from '../engine/write-queue.ts'

type AddedAnnotation = { kind: 'annotation'; annotation: Annotation } | { kind: 'unknown' | 'full' }

/** Lists the annotations of an endpoint within a time, newest first; null for no limit, `until` is exclusive. */
export async function listAnnotations(
  db: Kysely<Schema>,
  request: { endpointKey: number; since: Date | null; until: Date | null },
): Promise<Annotation[]> {
  const { endpointKey, since, until } = request
  let found = db
    .selectFrom('annotations')
    .select(['key', 'at', 'text', 'created_at'])
    .where('endpoint_key', '=', endpointKey)
    .orderBy('at', 'desc')
    .orderBy('key', 'desc')
    .limit(MAX_ANNOTATIONS)
  if (since !== null) found = found.where('at', '>=', since.getTime())
  if (until !== null) found = found.where('at', '<', until.getTime())
  const rows = await found.execute()
  return rows.map(({ key, at, text, created_at }) => ({
    key,
    at: new Date(at),
    text,
    createdAt: new Date(created_at),
  }))
}

/** Adds an annotation, unless the endpoint has as many as are allowed. */
export async function addAnnotation(
  { db, nextKey }: WriteContext,
  request: { accountKey: number; endpointKey: number; at: Date; text: string; now: Date },
): Promise<AddedAnnotation> {
  const { accountKey, endpointKey, at, text, now } = request
  // The account is locked, so that two nodes cannot both add the last annotation that is allowed.
  if (!(await lockOpenAccount(db, accountKey))) return { kind: 'unknown' }
  const { count } = await db
    .selectFrom('annotations')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('endpoint_key', '=', endpointKey)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_ANNOTATIONS) return { kind: 'full' }
  const key = nextKey()
  await db
    .insertInto('annotations')
    .values({ key, endpoint_key: endpointKey, at: at.getTime(), text, created_at: now.getTime() })
    .execute()
  return { kind: 'annotation', annotation: { key, at, text, createdAt: now } }
}

/** Deletes an annotation. Returns false when the endpoint has none with this key. */
export async function removeAnnotation(
  db: Kysely<Schema>,
  { endpointKey, key }: { endpointKey: number; key: number },
): Promise<boolean> {
  const removed = await db
    .deleteFrom('annotations')
    .where('key', '=', key)
    .where('endpoint_key', '=', endpointKey)
    .returning('key')
    .executeTakeFirst()
  return removed !== undefined
}

/** Deletes the annotations of an endpoint. */
export async function deleteAnnotations(db: Kysely<Schema>, endpointKey: number): Promise<void> {
  await db.deleteFrom('annotations').where('endpoint_key', '=', endpointKey).execute()
}
