import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { SETTINGS, type Setting } from '../../../src/config/settings.ts'

const FILE = path.resolve(import.meta.dirname, '../../../docs/self-hosting.md')
const BEGIN = '<!-- settings: written by `npm run docs` -->'
const END = '<!-- end of settings -->'

/** The table of settings as docs/self-hosting.md shows it. */
export function settingsTable(): string {
  const rows = Object.entries(SETTINGS as Record<string, Setting>).map(([name, setting]) => {
    const without = setting.without ?? (setting.fallback ? `\`${setting.fallback}\`` : 'none')
    const secret = setting.secret ? ` Or \`${name}_FILE\`.` : ''
    return `| \`${name}\` | ${cell(setting.meaning)}${secret} | ${cell(setting.expects)} | ${cell(without)} |`
  })
  return ['| setting | meaning | value | without it |', '|---|---|---|---|', ...rows].join('\n')
}

/** The table in the document now. */
export function writtenTable(): string {
  const text = readFileSync(FILE, 'utf8')
  return text.slice(text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)).trim()
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

if (import.meta.main) {
  const text = readFileSync(FILE, 'utf8')
  const before = text.slice(0, text.indexOf(BEGIN) + BEGIN.length)
  writeFileSync(FILE, `${before}\n\n${settingsTable()}\n\n${text.slice(text.indexOf(END))}`)
}
