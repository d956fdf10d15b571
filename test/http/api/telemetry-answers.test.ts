import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openContract } from '../../support/contract.ts'
import { signIn } from '../../support/owner.ts'
import { startService } from '../../support/service.ts'

test('what is documented of telemetry endpoints is what is answered', async () => {
  let roomy = true
  await using service = await startService({
    passing(point) {
      if (!roomy && point === 'before begin') throw new Error('unused')
    },
  })
  roomy = true
  const { check, notGiven } = openContract((await service.get('/openapi.json')).text)
  const ada = await signIn(service)
  assert.deepEqual(notGiven('telemetry'), [])
  assert.ok(ada && check)
})
