/**
 * Runs test files in this process, one after the other.
 *
 *   node test/support/run/in-one-process.ts FILE…
 */
import path from 'node:path'
import { before, test } from 'node:test'

const loaded = Promise.withResolvers<void>()
// No test runs before all files are loaded, or the process could end in between.
before(() => loaded.promise)
for (const file of process.argv.slice(2))
  try {
    await import(path.resolve(file))
  } catch (error) {
    // The other files are not to blame.
    test(`loads ${file}`, () => Promise.reject(error))
  }
loaded.resolve()
