import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { WEB_KIND_NAMES, WEB_KINDS } from '../../../src/domain/destinations/web-kinds.ts'

const FILE = path.resolve(import.meta.dirname, '../../../docs/webhooks.md')
const BEGIN = '<!-- kinds: written by `npm run docs` -->'
const END = '<!-- end of kinds -->'

/** The kinds of chats as docs/webhooks.md shows them. */
export function kindSections(): string {
  return WEB_KIND_NAMES.filter((kind) => kind !== 'webhook')
    .map((kind) => {
      const { name, example, help, limits, disabledBy } = WEB_KINDS[kind]
      const request = `\`\`\`json\n{"kind":"${kind}","url":"${example}"}\n\`\`\``
      return `### ${name}\n\n${help} ${limits} Disabled by ${disabledBy.join(', ')}.\n\n${request}`
    })
    .join('\n\n')
}

/** Those sections in the document now. */
export function writtenKindSections(): string {
  const text = readFileSync(FILE, 'utf8')
  return text.slice(text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)).trim()
}

if (import.meta.main) {
  const text = readFileSync(FILE, 'utf8')
  const before = text.slice(0, text.indexOf(BEGIN) + BEGIN.length)
  writeFileSync(FILE, `${before}\n\n${kindSections()}\n\n${text.slice(text.indexOf(END))}`)
}
