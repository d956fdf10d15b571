/**
 * Runs test files in this process, one after the other.
 *
 *   node test/support/run/in-one-process.ts FILE…
 */
import path from 'node:path'
import { before } from 'node:test'

const loaded = Promise.withResolvers<void>()
// No test runs before all files are loaded, or the process could end in between.
before(() => loaded.promise)
try {
  for (const file of process.argv.slice(2)) await import(path.resolve(file))
  loaded.resolve()
} catch (error) {
  loaded.reject(error)
  throw error
}
