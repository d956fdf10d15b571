import type { FileData, WebEventType } from '../../../domain/destinations/webhook-event.ts'
import { findBlock, SHORT_LINK_MINUTES, type StoredFile } from '../../../domain/files/stored-file.ts'
import type { Keys } from '../../../domain/keys.ts'
import { later, MINUTE } from '../../../domain/time.ts'

/**
 * Converts the files of a submission to what destinations are told, with links that are made now: an attempt hours later has its
 * own. Nobody gets a link to a file of spam.
 */
export function toFileData(
  files: readonly StoredFile[],
  event: {
    type: WebEventType
    keys: Pick<Keys, 'fileToken' | 'rowId'>
    /** Base address of this instance. */
    base: string
    isScanRequired: boolean
    now: Date
  },
): FileData[] {
  const { type: eventType, keys, base, now } = event
  const until = later(now, SHORT_LINK_MINUTES * MINUTE)
  return files.map((file) => {
    const { key, field, name, type, bytes, scan, linkVersion } = file
    const isLinked = eventType !== 'submission.spam' && findBlock(file, event) === null
    const url = isLinked ? `${base}/files/${keys.fileToken({ key, until, linkVersion })}` : null
    return { id: keys.rowId('file', key), field, name, type, bytes, scan, url }
  })
}
