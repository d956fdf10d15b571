import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { LANGUAGES } from '../src/domain/language.ts'
import { listNamespaces, readDashboardCatalog } from '../src/locales/dashboard/catalogs.ts'
import { listArguments } from '../src/locales/message.ts'
import { LIMITS, readCatalog } from '../src/locales/texts.ts'

/**
 * Writes the types of the arguments that messages take in `src/locales/`, so that the compiler finds a call without one, and the
 * names of the messages of the dashboard. `npm run messages` writes the files; `npm run check` fails when one differs from what
 * would be written.
 */
const ROOT = path.join(import.meta.dirname, '..')

const files = {
  'src/locales/arguments.ts': `// Generated from src/locales/*.json by \`npm run messages\`. Do not edit.
/** Arguments of messages by their paths, in all languages together. */
export type Arguments = {
${listTypes(LANGUAGES.map(readCatalog))}
}
`,
  'dashboard/src/language/messages.ts': `// Generated from src/locales/dashboard/ by \`npm run messages\`. Do not edit.
/** A folder of \`screens/\`, \`owned\` for \`shell/owned\` and \`shell/keys\`, \`shell\` for everything else. */
export type Namespace =
${listNamespaces()
  .map((name) => `  | '${name}'`)
  .join('\n')}

/** Messages of the dashboard by name, with their arguments in all languages together; null: none. */
export type Messages = {
${listTypes(LANGUAGES.map(readDashboardCatalog), 'null')}
}
`,
}
for (const [file, content] of Object.entries(files)) {
  const place = path.join(ROOT, file)
  if (process.argv[2] !== 'check') writeFileSync(place, content)
  else if (readFileSync(place, 'utf8') !== content) {
    console.error(`${file} does not match the messages. Run \`npm run messages\` and commit the file.`)
    process.exitCode = 1
  }
}

/**
 * Lists messages by name with the types of their arguments.
 *
 * @param none type of messages without arguments; they are left out without it
 */
function listTypes(catalogs: readonly ReadonlyMap<string, string>[], none?: string): string {
  const taken = new Map<string, Map<string, string>>()
  for (const catalog of catalogs) {
    for (const [name, text] of catalog) {
      if (none !== undefined) taken.set(name, taken.get(name) ?? new Map())
      for (const [argument, type] of listArguments(text)) {
        if (argument in LIMITS) continue
        taken.set(name, (taken.get(name) ?? new Map()).set(argument, type))
      }
    }
  }
  const lines = [...taken].map(([name, types]) => {
    const members = [...types].sort().map(([argument, type]) => `${argument}: ${type}`)
    return `  '${name}': ${members.length === 0 ? none : `{ ${members.join('; ')} }`}`
  })
  return lines.join('\n')
}
