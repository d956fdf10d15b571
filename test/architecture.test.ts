import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import {
  countPerFolder,
  findArrowsUp,
  findCircles,
  findRoom,
  type Import,
  listImports,
  listSourceFiles,
  readRooms,
} from '../scripts/house/imports.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const MAX_FILES_PER_FOLDER = 25
/** Exists in packages alone. */
const BUILT = 'dist/'
const MAX_ARCHITECTURE_LINES = 120
const MAX_ARCHITECTURE_LINE_LENGTH = 200

const rooms = readRooms(ROOT)
const files = listSourceFiles(ROOT)
const imports = files.flatMap((file) => listImports(ROOT, file))

test('every file belongs to a room in ARCHITECTURE.md, and every room has files', () => {
  const used = new Set(files.map((file) => findRoom(file, rooms)?.name))
  assert.deepEqual(
    files.filter((file) => !findRoom(file, rooms)),
    [],
  )
  assert.deepEqual(
    rooms.filter(({ name }) => !used.has(name)),
    [],
  )
})

function isForbidden({ from, to, isType }: Import): boolean {
  const room = findRoom(from, rooms)
  const mayImport = room?.mayImport ?? []
  if (/^(src|dashboard|client\/src)\//.test(to)) {
    const isAllowed = mayImport.some((door) => door === to || (door.endsWith('/') && to.startsWith(door)))
    const target = findRoom(to, rooms)
    const mayReadTypes = isType === true && room?.mayImportTypes.includes(target?.name ?? '')
    return target !== room && !isAllowed && !mayReadTypes
  }
  const kind = to.startsWith('node:') ? 'node' : 'packages'
  return to !== 'package.json' && !mayImport.includes(kind) && !mayImport.includes(to)
}

test('a file imports only what the row of its room allows', () => {
  assert.deepEqual(imports.filter(isForbidden), [])
  assert.ok(imports.length > 1000, 'the imports were found')
})

test('actions import types of the store, and nothing else of it', () => {
  const from = 'src/actions/plans/change-plan.ts'
  const to = 'src/store/plans/account-plans.ts'
  assert.deepEqual(
    imports.filter((each) => each.from === from && each.to === to),
    [{ from, to, isType: true }],
  )
  assert.ok(isForbidden({ from, to, isType: false }))
  assert.ok(isForbidden({ from, to: 'src/store/engine/schema.ts', isType: true }), 'a room inside the store')
  assert.ok(isForbidden({ from: 'src/http/server.ts', to, isType: true }), 'another room')
})

test('a room imports only rooms below it in the table', () => {
  const up = findArrowsUp(imports, rooms).map(({ from, to }) => `${from} → ${to}`)
  assert.deepEqual(up, [])
})

test('no files import each other in a circle, types included', () => {
  assert.deepEqual(findCircles(imports), [])
})

test('finds circles and arrows up', () => {
  const circle = ['src/domain/b.ts', 'src/http/a.ts']
  const made = [
    { from: 'src/http/a.ts', to: 'src/domain/b.ts' },
    { from: 'src/domain/b.ts', to: 'src/http/a.ts' },
    { from: 'src/http/c.ts', to: 'src/http/a.ts' },
  ]
  assert.deepEqual(findCircles(made), [circle])
  assert.deepEqual(findArrowsUp(made, rooms), [{ from: 'src/domain/b.ts', to: 'src/http/a.ts' }])
})

test('ARCHITECTURE.md stays short enough to be read', () => {
  const lines = readFileSync(path.join(ROOT, 'ARCHITECTURE.md'), 'utf8').split('\n')
  assert.ok(lines.length <= MAX_ARCHITECTURE_LINES, `${lines.length} lines`)
  assert.deepEqual(
    lines.filter((line) => line.length > MAX_ARCHITECTURE_LINE_LENGTH),
    [],
  )
  const [picture = ''] = /```mermaid\n[^`]+```/.exec(lines.join('\n')) ?? []
  assert.equal(picture.match(/^ {2}\w+\["/gm)?.length, 12, 'boxes of the picture')
})

test('documents for readers of the code name files that exist', () => {
  for (const document of ['ARCHITECTURE.md', 'docs/ways.md', 'docs/invariants.md']) {
    const text = readFileSync(path.join(ROOT, document), 'utf8')
    const links = [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, to = '']) =>
      path.join(path.dirname(document), to),
    )
    const named = [...text.matchAll(/`((?:[\w-]+\/)+(?:[\w-]+\.tsx?)?)`/g)].map(([, name = '']) => name)
    assert.ok(links.length > 0)
    const alone = [...text.matchAll(/`([\w-]+\.tsx?)`/g)].map(([, name = '']) => name)
    const exists = (name: string) => existsSync(path.join(ROOT, name))
    const missing = [
      ...links.filter((link) => !exists(link)),
      ...named.filter((name) => name !== BUILT && !exists(name) && !exists(`src/${name}`)),
      ...alone.filter((name) => !files.some((file) => path.basename(file) === name)),
    ]
    assert.deepEqual(missing, [], document)
  }
})

test('no folder holds more than 25 files', () => {
  const large = countPerFolder(files)
    .filter((each) => each.files > MAX_FILES_PER_FOLDER)
    .map(({ folder }) => folder)
  assert.deepEqual(large, [])
})

test('rooms and files have meaningful names', () => {
  const empty = ['utils', 'helpers', 'common', 'types', 'lib', 'shared', 'manager', 'index']
  for (const file of files) {
    for (const part of file.replace(/\.tsx?$/, '').split('/')) assert.ok(!empty.includes(part), file)
  }
})
