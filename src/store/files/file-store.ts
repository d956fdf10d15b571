import type { Readable } from 'node:stream'
import type { SpooledFile } from './spool.ts'

/** Keeps the bytes of files, each under a random place. Faults are `FilesUnavailable`. */
export type FileStore = {
  /**
   * Moves a spooled file to its place, and resolves once its bytes are flushed. The spooled file is gone afterwards. After a
   * fault the place may hold the bytes, or part of them: the caller discards the spooled file and deletes the place, and the
   * sweep does so where the caller cannot.
   */
  put(place: string, spooled: SpooledFile): Promise<void>
  /**
   * Opens a file; null where there is none. The stream, which the caller must read or destroy, fails instead of ending early.
   *
   * @param range inclusive byte positions inside the file
   * @returns bytes of the whole file, and a stream of the range
   */
  open(place: string, range?: ByteRange): Promise<{ bytes: number; stream: Readable } | null>
  /** Deletes a file; one that is not there counts as deleted. */
  delete(place: string): Promise<void>
  /** Lists places in ascending order, after the given one. Fewer than `limit` are the last ones. */
  list(request: { after: string | null; limit: number }): Promise<ListedFile[]>
  /** Returns the id of the database that the store belongs to; null before its first comparison. */
  readMarker(): Promise<string | null>
  /** Marks the store as that of a database, flushed. Does nothing where there is a marker, except on Backblaze B2. */
  writeMarker(id: string): Promise<void>
}

/** Name of the marker, beside the files: no place, so `list` never has it. */
export const MARKER_NAME = 'instance'

/** Advice to an operator whose store of files is marked as that of another database. */
export const MARKER_FIX =
  'each instance needs a folder or prefix of its own in FORMSLOT_FILES, because the other deletes the files of this one; ' +
  `if this one took over from the other, which no longer runs, delete the file "${MARKER_NAME}" there`

export type ByteRange = { from: number; to: number }

export type ListedFile = { place: string; bytes: number; modifiedAt: Date }

const PLACE = /^[0-9a-hjkmnp-tv-z]{26}$/

/** Returns true for 26 characters of the lower-case Crockford alphabet: a name that is no path, on any system. */
export function isPlace(text: string): boolean {
  return PLACE.test(text)
}

/** Throws unless the text is a place. Places come from rows, so anything else is an error of this program. */
export function expectPlace(place: string): void {
  if (!isPlace(place)) throw new Error(`${JSON.stringify(place)} is not the place of a file`)
}
