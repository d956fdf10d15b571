import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { BO, startService } from '../../support/service/service.ts'

test('owners list and replay the dead messages with a text in their body or reason, published within a time', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { id } = (await ada.post('/queues', { name: 'Jobs' })).json
  const place = `/queues/${id}/dead`
  const publish = (body: unknown, content_type = 'json') =>
    ada.post(`/queues/${id}/messages`, { body, content_type })
  await publish({ order: 1, note: 'Timeout' })
  await publish('says "timeout"\n=1', 'text')
  service.pass({ hours: 2 })
  const between = service.now().toISOString()
  const again = await signIn(service)
  await again.post(`/queues/${id}/messages`, { body: { order: 3 }, content_type: 'json' })
  await again.post(`/queues/${id}/messages`, { body: { order: 4 }, content_type: 'json' })
  // As after the last delivery that is allowed.
  await service.sql(`update messages set dead_at = ${service.now().getTime()}, deliveries = 4`)
  await service.sql(`update messages set reason = '100% TIMEOUT' where body like '%4}'`)
  await service.sql('update queue_counts set dead = 4, backlog = 0')
  const list = async (query: string) => {
    const { data } = Object((await again.get(`${place}?${query}`)).json)
    return data.map(({ body }: { body: { order?: number } }) => body.order ?? 'text')
  }
  assert.deepEqual(await list(''), [4, 3, 'text', 1])
  assert.deepEqual(await list('search=timeout'), [4, 'text', 1])
  assert.deepEqual(await list(`search=${encodeURIComponent('"timeout"\n=')}`), ['text'])
  assert.deepEqual(await list(`search=timeout&until=${between}`), ['text', 1])
  assert.deepEqual(await list(`since=${between}`), [4, 3])
  assert.deepEqual(await list('search=%25&limit=1'), [4])
  const first = (await again.get(`${place}?search=timeout&limit=2`)).json
  assert.deepEqual(await list(`search=timeout&limit=2&cursor=${first.next_cursor}`), [1])
  assert.equal((await again.get(`${place}?search=${'x'.repeat(201)}`)).json.field, 'search')

  const replay = (query: string) => again.post(`${place}/replay?${query}`)
  const bo = await signIn(service, BO)
  assert.equal((await bo.post(`${place}/replay?search=timeout`)).json.code, 'endpoint_not_found')
  assert.equal((await replay('since=yesterday')).json.field, 'since')
  assert.deepEqual((await replay(`search=timeout&until=${between}`)).json, { replayed: 2 })
  assert.deepEqual(await list(''), [4, 3])
  const { dead_count, backlog_count } = (await again.get(`/queues/${id}`)).json
  assert.deepEqual([dead_count, backlog_count], [2, 2])
  assert.deepEqual((await replay('search=nothing')).json, { replayed: 0 })
  assert.deepEqual((await replay('')).json, { replayed: 2 })
})
