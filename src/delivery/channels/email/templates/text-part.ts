import { LANGUAGE_FACTS, type Language } from '../../../../domain/language.ts'
import type { Contents, Links, PrintedField } from './contents.ts'
import { defang } from './submitted-text.ts'

const RULE = '-'.repeat(60)
/** Submitted lines are indented and ours are not, so no content can imitate a line of the email. */
const NAME_INDENT = '  '
const VALUE_INDENT = '    '

/** Renders the email as plain text. Lines end in `\n`. */
export function textPart(contents: Contents): string {
  const { language, warning, omission, closing } = contents
  const show = contents.trust === 'confirmed' ? (text: string) => text : defang
  const above = [
    indent(contents.preview, NAME_INDENT),
    contents.heading,
    contents.opening,
    ...linksText(contents.top, language),
  ]
  const content = [
    warning,
    contents.facts.join('\n'),
    ...contents.fields.map((field) => fieldText(field, show)),
  ]
  const below = [omission, closing, ...linksText(contents.bottom, language), contents.imprint.join('\n')]
  return [above, content, below].map(paragraphs).join(`\n\n${RULE}\n\n`).concat('\n')
}

/** Prints a link below its label. */
export function linkText({ label, url }: { label: string; url: string }, language: Language): string {
  return `${label}${LANGUAGE_FACTS[language].colon.trimEnd()}\n${url}`
}

function linksText(links: Links | null, language: Language): (string | null)[] {
  if (!links) return []
  const { claim, open, stop, note } = links
  return [...[claim, open, stop].map((link) => link && linkText(link, language)), note]
}

function fieldText({ name, value, note }: PrintedField, show: (text: string) => string): string {
  const lines = [indent(show(name), NAME_INDENT), indent(show(value), VALUE_INDENT)]
  if (note !== null) lines.push(indent(note, VALUE_INDENT))
  return lines.join('\n')
}

function indent(text: string, by: string): string {
  return text.replace(/^(?=.)/gm, by)
}

function paragraphs(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join('\n\n')
}
