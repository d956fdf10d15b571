import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composeOnce } from '../../../src/http/docs/publish.ts'

test('composes a document once, and again after a failure', async () => {
  let attempts = 0
  const compose = composeOnce(async () => {
    attempts += 1
    if (attempts === 1) throw new Error('the file could not be read')
    return 'document'
  })
  await assert.rejects(compose(), /could not be read/)
  assert.equal(await compose(), 'document')
  assert.equal(await compose(), 'document')
  assert.equal(attempts, 2)
})
