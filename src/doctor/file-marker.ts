import { existsSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import { FilesUnavailable } from '../store/contract/errors.ts'
import { connect } from '../store/dialects/connect.ts'
import type { Connection } from '../store/engine/connection.ts'
import { MARKER_FIX } from '../store/files/file-store.ts'
import { findFilesId } from '../store/files/files-id.ts'
import { openFileStore } from '../store/files/open-file-store.ts'
import { type Finding, getErrorMessage, warn } from './finding.ts'

const NAME = 'files'

/** Warns of a folder or bucket of files that is marked as that of another database. Marks none. */
export async function checkFileMarker({ files, database }: Config, now: Date): Promise<Finding[]> {
  if (database.kind === 'sqlite' && !existsSync(database.file)) return []
  let connection: Connection | null = null
  try {
    connection = await connect(database)
    const id = await findFilesId(connection.reads)
    const marker = await (await openFileStore(files, { now: () => now })).readMarker()
    if (marker === null || marker === id) return []
    const message = 'they are kept with those of another database: bytes without a submission are not deleted'
    return [warn(NAME, message, MARKER_FIX)]
  } catch (error) {
    const fix =
      error instanceof FilesUnavailable
        ? 'correct what the reason names'
        : 'start the service once; it updates the database'
    return [warn(NAME, getErrorMessage(error), fix)]
  } finally {
    await connection?.close()
  }
}
