import { DAY, HOUR } from '../time.ts'

/**
 * Maximum number of files of one submission under any plan. Their keys are that of the submission and the ones behind it, of
 * which each submission has thirty-two.
 */
export const MAX_FILES_PER_SUBMISSION = 20

/**
 * Result of the scan for malware. `none`: the instance scans nothing. `waiting`: not scanned yet. `too_large`: larger than the
 * scanner reads. `unreachable`: the scanner did not answer in time.
 */
export type ScanResult = 'none' | 'waiting' | 'clean' | 'found' | 'too_large' | 'unreachable'

/** A file that a visitor attached, without its bytes. */
export type AttachedFile = {
  /** Name of its form field. */
  field: string
  /** Its name, cleaned (`cleanFileName`): never a path. */
  name: string
  /** Media type that its bytes and its suffix say. */
  type: string
  bytes: number
  /** Hex. */
  sha256: string
  /** Where its bytes are stored (`FileStore`): random, independent of name and content. */
  place: string
  scan: ScanResult
}

/** A stored file. */
export type StoredFile = AttachedFile & {
  /** Key of its row. */
  key: number
  submissionKey: number
  /** Name of the malware that was found; null for all others. */
  malware: string | null
  /** Increased when its links are revoked: older ones no longer work. */
  linkVersion: number
}

/** Time until a file without a result is scanned again. */
export const RESCAN_MS = HOUR
/** The same for one that was too large: the scanner reads it only after its settings were changed. */
export const RESCAN_LARGE_MS = DAY
/** Time after which the bytes of a file with malware are deleted. */
export const MALWARE_DAYS = 7
/** Maximum number of emails about malware of later scans to one owner in a day: the first scan of old files can find many. */
export const MAX_MALWARE_EMAILS_PER_DAY = 5

/** Returns why nobody may fetch the file; null when they may. */
export function findBlock(
  { scan }: Pick<StoredFile, 'scan'>,
  { isScanRequired }: { isScanRequired: boolean },
): 'file_infected' | 'file_not_scanned' | null {
  if (scan === 'found') return 'file_infected'
  return isScanRequired && scan !== 'clean' ? 'file_not_scanned' : null
}

/** Time for which a link in an email leads to a file. */
export const EMAIL_LINK_DAYS = 7
/** Time for which a link in a webhook or a tool answer leads to a file. */
export const SHORT_LINK_MINUTES = 15

/** A link to one file, as its token says it. `until`: the end of the time for which it works. */
export type FileLink = { key: number; until: Date; linkVersion: number }
