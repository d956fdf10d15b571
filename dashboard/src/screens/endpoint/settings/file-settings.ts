import { listAcceptedKinds } from '../../../../../src/domain/files/accepted-kinds.ts'
import {
  FILE_GROUPS,
  FILE_KINDS,
  type FileKind,
  listGroup,
} from '../../../../../src/domain/files/file-kinds.ts'
import { language } from '../../../language/language.ts'
import { t } from '../../../language/texts.ts'
import type { SettingsPart } from '../../../shell/owned/settings-part.ts'

/** Settings about files as the owner edits them. Kinds are entries separated by spaces; empty texts are the default. */
export type FilesDraft = {
  'files.on': 'on' | 'off'
  'files.accept': string
  'files.max_files': string
  /** A size such as `5 MiB`. */
  'files.max_bytes': string
  'files.attach': 'attach' | 'link'
}

/** Bytes of each unit, from the largest; `B`, or `o` in French, follows. */
const UNITS = { Gi: 1024 ** 3, Mi: 1024 ** 2, Ki: 1024 } as const
const [BYTE, BYTES] = language === 'fr' ? ['o', 'octets'] : ['B', 'bytes']
/** `5`, `5 MiB`, `1,5 mb`, `500k`, `900 bytes`, `2 Mo`. People mean the units of this service, whatever they call them. */
const SIZE = /^(\d{1,15}(?:[.,]\d{1,6})?)\s*(?:([kmg])(?:i?[bo])?|(b)(?:ytes?)?|(o)(?:ctets?)?)?$/i
const BY_LETTER: Readonly<Record<string, number>> = {
  k: UNITS.Ki,
  m: UNITS.Mi,
  g: UNITS.Gi,
  b: 1,
  o: 1,
  '': UNITS.Mi,
}
/** Text for a list without a kind, which the service would take for the default. */
const NO_KINDS = 'none'
const DEFAULT_ENTRY = 'default'
/** The limit of the service for any plan. */
const MAX_FILES = 20
/** Decimal places with which a size is shown. */
const SIZE_DECIMALS = 2

/** Part of the settings of a form that is about files. */
export const FILES_PART: SettingsPart<'endpoints', FilesDraft> = {
  name: 'files',
  toDraft({ settings }) {
    const { on, accept, max_files, max_bytes, attach } = settings.files
    return {
      'files.on': on ? 'on' : 'off',
      'files.accept': accept.join(' '),
      'files.max_files': max_files === null ? '' : String(max_files),
      'files.max_bytes': max_bytes === null ? '' : toSizeText(max_bytes),
      'files.attach': attach ? 'attach' : 'link',
    }
  },
  toRequest: (draft) => ({
    files: {
      on: draft['files.on'] === 'on',
      accept: readEntries(draft['files.accept']),
      max_files: readNumber(draft['files.max_files']),
      max_bytes: readSize(draft['files.max_bytes']),
      attach: draft['files.attach'] === 'attach',
    },
  }),
  findFaults: findFileFaults,
}

/** Finds every fault at once. */
export function findFileFaults(draft: FilesDraft): Partial<Record<keyof FilesDraft, string>> {
  const [maxFiles, size] = [readNumber(draft['files.max_files']), readSize(draft['files.max_bytes'])]
  const isCount = maxFiles === null || (Number.isInteger(maxFiles) && maxFiles >= 1 && maxFiles <= MAX_FILES)
  return {
    ...(draft['files.accept'] === NO_KINDS ? { 'files.accept': t('endpoint.files.faults.kinds') } : {}),
    ...(isCount ? {} : { 'files.max_files': t('endpoint.files.faults.number', { most: String(MAX_FILES) }) }),
    ...(size === null || (Number.isSafeInteger(size) && size >= 1)
      ? {}
      : { 'files.max_bytes': t('endpoint.files.faults.size') }),
  }
}

/** Returns the kinds that a list of the draft names. */
export function listChosenKinds(accept: string): readonly FileKind[] {
  return accept === NO_KINDS ? [] : listAcceptedKinds(readEntries(accept))
}

/** Returns the list with these kinds put on it or taken off. */
export function chooseKinds(
  accept: string,
  { kinds, are }: { kinds: readonly FileKind[]; are: 'chosen' | 'left' },
): string {
  const chosen = new Set(listChosenKinds(accept))
  for (const kind of kinds) {
    if (are === 'chosen') chosen.add(kind)
    else chosen.delete(kind)
  }
  return writeEntries(chosen)
}

/** The list with which an owner begins to choose: the kinds of an empty one. */
export const FIRST_CHOICE = DEFAULT_ENTRY

/** Returns bytes; null for an empty text, NaN for one that is no size. A number alone is one of MiB. */
export function readSize(text: string): number | null {
  if (text.trim() === '') return null
  const [, amount = 'none', prefix, byte, octet] = SIZE.exec(text.trim()) ?? []
  const letter = prefix ?? byte ?? octet ?? ''
  return Math.round(Number(amount.replace(',', '.')) * (BY_LETTER[letter.toLowerCase()] ?? Number.NaN))
}

/** Returns the number that a text says; null for an empty text, NaN for one that is none. */
export function readNumber(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

/** Formats bytes in the largest unit that loses nothing. */
function toSizeText(bytes: number): string {
  for (const [unit, factor] of Object.entries(UNITS)) {
    const amount = Number((bytes / factor).toFixed(SIZE_DECIMALS))
    if (bytes >= factor && amount * factor === bytes) return `${amount} ${unit}${BYTE}`
  }
  return `${bytes} ${BYTES}`
}

function readEntries(accept: string): string[] {
  return accept.split(' ').filter((entry) => entry !== '' && entry !== NO_KINDS)
}

/** Names groups instead of each of their kinds, so that kinds that are added to a group later count, too. */
function writeEntries(chosen: ReadonlySet<FileKind>): string {
  const wholeGroups = FILE_GROUPS.filter((group) => listGroup(group).every((kind) => chosen.has(kind)))
  const isDefault = wholeGroups.length === FILE_GROUPS.length
  const singles = FILE_KINDS.filter(
    (kind) => chosen.has(kind) && !(kind.isDefault && wholeGroups.includes(kind.group)),
  )
  const entries = [
    ...(isDefault ? [DEFAULT_ENTRY] : wholeGroups),
    ...singles.map(({ suffixes }) => suffixes[0]),
  ]
  return entries.length === 0 ? NO_KINDS : entries.join(' ')
}
