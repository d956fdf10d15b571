#!/usr/bin/env node
// Plain JavaScript that older versions of Node can run: it checks the version of Node, sets the flags of the service, enables
// the compile cache, and only then loads the program.
import { existsSync } from 'node:fs'
import module from 'node:module'
import path from 'node:path'

const MIN_NODE = 24
const EXIT_CONFIG = 78
/** Flags of V8, with the names by which an operator may have given another value. */
const HEAP_FLAGS = [
  // Keeps the garbage of requests small: without it, the service under load takes some 60 MiB more.
  { name: 'max-semi-space-size', flag: '--max-semi-space-size=8' },
  // Keeps V8 from taking the objects of requests that wait for a commit for long-lived ones: their garbage would take up to
  // 100 MiB until the next full collection.
  { name: 'allocation-site-pretenuring', flag: '--no-allocation-site-pretenuring' },
]
/** Keeps glibc from giving each thread an arena of its own: without it, the idle service takes some 5 MiB more. */
const ARENAS = { MALLOC_ARENA_MAX: '2' }

if (Number.parseInt(process.versions.node, 10) < MIN_NODE) {
  process.stderr.write(
    `Formslot needs Node ${MIN_NODE} or newer; this is Node ${process.versions.node}. ` +
      'In a checkout, "npm ci" installs one, which "npm start" uses.\n',
  )
  process.exit(EXIT_CONFIG)
}
const [, , command = 'serve'] = process.argv
const missing = listMissingFlags()
if (command === 'serve' && missing.length > 0) restartWithLessMemory(missing)
// In node_modules, which belongs to the user who installed the packages. Without write access there is no cache.
module.enableCompileCache(path.join(import.meta.dirname, '../node_modules/.cache/formslot'))
// A package has the program without types in dist/. A checkout, too, after npm pack, and never runs it.
const isCheckout = existsSync(path.join(import.meta.dirname, 'command-line.ts'))
const { run } = await import(isCheckout ? './command-line.ts' : '../dist/command-line.js')
process.exitCode = await run(process.argv.slice(2))

/** Lists the flags that neither `npm start` nor a unit file nor the operator gave, with any value. */
function listMissingFlags() {
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ').replaceAll('_', '-')
  return HEAP_FLAGS.filter(({ name }) => !given.includes(name)).map(({ flag }) => flag)
}

/**
 * Replaces this process, which keeps its id, with one that has the flags and the arenas: V8 and glibc read them only at their
 * start. Not on Windows.
 */
function restartWithLessMemory(flags) {
  if (process.platform === 'win32') return
  const args = [...process.execArgv, ...flags, ...process.argv.slice(1)]
  process.execve(process.execPath, [process.execPath, ...args], { ...ARENAS, ...process.env })
}
