import type { Keys } from '../../domain/keys.ts'
import { HOUR } from '../../domain/time.ts'
import { FilesUnavailable } from '../../store/contract/errors.ts'
import type { FileStore, ListedFile } from '../../store/files/file-store.ts'
import type { FileRows } from '../../store/files/files.ts'
import { deletePlaces } from './purge-files.ts'

/** Places on one page of either list. */
const PAGE_SIZE = 500
/** Age from which bytes without a row were left by a process that ended: a submission is stored within minutes. */
const ORPHANED_AFTER_MS = HOUR
/** Places that are named of each kind of problem. */
const MAX_NAMED = 10

/** Number of places with a problem, and the first of them. */
export type PlaceProblem = { count: number; places: string[] }

export type FileReconciliation = {
  /** Files with a row and with bytes. */
  files: number
  /** Bytes that no row named: deleted, unless the store is that of another database. */
  orphaned: number
  /** The store is marked as that of another database. */
  isOfAnother: boolean
  /** Rows whose bytes are not there. */
  missing: PlaceProblem
  /** Rows whose bytes are fewer or more than they say. */
  wrongSize: PlaceProblem
  /** First failure to delete bytes that no row named; the next comparison tries again. */
  notDeleted: FilesUnavailable | null
  /** Reason for which it ended early; null when it did not. */
  failure: FilesUnavailable | null
}

type Reconciled = Omit<FileReconciliation, 'failure'>
type Row = { key: number; place: string; bytes: number }
/** A place in the rows, in the store of files, or in both. */
type Pair = { row: Row | null; file: ListedFile | null }
type Parts = { store: { files: FileRows }; fileStore: FileStore; keys: Pick<Keys, 'newFilesId'> }

/**
 * Compares the rows of files with the bytes that are stored. Deletes bytes of a certain age that no row names, which a process
 * left that ended between the two. Reports rows whose bytes are missing or of another size, and deletes nothing of theirs.
 *
 * The first comparison marks the store as that of this database: in a store of another, its files look like orphans.
 */
export async function reconcileFiles(
  parts: Parts,
  { now }: { now: Date },
  shouldContinue: () => boolean,
): Promise<FileReconciliation> {
  const found: Reconciled = {
    files: 0,
    orphaned: 0,
    isOfAnother: false,
    missing: noPlaces(),
    wrongSize: noPlaces(),
    notDeleted: null,
  }
  const removeOrphans = async (places: readonly string[]) => {
    const orphans = await findOrphans(parts, places)
    const { deleted, failure } = found.isOfAnother
      ? { deleted: orphans, failure: null }
      : await deletePlaces(parts.fileStore, orphans)
    found.orphaned += deleted.length
    found.notDeleted ??= failure
  }
  try {
    let orphans: string[] = []
    let isClaimed = false
    for await (const { row, file } of pairUp(parts)) {
      if (!shouldContinue()) break
      // Not before there is a file: an instance without files makes no folder.
      if (!isClaimed) found.isOfAnother = !(await claimStore(parts))
      isClaimed = true
      if (row && file) {
        found.files += 1
        if (row.bytes !== file.bytes) report(found.wrongSize, row.place)
      } else if (row) {
        if (await isMissing(parts, row)) report(found.missing, row.place)
      } else if (file && now.getTime() - file.modifiedAt.getTime() >= ORPHANED_AFTER_MS) {
        orphans.push(file.place)
      }
      if (orphans.length < PAGE_SIZE) continue
      await removeOrphans(orphans)
      orphans = []
    }
    await removeOrphans(orphans)
  } catch (error) {
    if (error instanceof FilesUnavailable) return { ...found, failure: error }
    throw error
  }
  return { ...found, failure: null }
}

/** Walks both lists side by side, in the order of their places. */
async function* pairUp({ store, fileStore }: Parts): AsyncGenerator<Pair> {
  const rows = walk((after) => store.files.listPlaces({ after, limit: PAGE_SIZE }))
  const files = walk((after) => fileStore.list({ after, limit: PAGE_SIZE }))
  let row = await take(rows)
  let file = await take(files)
  while (row || file) {
    const hasRow = row !== null && (file === null || row.place <= file.place)
    const hasFile = file !== null && (row === null || file.place <= row.place)
    yield { row: hasRow ? row : null, file: hasFile ? file : null }
    if (hasRow) row = await take(rows)
    if (hasFile) file = await take(files)
  }
}

async function* walk<Item extends { place: string }>(
  list: (after: string | null) => Promise<Item[]>,
): AsyncGenerator<Item, void> {
  for (let after: string | null = null; ; ) {
    const page = await list(after)
    yield* page
    if (page.length < PAGE_SIZE) return
    after = page.at(-1)?.place ?? null
  }
}

async function take<Item>(items: AsyncGenerator<Item, void>): Promise<Item | null> {
  const { value } = await items.next()
  return value ?? null
}

/** Looks once more: the file may have been stored after its place in the list was passed, or deleted meanwhile. */
async function isMissing({ store, fileStore }: Parts, row: Row): Promise<boolean> {
  const opened = await fileStore.open(row.place)
  opened?.stream.destroy()
  if (opened) return false
  const file = await store.files.findFile(row.key)
  // The bytes of malware are deleted long before its row.
  return file !== null && file.scan !== 'found'
}

/** Returns those of these places that no row names by now. */
async function findOrphans({ store }: Parts, places: readonly string[]): Promise<string[]> {
  const named = await store.files.findNamedPlaces(places)
  return places.filter((place) => !named.has(place))
}

/** Marks the store, unless it is marked. Returns true where it is that of this database, on any node. */
async function claimStore({ store, fileStore, keys }: Parts): Promise<boolean> {
  const id = await store.files.ensureFilesId(keys.newFilesId())
  if ((await fileStore.readMarker()) === null) await fileStore.writeMarker(id)
  return (await fileStore.readMarker()) === id
}

function noPlaces(): PlaceProblem {
  return { count: 0, places: [] }
}

function report(problem: PlaceProblem, place: string): void {
  problem.count += 1
  if (problem.places.length < MAX_NAMED) problem.places.push(place)
}
