import type { Readable } from 'node:stream'
import type { StoredFile } from '../domain/files/stored-file.ts'

/** The files of submissions, as channels read them. */
export type AttachedFiles = {
  /** Lists the files of these submissions, in the order in which they were sent. */
  listFilesOf(submissionKeys: readonly number[]): Promise<StoredFile[]>
  /**
   * Opens the bytes of a file; null where there are none. The stream, which the caller must read or destroy, fails instead of
   * ending early.
   *
   * @throws FilesUnavailable
   */
  open(place: string): Promise<{ bytes: number; stream: Readable } | null>
  /** The operator lets nobody fetch a file that was not scanned for malware. */
  isScanRequired: boolean
}
