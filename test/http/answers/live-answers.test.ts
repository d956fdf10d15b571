import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_STREAMS } from '../../../src/domain/accounts/stream.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { openContract } from '../../support/service/contract.ts'
import { follow } from '../../support/service/event-stream.ts'
import { startService } from '../../support/service/service.ts'

test('the event stream matches the OpenAPI document', async () => {
  await using service = await startService()
  const { check, notGiven } = openContract((await service.get('/openapi.json')).text)
  const ada = await signIn(service)
  await using open = new AsyncDisposableStack()
  for (let count = 0; count < MAX_STREAMS; count += 1) {
    const stream = open.use(await follow(`${service.base}/api/v1/stream`, { cookie: ada.cookie }))
    const { status, headers } = stream
    check('get', '/api/v1/stream', { status, headers, text: 'event: ready', json: {} })
  }
  check('get', '/api/v1/stream', await ada.get('/stream'))
  assert.deepEqual(notGiven('live'), [])
})
