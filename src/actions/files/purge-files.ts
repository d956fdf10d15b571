import { FilesUnavailable } from '../../store/contract/errors.ts'
import type { FileStore } from '../../store/files/file-store.ts'
import type { Context } from '../context.ts'

/** Files deleted before the purge asks if it may go on. */
const BATCH_SIZE = 100
/** Deletions in progress at a time: a bucket answers each in tens of milliseconds. */
const DELETIONS_AT_ONCE = 8

/**
 * Deletes the bytes of files whose submissions are gone, what was left behind while files were received, and rows whose
 * submissions were dropped with a whole week. Bytes that cannot be deleted now hold up no others, and the next purge tries
 * them again.
 *
 * @param request.oldestRetained no plan retains submissions received before it
 * @returns the first failure; null when all that was due is deleted
 */
export async function purgeFiles(
  { store, spool, fileStore }: Context,
  { now, oldestRetained }: { now: Date; oldestRetained: Date },
  shouldContinue: () => boolean,
): Promise<FilesUnavailable | null> {
  while (shouldContinue() && (await store.files.deleteOlderThan(oldestRetained)) > 0);
  let firstFailure = await catchUnavailable(() => spool.removeAbandoned(now))
  for (let after = ''; shouldContinue(); ) {
    const places = await store.files.listDeletions({ now, after, limit: BATCH_SIZE })
    const { deleted, failure } = await deletePlaces(fileStore, places)
    await store.files.forgetDeletions(deleted)
    firstFailure ??= failure
    // Nothing is left, or nothing can be deleted.
    if (deleted.length === 0) break
    after = places.at(-1) ?? after
  }
  return firstFailure
}

/** Deletes bytes until none of those deleted at a time can be: then the folder or the bucket itself fails. */
export async function deletePlaces(
  fileStore: FileStore,
  places: readonly string[],
): Promise<{ deleted: string[]; failure: FilesUnavailable | null }> {
  const deleted: string[] = []
  let failure: FilesUnavailable | null = null
  for (let at = 0; at < places.length; at += DELETIONS_AT_ONCE) {
    const some = places.slice(at, at + DELETIONS_AT_ONCE)
    const failures = await Promise.all(some.map((place) => catchUnavailable(() => fileStore.delete(place))))
    deleted.push(...some.filter((_, index) => failures[index] === null))
    failure ??= failures.find((each) => each !== null) ?? null
    if (!failures.includes(null)) break
  }
  return { deleted, failure }
}

async function catchUnavailable(run: () => Promise<unknown>): Promise<FilesUnavailable | null> {
  try {
    await run()
    return null
  } catch (error) {
    if (error instanceof FilesUnavailable) return error
    throw error
  }
}
