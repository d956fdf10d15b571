#!/usr/bin/env node
// Plain JavaScript that older versions of Node can read too: it says what is amiss, opens the cache of what was compiled
// before, and only then loads what has types.
import { readFileSync } from 'node:fs'
import module from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const OLDEST_NODE = 24
const EXIT_CONFIG = 78

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  process.stderr.write(
    `Formslot needs Node ${OLDEST_NODE} or newer, and this is ${process.versions.node}. ` +
      'In a checkout, "npm ci" brings one along, which "npm start" uses.\n',
  )
  process.exit(EXIT_CONFIG)
}
// Beside the packages: it belongs to whoever installed them. Where nothing may be written there is no cache.
module.enableCompileCache(path.join(import.meta.dirname, '../node_modules/.cache/formslot'))
if (import.meta.dirname.split(path.sep).includes('node_modules')) takeTypesOut()
const { run } = await import('./command-line.ts')
process.exitCode = await run(process.argv.slice(2))

/** Node takes the types out of what is loaded, but not of what was installed as a package. */
function takeTypesOut() {
  module.registerHooks({
    load(url, context, next) {
      if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context)
      return { format: 'module', source: withoutTypes(fileURLToPath(url)), shortCircuit: true }
    },
  })
}

function withoutTypes(file) {
  const warn = process.emitWarning
  // It says that it is experimental, to an operator who cannot do anything about it.
  process.emitWarning = () => {}
  try {
    return module.stripTypeScriptTypes(readFileSync(file, 'utf8'))
  } finally {
    process.emitWarning = warn
  }
}
