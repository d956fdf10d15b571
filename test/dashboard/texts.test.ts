import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { listImports } from '../../scripts/house/imports.ts'
import { listNamespaces, readDashboardCatalog } from '../../src/locales/dashboard/catalogs.ts'
import { findWords } from '../support/dashboard/words-in-code.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const SOURCES = readdirSync(path.join(ROOT, 'dashboard/src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `dashboard/src/${file.replaceAll('\\', '/')}`)
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
  .filter((file) => !['dashboard/src/api/schema.ts', 'dashboard/src/language/messages.ts'].includes(file))
const CODE = new Map(SOURCES.map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')]))
const NAMESPACES = listNamespaces()
const KNOWN = readDashboardCatalog('en')
const MESSAGE = new RegExp(String.raw`'((${NAMESPACES.join('|')})\.[\w.]+)'`, 'g')
/** A part that is loaded on demand: its file, and behind its fallback the namespaces that are loaded with it. */
const PART =
  /import\(\s*'([^']+)'\s*\)\s*\.then\(\s*\(file\) => file\.\w+,?\s*\)(?:,\s*(?:null|LOADING|<\w+[^>]*\/>|<div[\s\S]*?<\/div>))?(?:,\s*\[([^\]]*)\])?/g
const ROUTE = /showing\(\s*\[([^\]]*)\],\s*\(\) =>\s*import\(\s*'([^']+)'/g

/** Modules that are loaded on demand, and are no components: each loads texts by itself where it needs any. */
const WITHOUT_TEXTS: readonly string[] = [
  'dashboard/src/screens/inbox/use-inbox.ts: ../submission/reply.ts',
  'dashboard/src/screens/telemetry/chart-section.tsx: ./chart-csv.ts',
  'dashboard/src/screens/telemetry/events-view.tsx: ../../api/telemetry/export-events.ts',
  'dashboard/src/shell/notifications/use-notifications.ts: ./renew-notifications.ts',
]

test('no words for people are left in the code of the dashboard', () => {
  const found = [...CODE].flatMap(([file, code]) => findWords(file, code).map((words) => `${file}: ${words}`))
  assert.deepEqual(found, [])
})

test('finds words in elements, attributes, properties, calls and templates', () => {
  const code = `
    const choice = { value: 'a', label: 'Any time' }
    export function Box({ count }: { count: number }) {
      const words = count === 1 ? 'one more' : \`\${count} more of them\`
      toast('Not saved')
      return <p className="flex gap-2" title="Delete"><b>Sign out</b> {words}</p>
    }`
  assert.deepEqual(findWords('box.tsx', code), [
    'Any time',
    'one more',
    'more of them',
    'Not saved',
    'Delete',
    'Sign out',
  ])
})

test('every message of the dashboard is used, and its name is never composed', () => {
  const used = new Set(
    [...CODE.values()].flatMap((code) => Array.from(code.matchAll(MESSAGE), ([, name]) => name)),
  )
  const known = [...KNOWN.keys()]
  assert.ok(known.length > 2500, 'the messages were found')
  assert.deepEqual(
    known.filter((name) => !used.has(name)),
    [],
  )
})

test('a part has the texts of all its files when it is shown: of its screen, or named where it is loaded', () => {
  const parts = [...CODE].flatMap(([file, code]) => [
    // A screen is loaded with the texts of its route.
    ...Array.from(code.replaceAll(ROUTE, '').matchAll(PART), ([, to = '', texts = '']) => ({
      file,
      to,
      texts,
    })),
    ...Array.from(code.matchAll(ROUTE), ([, texts = '', to = '']) => ({ file, to, texts })),
  ])
  const others = [...CODE].flatMap(([file, code]) =>
    Array.from(
      code
        .replaceAll(ROUTE, '')
        .replaceAll(PART, '')
        .matchAll(/\bimport\(\s*'([^']+)'/g),
      ([, to = '']) => `${file}: ${to}`,
    ),
  )
  assert.ok(parts.length > 50, 'the parts were found')
  assert.deepEqual(others.sort(), WITHOUT_TEXTS)
  const missing = parts.flatMap(({ file, to, texts }) => {
    const part = path.posix.join(path.posix.dirname(file), to)
    const there = new Set([
      'shell',
      ...findNamespaces(listStatic(file)),
      ...texts.matchAll(/'([\w-]+)'/g).map(([, name = '']) => name),
    ])
    return [...findNamespaces(listStatic(part))]
      .filter((name) => !there.has(name))
      .map((name) => `${file} loads ${to}: ${name}`)
  })
  assert.deepEqual(missing, [])
})

/** Lists a file and those that it imports, without those that it loads later. */
function listStatic(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !CODE.has(file)) return found
  found.add(file)
  const later = new Set(Array.from(CODE.get(file)?.matchAll(/\bimport\(\s*'([^']+)'/g) ?? [], ([, to]) => to))
  for (const { to } of listImports(ROOT, file)) {
    const relative = path.posix.relative(path.posix.dirname(file), to)
    if (!later.has(relative.startsWith('.') ? relative : `./${relative}`)) listStatic(to, found)
  }
  return found
}

function findNamespaces(files: Iterable<string>): Set<string> {
  const found = [...files].flatMap((file) => Array.from(CODE.get(file)?.matchAll(MESSAGE) ?? []))
  // Names of events look the same.
  return new Set(found.filter(([, name = '']) => KNOWN.has(name)).map(([, , namespace = '']) => namespace))
}
