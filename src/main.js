#!/usr/bin/env node
// Plain JavaScript that older versions of Node can run: it checks the version of Node, sets the flags of the service, enables
// the compile cache, and only then loads the program.
import { existsSync } from 'node:fs'
import module from 'node:module'
import path from 'node:path'

const MIN_NODE = 24
const EXIT_CONFIG = 78
/** Keeps the garbage of requests small: without it, the service under load takes some 60 MiB more. */
const HEAP_FLAG = '--max-semi-space-size'
const HEAP_MIB = 8
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
if (command === 'serve' && !hasHeapFlag()) restartWithLessMemory()
// In node_modules, which belongs to the user who installed the packages. Without write access there is no cache.
module.enableCompileCache(path.join(import.meta.dirname, '../node_modules/.cache/formslot'))
// A package has the program without types in dist/. A checkout, too, after npm pack, and never runs it.
const isCheckout = existsSync(path.join(import.meta.dirname, 'command-line.ts'))
const { run } = await import(isCheckout ? './command-line.ts' : '../dist/command-line.js')
process.exitCode = await run(process.argv.slice(2))

/** Returns true when the flag was given by `npm start`, a unit file or the operator, with any value. */
function hasHeapFlag() {
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ')
  return given.replaceAll('_', '-').includes(HEAP_FLAG)
}

/**
 * Replaces this process, which keeps its id, with one that has the flag and the arenas: V8 and glibc read them only at their
 * start. Not on Windows.
 */
function restartWithLessMemory() {
  if (process.platform === 'win32') return
  const flags = [...process.execArgv, `${HEAP_FLAG}=${HEAP_MIB}`]
  process.execve(process.execPath, [process.execPath, ...flags, ...process.argv.slice(1)], {
    ...ARENAS,
    ...process.env,
  })
}
