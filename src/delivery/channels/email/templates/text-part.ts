import type { Contents, Links, PrintedField } from './contents.ts'
import { defang } from './defang.ts'

const RULE = '-'.repeat(60)
/** Submitted lines are indented and ours are not, so no content can imitate a line of the email. */
const NAME_INDENT = '  '
const VALUE_INDENT = '    '

/** Renders the email as plain text. Lines end in `\n`. */
export function textPart(contents: Contents): string {
  const { warning, omission, closing } = contents
  const show = contents.trust === 'confirmed' ? (text: string) => text : defang
  const above = [
    indent(contents.preview, NAME_INDENT),
    contents.heading,
    contents.opening,
    ...linksText(contents.top),
  ]
  const content = [
    warning,
    contents.facts.join('\n'),
    ...contents.fields.map((field) => fieldText(field, show)),
  ]
  const below = [omission, closing, ...linksText(contents.bottom), contents.imprint.join('\n')]
  return [above, content, below].map(paragraphs).join(`\n\n${RULE}\n\n`).concat('\n')
}

function linksText(links: Links | null): (string | null)[] {
  if (!links) return []
  const { claim, open, stop, note } = links
  return [...[claim, open, stop].map((link) => link && `${link.label}:\n${link.url}`), note]
}

function fieldText({ name, value, placeholder, note }: PrintedField, show: (text: string) => string): string {
  const lines = [indent(show(name), NAME_INDENT), indent(placeholder ?? show(value), VALUE_INDENT)]
  if (note !== null) lines.push(indent(note, VALUE_INDENT))
  return lines.join('\n')
}

function indent(text: string, by: string): string {
  return text.replace(/^(?=.)/gm, by)
}

function paragraphs(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join('\n\n')
}
