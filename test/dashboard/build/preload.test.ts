import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { builtDashboard, readChunks } from '../../support/browser/dashboard.ts'

const folder = await builtDashboard()
const chunks = await readChunks(folder)

/** Files that a chunk cannot run without: its own, and those of its imports. */
function listFiles(name: string, found = new Set<string>()): Set<string> {
  const { file, css = [], imports = [] } = chunks[name] ?? assert.fail(`${name} was not built`)
  if (found.has(file)) return found
  for (const own of [file, ...css]) found.add(own)
  for (const other of imports) listFiles(other, found)
  return found
}

/** Files of the build that a page names. */
function listNamed(page: string): string[] {
  const text = readFileSync(path.join(folder, page), 'utf8')
  return [...text.matchAll(/(?:href|src)="\/app\/([^"]+)"/g)].map(([, file = '']) => file)
}

for (const [page, needed] of [
  ['index.html', listFiles('index.html')],
  ['inbox.html', listFiles('index.html').union(listFiles('src/screens/inbox/inbox.tsx'))],
] as const) {
  test(`${page} names every file that it needs, so that none waits for another one`, () => {
    const named = listNamed(page)
    assert.deepEqual([...needed.difference(new Set(named))], [])
    assert.equal(new Set(named).size, named.length, 'none is named twice')
    // The script before the first paint is no chunk.
    const others = named.filter((file) => !needed.has(file))
    assert.equal(others.length, 1)
    assert.match(others[0] ?? '', /^assets\/before-paint-/)
    for (const file of named) assert.ok(existsSync(path.join(folder, file)), file)
  })
}

test('the inbox needs few files, which a browser loads six at a time', () => {
  assert.ok(listNamed('inbox.html').length <= 12, listNamed('inbox.html').join('\n'))
})
