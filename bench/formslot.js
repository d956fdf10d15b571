/** Formslot as `npm start` runs it, but its first line of output is its address, whichever port it took. */
import { enableCompileCache } from 'node:module'
import path from 'node:path'

enableCompileCache(path.join(import.meta.dirname, '../node_modules/.cache/formslot'))
await import('./serve-formslot.ts')
