/** Groups that an owner may name instead of suffixes. */
export const FILE_GROUPS = ['images', 'documents', 'audio', 'video', 'archives'] as const
export type FileGroup = (typeof FILE_GROUPS)[number]

/**
 * A kind of file. `suffixes`: the first is its name. `type`: media type that we state. `found`: types that its bytes may have,
 * as `sniffType` names them; `text` is text without a signature. `isDefault`: taken where the owner lists nothing; others are
 * taken only where they are listed.
 */
export type FileKind = {
  suffixes: readonly [string, ...string[]]
  type: string
  found: readonly [string, ...string[]]
  group: FileGroup
  isDefault: boolean
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument'

/** Kinds that are taken where the owner lists nothing. */
const DEFAULT_KINDS: readonly FileKind[] = [
  ...listKinds('images', [
    ['png', 'image/png', 'png apng'],
    ['jpg jpeg jfif', 'image/jpeg', 'jpg'],
    ['gif', 'image/gif', 'gif'],
    ['webp', 'image/webp', 'webp'],
    ['avif', 'image/avif', 'avif heic'],
    ['heic heif', 'image/heic', 'heic avif'],
  ]),
  ...listKinds('documents', [
    ['pdf', 'application/pdf', 'pdf'],
    ['txt', 'text/plain', 'text'],
    ['csv', 'text/csv', 'text'],
    ['docx', `${OFFICE}.wordprocessingml.document`, 'docx'],
    ['xlsx', `${OFFICE}.spreadsheetml.sheet`, 'xlsx'],
    ['pptx', `${OFFICE}.presentationml.presentation`, 'pptx'],
    ['odt', `${OPEN_DOCUMENT}.text`, 'odt'],
    ['ods', `${OPEN_DOCUMENT}.spreadsheet`, 'ods'],
    ['odp', `${OPEN_DOCUMENT}.presentation`, 'odp'],
  ]),
  ...listKinds('audio', [
    ['mp3', 'audio/mpeg', 'mp3'],
    ['m4a', 'audio/mp4', 'm4a m4b mp4'],
    ['wav', 'audio/wav', 'wav'],
  ]),
  ...listKinds('video', [
    ['mp4 m4v', 'video/mp4', 'mp4 m4v 3gp 3g2'],
    ['mov', 'video/quicktime', 'mov mp4'],
    ['webm', 'video/webm', 'webm'],
  ]),
  // A document is an archive, too; a Java program is one that runs.
  ...listKinds('archives', [['zip', 'application/zip', 'zip docx xlsx pptx odt ods odp iwork epub']]),
]

/** Kinds that are taken only where the owner lists them: office files with macros or that may have some, and rarer ones. */
const LISTED_KINDS: readonly FileKind[] = [
  ...listKinds('images', [
    ['tif tiff', 'image/tiff', 'tif'],
    ['bmp', 'image/bmp', 'bmp'],
    ['psd', 'image/vnd.adobe.photoshop', 'psd'],
  ]),
  ...listKinds('documents', [
    ['docm', 'application/vnd.ms-word.document.macroEnabled.12', 'docm docx'],
    ['xlsm', 'application/vnd.ms-excel.sheet.macroEnabled.12', 'xlsm xlsx'],
    ['pptm', 'application/vnd.ms-powerpoint.presentation.macroEnabled.12', 'pptm pptx'],
    ['doc', 'application/msword', 'cfb'],
    ['xls', 'application/vnd.ms-excel', 'cfb'],
    ['ppt', 'application/vnd.ms-powerpoint', 'cfb'],
    ['pages', 'application/vnd.apple.pages', 'iwork'],
    ['numbers', 'application/vnd.apple.numbers', 'iwork'],
    ['key', 'application/vnd.apple.keynote', 'iwork'],
    ['rtf', 'application/rtf', 'rtf'],
    ['epub', 'application/epub+zip', 'epub'],
    ['md', 'text/markdown', 'text'],
    ['json', 'application/json', 'text'],
    ['log', 'text/plain', 'text'],
    ['ics', 'text/calendar', 'text'],
    ['vcf', 'text/vcard', 'text'],
  ]),
  ...listKinds('audio', [
    ['ogg oga opus', 'audio/ogg', 'ogg oga opus spx'],
    ['flac', 'audio/flac', 'flac'],
    ['aac', 'audio/aac', 'aac'],
    ['weba', 'audio/webm', 'webm'],
  ]),
  ...listKinds('video', [
    ['avi', 'video/vnd.avi', 'avi'],
    ['mkv', 'video/matroska', 'mkv'],
    ['mpg mpeg', 'video/mpeg', 'mpg'],
    ['3gp', 'video/3gpp', '3gp 3g2 mp4'],
  ]),
  ...listKinds('archives', [
    ['7z', 'application/x-7z-compressed', '7z'],
    ['rar', 'application/vnd.rar', 'rar'],
    ['tar', 'application/x-tar', 'tar'],
    ['gz tgz', 'application/gzip', 'gz'],
  ]),
].map((kind) => ({ ...kind, isDefault: false }))

export const FILE_KINDS: readonly FileKind[] = [...DEFAULT_KINDS, ...LISTED_KINDS]

/** Suffixes that no form takes, by the reason. Unlisted ones are refused as unknown. */
const NEVER: readonly { reason: string; suffixes: string }[] = [
  {
    reason: 'a browser that opens one runs the scripts inside it',
    suffixes: 'html htm xhtml xht shtml mht mhtml svg svgz xml xsl xslt js mjs cjs css swf hta',
  },
  {
    reason: 'opening one runs it as a program',
    suffixes:
      'exe dll msi msix com bat cmd ps1 psm1 vbs vbe jse wsf wsh scr pif cpl lnk url scf reg jar class apk deb rpm app command sh bash py php phar pl rb cgi asp aspx jsp elf so dylib bin wasm chm',
  },
  { reason: 'it is the image of a disk, which hides programs', suffixes: 'iso img dmg vhd vhdx' },
]
const NEVER_REASONS: ReadonlyMap<string, string> = new Map(
  NEVER.flatMap(({ reason, suffixes }) => suffixes.split(' ').map((suffix) => [suffix, reason] as const)),
)

const BY_SUFFIX: ReadonlyMap<string, FileKind> = new Map(
  FILE_KINDS.flatMap((kind) => kind.suffixes.map((suffix) => [suffix, kind] as const)),
)

/** Returns the kind of a suffix in lower case; null where none is known. */
export function findFileKind(suffix: string): FileKind | null {
  return BY_SUFFIX.get(suffix) ?? null
}

/** Returns the reason for which no form takes files of a suffix, as a clause; null for any other suffix. */
export function findNeverReason(suffix: string): string | null {
  return NEVER_REASONS.get(suffix) ?? null
}

/** Returns the kinds of a group that are taken by default. */
export function listGroup(group: FileGroup): readonly FileKind[] {
  return DEFAULT_KINDS.filter((kind) => kind.group === group)
}

/** Returns the kinds that are taken where the owner lists nothing. */
export function listDefaultKinds(): readonly FileKind[] {
  return DEFAULT_KINDS
}

function listKinds(
  group: FileGroup,
  rows: readonly [suffixes: string, type: string, found: string][],
): FileKind[] {
  return rows.map(([suffixes, type, found]) => ({
    suffixes: splitWords(suffixes),
    type,
    found: splitWords(found),
    group,
    isDefault: true,
  }))
}

function splitWords(words: string): [string, ...string[]] {
  const [first = '', ...rest] = words.split(' ')
  return [first, ...rest]
}
