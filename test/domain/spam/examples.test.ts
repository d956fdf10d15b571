import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { scoreSubmission } from '../../../src/domain/spam/score.ts'
import { NO_SIGHTINGS } from '../../../src/domain/spam/sightings.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
/** Fields of the commands, bodies and forms of the documents and snippets: `-d name=Bo`, `"name":"Bo"`, `name=Bo`. */
const EXAMPLES = /-d "?([\w.-]+)=([^"\s]+)|"(\w+)": ?"([^"]*)"|\b(email|name|message)="([^"]*)"/g

test('nothing in the examples of the documents and snippets looks like spam', () => {
  const files = ['docs', 'src/snippets'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder))
      .filter((name) => /\.(md|ts)$/.test(name))
      .map((name) => path.join(ROOT, folder, name)),
  )
  const examples = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const fields = [...line.matchAll(EXAMPLES)].map(([, a, b, c, d, e, f]) => ({
          name: a ?? c ?? e ?? '',
          value: b ?? d ?? f ?? '',
        }))
        return fields.length === 0 ? [] : [{ fields, line: `${path.basename(file)}: ${line}` }]
      }),
  )
  assert.ok(examples.length > 50, String(examples.length))
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
