import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { builtDashboard, type Chunk, readChunks } from '../../support/browser/dashboard.ts'

const KIB = 1024
const FIRST_LOAD = 190 * KIB
const STYLES = 20 * KIB
const ONE_SCREEN = 40 * KIB

const folder = await builtDashboard()
const chunks = await readChunks(folder)
const entry = Object.keys(chunks).filter((name) => chunks[name]?.isEntry)

/** A piece and all that it cannot run without. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (!found.has(name)) {
    found.add(name)
    for (const other of chunks[name]?.imports ?? []) withImports(other, found)
  }
  return found
}

/** As they travel to a browser that takes gzip and nothing better. */
function gzipped(names: Iterable<string>, getFiles: (chunk: Chunk) => string[]): number {
  const files = new Set([...names].flatMap((name) => (chunks[name] ? getFiles(chunks[name]) : [])))
  return [...files].reduce((sum, file) => sum + statSync(path.join(folder, `${file}.gz`)).size, 0)
}

const script = (chunk: Chunk) => [chunk.file]
const styles = (chunk: Chunk) => chunk.css ?? []
const firstLoad = withImports(entry[0] ?? '')

test('the dashboard loads at most 190 KiB of script at first', () => {
  assert.equal(entry.length, 1)
  const size = gzipped(firstLoad, script)
  assert.ok(size > 60 * KIB, 'the framework was counted')
  assert.ok(size <= FIRST_LOAD, `${(size / KIB).toFixed(1)} KiB`)
})

test('all styles together are at most 20 KiB', () => {
  const size = gzipped(Object.keys(chunks), styles)
  assert.ok(size > KIB, 'the styles were counted')
  assert.ok(size <= STYLES, `${(size / KIB).toFixed(1)} KiB`)
})

test('no screen loads more than 40 KiB of its own', () => {
  const screens = Object.keys(chunks).filter((name) => name.startsWith('src/screens/'))
  assert.ok(screens.length >= 8)
  for (const screen of screens) {
    // A part that a screen fetches later finds that screen there.
    const before = screens.filter((other) => chunks[other]?.dynamicImports?.includes(screen))
    const there = before.reduce((found, other) => found.union(withImports(other)), firstLoad)
    const own = withImports(screen).difference(there)
    const size = gzipped(own, script)
    assert.ok(size > 0 && size <= ONE_SCREEN, `${screen}: ${(size / KIB).toFixed(1)} KiB`)
  }
})
