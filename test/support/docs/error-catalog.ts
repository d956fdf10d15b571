import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ANYWHERE_REFUSALS } from '../../../src/http/kernel/refusals/anywhere.ts'
import { DELIVERY_REFUSALS } from '../../../src/http/kernel/refusals/deliveries.ts'
import type { Entry } from '../../../src/http/kernel/refusals/entry.ts'
import { FILE_REFUSALS } from '../../../src/http/kernel/refusals/files.ts'
import { FORM_REFUSALS } from '../../../src/http/kernel/refusals/forms.ts'
import { OWNER_REFUSALS } from '../../../src/http/kernel/refusals/owners.ts'
import { QUEUE_REFUSALS } from '../../../src/http/kernel/refusals/queues.ts'
import { TELEMETRY_REFUSALS } from '../../../src/http/kernel/refusals/telemetry.ts'

const FILE = path.resolve(import.meta.dirname, '../../../docs/errors.md')
const BEGIN = '<!-- errors: written by `npm run docs` -->'
const END = '<!-- end of errors -->'

const GROUPS: readonly [title: string, refusals: Readonly<Record<string, Entry>>][] = [
  ['Creating endpoints and sending forms', FORM_REFUSALS],
  ['Files', FILE_REFUSALS],
  ['Telemetry', TELEMETRY_REFUSALS],
  ['Queues', QUEUE_REFUSALS],
  ['Any request', ANYWHERE_REFUSALS],
  ['Owner API and sign-in', OWNER_REFUSALS],
  ['Destinations and emails', DELIVERY_REFUSALS],
]

/** The catalog of error codes as docs/errors.md shows it. */
export function errorCatalog(): string {
  return GROUPS.map(([title, refusals]) => {
    const entries = Object.entries(refusals).map(formatEntry)
    return [`## ${title}`, ...entries].join('\n\n')
  }).join('\n\n')
}

/** The catalog in the document now. */
export function writtenErrorCatalog(): string {
  const text = readFileSync(FILE, 'utf8')
  return text.slice(text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)).trim()
}

function formatEntry([code, { status, error, message, hint }]: [string, Entry]): string {
  return `### \`${code}\`\n\n**${status} ${error}.** ${message} ${markCode(hint)}`
}

/** Marks HTML in a hint as code, so that it stays text. */
function markCode(hint: string): string {
  return hint.replaceAll(/<[^>]+>/g, '`$&`')
}

if (import.meta.main) {
  const text = readFileSync(FILE, 'utf8')
  const before = text.slice(0, text.indexOf(BEGIN) + BEGIN.length)
  writeFileSync(FILE, `${before}\n\n${errorCatalog()}\n\n${text.slice(text.indexOf(END))}`)
}
