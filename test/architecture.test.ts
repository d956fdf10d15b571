import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const ROOT = path.resolve(import.meta.dirname, '..')
/** `import … from '…'` and `import '…'`, also over several lines. */
const IMPORT = /^import\s(?:[^'"]*?from\s)?'([^']+)'/gm
const IMPORT_LATER = /\bimport\(\s*'([^']+)'\s*\)/g
/** A text of several lines, which may show code of other people: snippets do. */
const WRITTEN_TEXT = /`(?:[^`\\]|\\.)*`/gs
const EXPORT_FROM = /^export\s(?:type\s)?\{[^}]*\}\s*from\s'([^']+)'/gm

/** The table of ARCHITECTURE.md: which room may import which rooms or files. */
function doors(): Map<string, string[]> {
  const text = readFileSync(path.join(ROOT, 'ARCHITECTURE.md'), 'utf8')
  const rows = [...text.matchAll(/^\| `([^`]+)`\s*\|[^|\n]*\|([^|\n]*)\|$/gm)]
  return new Map(
    rows.map(([, room = '', may = '']) => [
      room,
      [...may.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    ]),
  )
}

/** The row of the table that a file under src belongs to: its room, or the file itself where it stands alone. */
function roomOf(file: string, table: Map<string, string[]>): string | undefined {
  const rows = [...table.keys()].filter((row) => file === row || (row.endsWith('/') && file.startsWith(row)))
  return rows.sort((one, other) => other.length - one.length)[0]
}

function sourceFiles(): string[] {
  const places = ['src', 'dashboard/src'].flatMap((place) =>
    readdirSync(path.join(ROOT, place), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${place}/${file.replaceAll('\\', '/')}`,
    ),
  )
  return [...places, 'dashboard/vite.config.ts'].filter((file) => /\.tsx?$/.test(file))
}

function importsOf(file: string): string[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8').replace(WRITTEN_TEXT, '``')
  const found = [IMPORT, IMPORT_LATER, EXPORT_FROM].flatMap((way) =>
    [...text.matchAll(way)].map(([, name = '']) => name),
  )
  return [...new Set(found)]
}

test('the table of ARCHITECTURE.md has a row for every file, and no row without files', () => {
  const table = doors()
  const used = new Set<string>()
  for (const file of sourceFiles()) {
    const room = roomOf(file, table)
    assert.ok(room, `${file} stands in no room of the table`)
    used.add(room)
  }
  assert.deepEqual(
    [...table.keys()].filter((row) => !used.has(row)),
    [],
  )
})

test('no file imports through a door that is not in the table', () => {
  const table = doors()
  const wrong: string[] = []
  let seen = 0
  for (const file of sourceFiles()) {
    const room = roomOf(file, table)
    const may = table.get(room ?? '') ?? []
    for (const name of importsOf(file)) {
      seen += 1
      if (!name.startsWith('.')) {
        const kind = name.startsWith('node:') ? 'node' : 'packages'
        if (!may.includes(kind) && !may.includes(name)) wrong.push(`${file} imports ${name}`)
        continue
      }
      const target = path.posix.join(path.posix.dirname(file), name)
      const targetRoom = roomOf(target, table)
      const open =
        targetRoom === room ||
        may.some((door) => door === target || (door.endsWith('/') && target.startsWith(door)))
      if (!open && target !== 'package.json') wrong.push(`${file} imports ${target}`)
    }
  }
  assert.deepEqual(wrong, [])
  assert.ok(seen > 200, 'the imports were found')
})

test('no room and no file has a name that says nothing', () => {
  const empty = ['utils', 'helpers', 'common', 'types', 'lib', 'shared', 'manager', 'index']
  for (const file of sourceFiles()) {
    for (const part of file.replace(/\.tsx?$/, '').split('/')) assert.ok(!empty.includes(part), file)
  }
})
