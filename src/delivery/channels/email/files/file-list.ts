import * as quotedPrintable from 'nodemailer/lib/qp'
import { isScannedAsWanted } from '../../../../domain/files/email-attachments.ts'
import { findFileKind } from '../../../../domain/files/file-kinds.ts'
import { getFileSuffix } from '../../../../domain/files/file-name.ts'
import { findBlock, type StoredFile } from '../../../../domain/files/stored-file.ts'
import { formatBytes, formatInstant, LANGUAGE_FACTS, type Language } from '../../../../domain/language.ts'
import { textsIn } from '../../../../locales/texts.ts'
import { type Html, html, render } from '../../../../markup/html.ts'
import * as style from '../templates/html-style.ts'
import { inDirection, isolated, note } from '../templates/parts.ts'
import type { PrintedFiles } from '../templates/printed-files.ts'
import { defang, plainLine } from '../templates/submitted-text.ts'

/** A file as an email shows it. */
export type ListedFile = { name: string; bytes: number; state: FileState }

/**
 * `attached`: a part of the email. `link`: `isUnscanned` where the scanner has not judged it. `infected` and `locked`: nobody may
 * fetch it. `gone` and `damaged`: so its bytes were found when they were to be attached.
 */
export type FileState =
  | { kind: 'link'; url: string; isUnscanned: boolean }
  | { kind: 'attached' | 'infected' | 'locked' | 'gone' | 'damaged' }

/** Soft line breaks take three octets in each line of 76, and a little more where a word moves to the next line. */
const SOFT_BREAKS = 1.06
/** Kinds of files that are top-level domains, too: mail programs make a link of such a name, and it leads to a stranger. */
const LIKE_DOMAINS: ReadonlySet<string> = new Set(['zip', 'mov', 'md'])

/** Returns the state of a file that is not attached: a link, unless nobody may fetch it. */
export function toLinkState(
  file: Pick<StoredFile, 'scan'>,
  { url, isScanRequired }: { url: string; isScanRequired: boolean },
): FileState {
  switch (findBlock(file, { isScanRequired })) {
    case 'file_infected':
      return { kind: 'infected' }
    case 'file_not_scanned':
      return { kind: 'locked' }
    case null:
      return { kind: 'link', url, isUnscanned: !isScannedAsWanted(file) }
  }
}

/**
 * Prints the files of a submission for both parts of its email.
 *
 * @param list.linksEndAt end of the time for which the links work
 * @param list.isOwner the email is for the owner of the form
 */
export function printFiles(list: {
  language: Language
  files: readonly ListedFile[]
  linksEndAt: Date
  isOwner: boolean
}): Omit<PrintedFiles, 'attachments'> {
  const { language, files } = list
  const names = files.map(({ name }) => showName(name))
  const lines = describeLinks(list)
  const text = printText(language, files, lines)
  const printed = printHtml(language, files, lines)
  return {
    names: names.join(', '),
    text,
    html: printed,
    octets: countOctets(text) + countOctets(render(printed)),
  }
}

function printText(language: Language, files: readonly ListedFile[], links: string | null): string {
  const title = `${textsIn(language).emails.submission.files.title}${LANGUAGE_FACTS[language].colon.trimEnd()}`
  const blocks = files.map(({ name, bytes, state }) => {
    const said = describeState(language, state)
    // Only what was submitted is indented.
    const lines = [`  ${showName(name)}`, formatBytes(language, bytes), ...(said === null ? [] : [said])]
    return [...lines, ...(state.kind === 'link' ? [state.url] : [])].join('\n')
  })
  return [title, ...blocks, ...(links === null ? [] : [links])].join('\n\n')
}

function printHtml(language: Language, files: readonly ListedFile[], links: string | null): Html {
  const { title } = textsIn(language).emails.submission.files
  const rows = files.map(({ name, bytes, state }) => {
    const said = describeState(language, state)
    const link =
      state.kind === 'link'
        ? html`<a class="accent" href="${state.url}" rel="noopener noreferrer" style="${style.LINK}">${plainLine(name)}</a>`
        : showName(name)
    return html`<tr><td class="line" style="${inDirection(language, style.FILE)}">${isolated(link)}${said === null ? null : html`<div class="muted" style="${style.FILE_STATE}">${said}</div>`}</td><td class="muted line" style="${inDirection(language, style.FILE_SIZE)}">${isolated(formatBytes(language, bytes))}</td></tr>`
  })
  return html`<p class="muted" style="${inDirection(language, style.FILES)}">${title}</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.FILE_TABLE}">${rows}</table>
${links === null ? null : note(links)}`
}

/** Says until when the links work, and where the files are afterwards; null without a link. */
function describeLinks({
  language,
  files,
  linksEndAt,
  isOwner,
}: Parameters<typeof printFiles>[0]): string | null {
  if (!files.some(({ state }) => state.kind === 'link')) return null
  const words = textsIn(language).emails.submission.files
  const time = formatInstant(language, linksEndAt)
  return isOwner ? words.linksEnd({ time }) : words.linksEndForOthers({ time })
}

function describeState(language: Language, state: FileState): string | null {
  const words = textsIn(language).emails.submission.files
  if (state.kind === 'link') return state.isUnscanned ? words.unscanned : null
  return words[state.kind]
}

/** Returns the octets of a text in quoted-printable, with its soft line breaks. */
function countOctets(text: string): number {
  return Math.ceil(quotedPrintable.encode(text).length * SOFT_BREAKS)
}

/** Returns a name that no mail program turns into a link. Of a usual one nothing changes. */
function showName(name: string): string {
  const line = plainLine(name)
  const suffix = getFileSuffix(line)
  if (findFileKind(suffix) === null || LIKE_DOMAINS.has(suffix)) return defang(line)
  const dot = line.lastIndexOf('.')
  return defang(line.slice(0, dot)) + line.slice(dot)
}
