import type { Kysely } from 'kysely'
import { bindKeyedWrites, bindReads, bindWrites } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import { keyAt } from '../engine/sequence.ts'
import type { QueueWrite } from '../engine/write-queue.ts'
import { deleteFilesBefore, forgetDeletions, listDeletions } from './deleted-files.ts'
import {
  findFile,
  findNamedPlaces,
  listFilesOf,
  listPlaces,
  loadStoredBytes,
  measureStored,
  revokeLinks,
} from './file-rows.ts'
import { listUnscanned, saveRescan, saveScan } from './file-scans.ts'
import { ensureFilesId } from './files-id.ts'

/** Rows of the files that visitors attached; their bytes are in a `FileStore`. */
export type FileRows = ReturnType<typeof createFileRows>

/** Creates the rows of files on the reading connection and the write queue. */
export function createFileRows({ reads, write }: { reads: Kysely<Schema>; write: QueueWrite }) {
  return {
    ...bindReads(reads, {
      listFilesOf,
      findFile,
      loadStoredBytes,
      measureStored,
      listPlaces,
      findNamedPlaces,
      listDeletions,
      listUnscanned,
    }),
    ...bindWrites(write, { saveScan, forgetDeletions, ensureFilesId }),
    ...bindKeyedWrites(write, { saveRescan }, { makesDeliveries: true }),
    ...bindKeyedWrites(write, { revokeLinks }),
    /** Deletes a batch of rows of this age whose submissions are gone. Returns their number. */
    deleteOlderThan: (before: Date) => write(({ db }) => deleteFilesBefore(db, keyAt(before))),
  }
}
