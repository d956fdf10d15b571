import { isUnreadable } from './disk-faults.ts'
import type { FileList, NamedFile } from './file-list.ts'
import type { FileStore, ListedFile } from './file-store.ts'
import type { Spool } from './spool.ts'

export type CopiedFiles = {
  copied: { files: number; bytes: number }
  /** Files that the target had. */
  skipped: number
  /** Places that rows name and the source does not have. */
  missing: string[]
  /** Places whose content is not what their rows say; they are not copied. */
  damaged: string[]
  /** Files that rows name by now and the target does not have: they arrived while it was copied. */
  added: number
}

/** Files in progress at a time: a bucket answers each in tens of milliseconds. */
const FILES_AT_ONCE = 8
const LIST_SIZE = 1000

/**
 * Copies the files that rows name, in the order of their places. Skips those that the target has in the right size, compares
 * each with the hash of its row before it is stored, and deletes nothing of the source.
 *
 * @param parts.spool on the disk of a target that is a folder
 * @throws FilesUnavailable
 */
export async function copyStoredFiles(parts: {
  rows: FileList
  source: Pick<FileStore, 'open'>
  target: Pick<FileStore, 'put' | 'delete' | 'list'>
  spool: Spool
  /** Is called for each file once it is where it belongs, or is known to be nowhere. */
  onProgress(done: { kind: 'copied' | 'skipped'; bytes: number }): void
}): Promise<CopiedFiles> {
  const { rows, target, onProgress } = parts
  const result: CopiedFiles = {
    copied: { files: 0, bytes: 0 },
    skipped: 0,
    missing: [],
    damaged: [],
    added: 0,
  }
  let waiting: { file: NamedFile; isOther: boolean }[] = []

  async function copyOne(each: { file: NamedFile; isOther: boolean }): Promise<void> {
    await copyFile(parts, each, result)
    onProgress({ kind: 'copied', bytes: each.file.bytes })
  }

  async function copyWaiting(): Promise<void> {
    const batch = waiting
    waiting = []
    const copying = await Promise.allSettled(batch.map(copyOne))
    for (const each of copying) if (each.status === 'rejected') throw each.reason
  }

  const findIn = createFinder(target)
  for await (const file of rows.all()) {
    const found = await findIn(file.place)
    if (found?.bytes === file.bytes) {
      result.skipped += 1
      onProgress({ kind: 'skipped', bytes: file.bytes })
      continue
    }
    waiting.push({ file, isOther: found !== null })
    if (waiting.length === FILES_AT_ONCE) await copyWaiting()
  }
  await copyWaiting()
  const absent = await countAbsent(rows, target)
  result.added = Math.max(0, absent - result.missing.length - result.damaged.length)
  return result
}

async function copyFile(
  { rows, source, target, spool }: Parameters<typeof copyStoredFiles>[0],
  { file, isOther }: { file: NamedFile; isOther: boolean },
  result: CopiedFiles,
): Promise<void> {
  const { place, bytes, sha256 } = file
  const found = await source.open(place)
  if (!found) {
    // Otherwise it was deleted meanwhile.
    if (await rows.isNamed(place)) result.missing.push(place)
    return
  }
  const spooled = await spool.write(found.stream).catch((error: unknown) => {
    if (isUnreadable(error)) return null
    throw error
  })
  try {
    if (spooled?.sha256 !== sha256) {
      result.damaged.push(place)
      return
    }
    // A bucket keeps what it has: half a file of an interrupted copy, or one of another instance.
    if (isOther) await target.delete(place)
    await target.put(place, spooled)
    result.copied.files += 1
    result.copied.bytes += bytes
  } finally {
    await spooled?.discard()
  }
}

async function countAbsent(rows: FileList, target: Pick<FileStore, 'list'>): Promise<number> {
  let absent = 0
  const findIn = createFinder(target)
  for await (const { place, bytes } of rows.all()) if ((await findIn(place))?.bytes !== bytes) absent += 1
  return absent
}

/** Finds files of a store by ascending places: with one list of many, not one request each. */
function createFinder(store: Pick<FileStore, 'list'>): (place: string) => Promise<ListedFile | null> {
  let listed: ListedFile[] = []
  let at = 0
  let isLast = false
  let after: string | null = null
  return async (place) => {
    for (;;) {
      for (; at < listed.length; at += 1) {
        const file = listed[at]
        if (file && file.place >= place) return file.place === place ? file : null
      }
      if (isLast) return null
      listed = await store.list({ after, limit: LIST_SIZE })
      at = 0
      isLast = listed.length < LIST_SIZE
      after = listed.at(-1)?.place ?? after
    }
  }
}
