/** Formslot as `npm start` runs it, except that its first line of output is its address. */
import { enableCompileCache } from 'node:module'
import path from 'node:path'

enableCompileCache(path.join(import.meta.dirname, '../../node_modules/.cache/formslot'))
await import('./serve-formslot.ts')
