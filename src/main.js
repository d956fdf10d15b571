#!/usr/bin/env node
// Plain JavaScript: a file with types would load what takes them out, before the cache of what is without is open.
import { enableCompileCache } from 'node:module'
import path from 'node:path'

// Beside the packages: it belongs to whoever installed them. Where nothing may be written there is no cache.
enableCompileCache(path.join(import.meta.dirname, '../node_modules/.cache/formslot'))
const { run } = await import('./command-line.ts')
process.exitCode = await run(process.argv.slice(2))
