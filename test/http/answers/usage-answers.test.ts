import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownerWithFiles, PNG } from '../../support/fixtures/files.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { openContract } from '../../support/service/contract.ts'
import { startService } from '../../support/service/service.ts'

test('usage responses match the OpenAPI document', async () => {
  await using service = await startService()
  const { check, notGiven } = openContract((await service.get('/openapi.json')).text)
  const ada = await signIn(service)
  check('get', '/api/v1/usage', await ada.get('/usage'))
  check('get', '/api/v1/usage', await ada.get('/usage?month=2026-10'))
  assert.deepEqual(notGiven('usage'), [])
})

test('usage counts the bytes of stored files, each at least 4 KiB', async () => {
  await using service = await startService()
  const { owner, attach } = await ownerWithFiles(service)
  const getStored = async () => (await owner.get('/usage')).json.stored_bytes
  assert.deepEqual(await getStored(), { used: 0, limit: 50 * 1024 ** 2 })
  const sent = await attach([
    ['message', 'with two files'],
    ['cv', ['one.png', PNG]],
    ['cv', ['two.png', PNG]],
  ])
  assert.equal(sent.status, 200, sent.text)
  assert.deepEqual(await getStored(), { used: 8192, limit: 50 * 1024 ** 2 })
})
