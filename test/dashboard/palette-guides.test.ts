import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { GUIDES as IN_PALETTE } from '../../dashboard/src/screens/palette/guides.ts'
import { GUIDES } from '../../src/http/pages/docs/docs-site.ts'

const DOCS = path.resolve(import.meta.dirname, '../../docs')

test('the palette finds every guide by its title', () => {
  const [start, ...others] = GUIDES.flatMap(({ files }) => files as readonly string[])
  assert.equal(start, 'start')
  assert.deepEqual(
    IN_PALETTE.filter(({ path }) => path.startsWith('/docs/')).map(({ path, title }) => [path, title]),
    others.map((file) => [`/docs/${file}`, readTitle(file)]),
  )
})

/** Reads the heading of a guide. */
function readTitle(file: string): string | undefined {
  return /^# (.+)$/m.exec(readFileSync(path.join(DOCS, `${file}.md`), 'utf8'))?.[1]
}
