import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreUnavailable } from '../../../src/store/contract/errors.ts'
import { startService } from '../../support/service/service.ts'

test('answers a write that the store refuses for an overload with 503 and Retry-After', async () => {
  let overloaded = false
  await using service = await startService({
    failpoint(point) {
      if (overloaded && point === 'before begin') throw new StoreUnavailable('overloaded')
    },
  })
  const { endpoint_url: form } = await service.createEndpoint()
  overloaded = true
  const refused = await service.post(form, { form: { message: 'hello' } })
  assert.equal(refused.status, 503)
  assert.equal(refused.json.code, 'store_busy')
  assert.equal(refused.headers.get('retry-after'), '30')
  assert.equal((await service.get('/readyz')).status, 503)
  assert.equal((await service.get('/healthz')).status, 200)
  overloaded = false
  assert.equal((await service.post(form, { form: { message: 'hello' } })).status, 200)
})
