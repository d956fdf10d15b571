import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadLater, loadRest } from '../../src/runtime/load-later.ts'

test('a module that was put off is loaded with the rest, before anybody uses it', async () => {
  const loaded: string[] = []
  const loadDocs = loadLater(async () => {
    loaded.push('docs')
    return { page: 'text' }
  })
  assert.deepEqual(loaded, [])
  await loadRest()
  assert.deepEqual(loaded, ['docs'])
  assert.deepEqual(await loadDocs(), { page: 'text' })
})
