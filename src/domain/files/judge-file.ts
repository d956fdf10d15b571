import { listAcceptedKinds } from './accepted-kinds.ts'
import { type FileKind, findFileKind, findNeverReason } from './file-kinds.ts'
import { getFileSuffix } from './file-name.ts'
import { findDanger, isText } from './first-bytes.ts'

/** Number of first bytes of a file by which it is judged. */
export const JUDGED_HEAD_BYTES = 4100

export type FileJudgement = { kind: 'accepted'; type: string } | { kind: 'refused'; message: string }

/** Types whose signature is text: a file of text that begins so is one of them. Short signatures are met by chance. */
const TEXT_SIGNATURES: ReadonlySet<string> = new Set(['pdf', 'rtf', 'ps', 'eps'])

/** Words for types that are not simply a file of their name. */
const FOUND_WORDS: Readonly<Record<string, string>> = {
  markup: 'a web page or another document that a browser runs',
  script: 'a script',
  program: 'a program',
  exe: 'a program',
  elf: 'a program',
  macho: 'a program',
  class: 'a program',
  jar: 'a Java program',
  apk: 'an Android app',
  dmg: 'the image of a disk',
  iso: 'the image of a disk',
  xml: 'an XML document',
  text: 'text',
  zip: 'a ZIP archive',
  gz: 'a GZIP archive',
  docm: 'a Word document with macros',
  xlsm: 'an Excel workbook with macros',
  pptm: 'a PowerPoint presentation with macros',
  macros: 'a document with macros',
  cfb: 'an old or password-protected Office document',
  iwork: 'a document of Pages, Numbers or Keynote',
}

/**
 * Judges a file by its name and its bytes: the form must take files of its suffix, and its bytes must be of a type that the
 * suffix names. The type that a browser states is not asked.
 *
 * @param file.name the name as `cleanFileName` returns it
 * @param file.sniffed the type that the bytes have, as `sniffType` names it; null where it knows none
 * @param file.head the first bytes, up to `JUDGED_HEAD_BYTES`
 * @param file.accept the list of the form's settings
 */
export function judgeFile(file: {
  name: string
  sniffed: string | null
  head: Uint8Array
  accept: readonly string[]
}): FileJudgement {
  const kinds = listAcceptedKinds(file.accept)
  const refuse = (problem: string): FileJudgement => ({
    kind: 'refused',
    message: `${problem} ${describeAccepted(kinds)}`,
  })
  const shown = `The file "${file.name}"`
  const suffix = getFileSuffix(file.name)
  const kind = findFileKind(suffix)
  if (file.head.length === 0) return refuse(`${shown} is empty.`)
  const danger = findDanger(file.head)
  if (danger !== null) return refuse(`${shown} is ${FOUND_WORDS[danger]}, which is never accepted.`)
  if (kind === null || !kinds.includes(kind)) return refuse(explainSuffix(shown, suffix))
  if (!hasRightBytes(kind, file)) return refuse(explainBytes(shown, suffix, file))
  return { kind: 'accepted', type: kind.type }
}

function hasRightBytes(kind: FileKind, file: { sniffed: string | null; head: Uint8Array }): boolean {
  if (!kind.found.includes('text')) return file.sniffed !== null && kind.found.includes(file.sniffed)
  return isText(file.head) && !TEXT_SIGNATURES.has(file.sniffed ?? '')
}

function explainSuffix(shown: string, suffix: string): string {
  const reason = findNeverReason(suffix)
  if (reason !== null) return `${shown} is of the type ${suffix}, which is never accepted: ${reason}.`
  if (suffix === '') return `${shown} has no ending such as ".pdf" that says its type.`
  return `${shown} is of the type ${suffix}, which this form does not accept.`
}

function explainBytes(
  shown: string,
  suffix: string,
  file: { sniffed: string | null; head: Uint8Array },
): string {
  const found = file.sniffed ?? (isText(file.head) ? 'text' : null)
  if (found === null)
    return `${shown} is damaged or is not a ${suffix} file: its contents are of no known type.`
  const words = FOUND_WORDS[found] ?? `a file of the type ${found}`
  return `${shown} is named as a ${suffix} file, but contains ${words}.`
}

function describeAccepted(kinds: readonly FileKind[]): string {
  const names = kinds.map(({ suffixes }) => suffixes[0])
  const last = names.pop()
  if (last === undefined) return 'This form accepts no kind of file.'
  return `This form accepts ${names.length === 0 ? last : `${names.join(', ')} and ${last}`} files.`
}
