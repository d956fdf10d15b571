import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { LANGUAGES } from '../src/domain/language.ts'
import { listArguments } from '../src/locales/message.ts'
import { LIMITS, readCatalog } from '../src/locales/texts.ts'

/**
 * Writes the types of the arguments that messages take in `src/locales/*.json`, so that the compiler finds a call without
 * one. `npm run messages` writes the file; `npm run check` fails when it differs from what would be written.
 */
const FILE = 'src/locales/arguments.ts'
const PLACE = path.join(import.meta.dirname, '..', FILE)

const taken = new Map<string, Map<string, string>>()
for (const language of LANGUAGES) {
  for (const [name, text] of readCatalog(language)) {
    for (const [argument, type] of listArguments(text)) {
      if (argument in LIMITS) continue
      taken.set(name, (taken.get(name) ?? new Map()).set(argument, type))
    }
  }
}
const lines = [...taken].map(([name, types]) => {
  const members = [...types].sort().map(([argument, type]) => `${argument}: ${type}`)
  return `  '${name}': { ${members.join('; ')} }`
})
const content = `// Generated from src/locales/*.json by \`npm run messages\`. Do not edit.
/** Arguments of messages by their paths, in all languages together. */
export type Arguments = {
${lines.join('\n')}
}
`
if (process.argv[2] !== 'check') writeFileSync(PLACE, content)
else if (readFileSync(PLACE, 'utf8') !== content) {
  console.error(`${FILE} does not match the messages. Run \`npm run messages\` and commit the file.`)
  process.exitCode = 1
}
