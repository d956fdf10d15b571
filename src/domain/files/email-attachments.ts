import { findBlock, type StoredFile } from './stored-file.ts'

/**
 * Maximum number of bytes of the files that one email contains as attachments, as they are stored. Encoded they are a third
 * more: most mail servers take 10 MiB.
 */
export const MAX_ATTACHED_BYTES = 5 * 1024 * 1024
/** Media types of pdf, png, jpg, txt and csv. Files of all others are links. */
const ATTACHED_TYPES: ReadonlySet<string> = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'text/plain',
  'text/csv',
])

/**
 * Chooses the files that an email contains as attachments, for a form whose owner wants that: in their order, each one that
 * still fits. A file that the scanner could not judge is a link at most.
 */
export function chooseAttachments<File extends Pick<StoredFile, 'type' | 'bytes' | 'scan'>>(
  files: readonly File[],
  { isScanRequired }: { isScanRequired: boolean },
): File[] {
  let left = MAX_ATTACHED_BYTES
  return files.filter((file) => {
    const isTrusted = findBlock(file, { isScanRequired }) === null && isScannedAsWanted(file)
    if (!isTrusted || !ATTACHED_TYPES.has(file.type) || file.bytes > left) return false
    left -= file.bytes
    return true
  })
}

/** Returns false where the instance scans files, and the scanner has not judged this one. */
export function isScannedAsWanted({ scan }: Pick<StoredFile, 'scan'>): boolean {
  return scan === 'none' || scan === 'clean'
}
