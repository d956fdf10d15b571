#!/usr/bin/env node
// Plain JavaScript that older versions of Node can run: it checks the version of Node, enables the compile cache, and only
// then loads TypeScript.
import { readFileSync } from 'node:fs'
import module from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const MIN_NODE = 24
const EXIT_CONFIG = 78

if (Number.parseInt(process.versions.node, 10) < MIN_NODE) {
  process.stderr.write(
    `Formslot needs Node ${MIN_NODE} or newer; this is Node ${process.versions.node}. ` +
      'In a checkout, "npm ci" installs one, which "npm start" uses.\n',
  )
  process.exit(EXIT_CONFIG)
}
// In node_modules, which belongs to the user who installed the packages. Without write access there is no cache.
module.enableCompileCache(path.join(import.meta.dirname, '../node_modules/.cache/formslot'))
if (import.meta.dirname.split(path.sep).includes('node_modules')) stripTypesOnLoad()
const { run } = await import('./command-line.ts')
process.exitCode = await run(process.argv.slice(2))

/** Strips types from our files below node_modules, where Node itself does not. */
function stripTypesOnLoad() {
  module.registerHooks({
    load(url, context, next) {
      if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context)
      return { format: 'module', source: stripTypes(fileURLToPath(url)), shortCircuit: true }
    },
  })
}

function stripTypes(file) {
  const warn = process.emitWarning
  // Suppresses the warning that stripping types is experimental.
  process.emitWarning = () => {}
  try {
    return module.stripTypeScriptTypes(readFileSync(file, 'utf8'))
  } finally {
    process.emitWarning = warn
  }
}
