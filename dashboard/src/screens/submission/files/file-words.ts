import { type FileGroup, findFileKind } from '../../../../../src/domain/files/file-kinds.ts'
import type { AttachedFile } from '../../../api/submissions/files.ts'
import { bytesText } from '../../../controls/numbers.ts'
import { type FilledKey, t } from '../../../language/texts.ts'

/** Types that are shown; all others are downloaded. */
const SHOWN_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
/** Larger pictures are downloaded to be viewed. */
export const MAX_SHOWN_BYTES = 10 * 1024 ** 2

const GROUP_WORDS = {
  images: 'submission.files.image',
  documents: 'submission.files.document',
  audio: 'submission.files.audio',
  video: 'submission.files.video',
  archives: 'submission.files.archive',
} as const satisfies Record<FileGroup, FilledKey>
/**
 * Characters that nobody sees, and that change the order in which others are shown: a name that ends in `exe` must not look as
 * if it ended in `pdf`. The service removes them; a name from elsewhere may have some.
 */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** Returns the name of a file with invisible characters as text: `report[U+202E]fdp.exe`. */
export function toShownName(name: string): string {
  return name.replace(INVISIBLE, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    return `[U+${code}]`
  })
}

/** "PDF document, 1.2 MiB" */
export function describeFile({ name, type, bytes }: Pick<AttachedFile, 'name' | 'type' | 'bytes'>): string {
  const suffix = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const kind = findFileKind(suffix)
  const size = bytesText(bytes)
  return kind?.type === type
    ? t(GROUP_WORDS[kind.group], { suffix: suffix.toUpperCase(), size })
    : t('submission.files.other', { type, size })
}

/** Returns true for a picture that the dashboard can show. */
export function isPicture({ type, scan }: Pick<AttachedFile, 'type' | 'scan'>): boolean {
  return SHOWN_TYPES.includes(type) && scan !== 'found'
}

/** A sentence about the scan for malware; null where there is nothing to say. */
export function describeScan({ scan, malware }: Pick<AttachedFile, 'scan' | 'malware'>): {
  words: string
  tone: 'quiet' | 'warn' | 'bad'
} | null {
  switch (scan) {
    case 'none':
      return null
    case 'clean':
      return { words: t('submission.scan.clean'), tone: 'quiet' }
    case 'waiting':
      return { words: t('submission.scan.waiting'), tone: 'quiet' }
    case 'too_large':
      return { words: t('submission.scan.tooLarge'), tone: 'warn' }
    case 'unreachable':
      return { words: t('submission.scan.unreachable'), tone: 'warn' }
    case 'found':
      return {
        words: malware === null ? t('submission.scan.found') : t('submission.scan.foundNamed', { malware }),
        tone: 'bad',
      }
  }
}
