import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { scoreSubmission } from '../../../src/domain/spam/score.ts'
import { NO_SIGHTINGS } from '../../../src/domain/spam/sightings.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
/** Documents and sources that show what to send. */
const PLACES = [
  'README.md',
  'docs/*.md',
  'src/snippets/**/*.ts',
  'src/http/{docs,endpoints,forms,schema,submissions}/**/*.ts',
  'client/src/**/*.ts',
]
/** Fields of commands, bodies and forms: `-d name=Bo`, `"name":"Bo"`, `name="Bo"`, `'name=Bo'`, `name='Bo'`, `name: 'Bo'`. */
const EXAMPLES = [
  /-d "?(?<name>[\w.-]+)=(?<value>[^"'\s]+)/g,
  /"(?<name>\w+)": ?"(?<value>[^"]*)"/g,
  /'(?<name>[\w.-]+)=(?<value>[^']+)'/g,
  /\b(?<name>email|name|message|subject|phone)(?:=|: )(?<quote>["'])(?<value>[^"'`]*)\k<quote>/g,
  /\b(?<name>email|name|message)=(?<value>[^\s"'`&$<>\\{}]+)/g,
]

test('nothing in the examples of the documents and snippets looks like spam', () => {
  const files = globSync(PLACES, { cwd: ROOT })
  const examples = files.flatMap((file) =>
    readFileSync(path.join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line) => {
        const found = EXAMPLES.flatMap((pattern) => [...line.matchAll(pattern)])
        const fields = found.map(({ groups }) => ({ name: groups?.name ?? '', value: groups?.value ?? '' }))
        return fields.length === 0 ? [] : [{ fields, line: `${file}: ${line}` }]
      }),
  )
  assert.ok(examples.length > 120, String(examples.length))
  for (const { fields, line } of examples) {
    const { score, reasons } = scoreSubmission({
      fields,
      elapsedMs: null,
      proof: { kind: 'not_asked' },
      lists: null,
      rememberedScripts: 'L'.repeat(50),
      sightings: NO_SIGHTINGS,
    })
    assert.ok(score < 1, `${score} ${reasons}: ${line}`)
  }
})
