import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { openContract } from '../../support/service/contract.ts'
import { startService } from '../../support/service/service.ts'

test('submission responses match the OpenAPI document', async () => {
  await using service = await startService()
  const { check, notGiven } = openContract((await service.get('/openapi.json')).text)
  const ada = await signIn(service)
  const all = '/api/v1/submissions'
  const one = `${all}/{id}`
  await service.post(ada.endpoint.endpoint_url, { json: { deep: { list: [1, null, 'x'] } } })
  await service.submit(ada.endpoint, { message: 'buy', _gotcha: 'x' })

  const listed = await ada.get('/submissions?folder=all&limit=2')
  check('get', all, listed)
  check('get', all, await ada.get(`/submissions?cursor=${listed.json.next_cursor}`))
  check('get', all, await ada.get('/submissions?limit=101'))
  check('get', all, await ada.get('/submissions?endpoint=f_0000000000000000'))
  check('get', `${all}/count`, await ada.get('/submissions/count?folder=all'))
  check('get', `${all}/count`, await ada.get('/submissions/count?limit=5'))
  check('get', `${all}/count`, await ada.get('/submissions/count?endpoint=f_0000000000000000'))
  for (const format of ['csv', 'json', 'ndjson']) {
    check('get', `${all}/export`, await ada.get(`/submissions/export?format=${format}`))
  }
  check('get', `${all}/export`, await ada.get('/submissions/export?format=xls'))
  check('get', `${all}/export`, await ada.get('/submissions/export?endpoint=f_0000000000000000'))

  const place = `/submissions/${(listed.json.data as { id: string }[])[0]?.id}`
  check('get', one, await ada.get(place))
  check('get', one, await ada.get('/submissions/unknown'))
  check('get', one, await ada.get(`${place}?x=y`))
  check('patch', one, await ada.patch(place, { read: true, folder: 'archive' }))
  check('patch', one, await ada.patch(place, { read: 'yes' }))
  check('patch', one, await ada.patch('/submissions/unknown', { read: true }))

  const bulk = `${all}/bulk`
  check('post', bulk, await ada.post('/submissions/bulk', { filter: {}, action: 'read' }))
  check('post', bulk, await ada.post('/submissions/bulk', { action: 'read' }))
  const unknown = { filter: { endpoint: 'f_0000000000000000' }, action: 'read' }
  check('post', bulk, await ada.post('/submissions/bulk', unknown))

  check('delete', one, await ada.delete(place, { x: 'y' }))
  check('delete', one, await ada.delete(place))
  check('delete', one, await ada.delete(`${place}?permanent=true`))
  check('delete', one, await ada.delete(place))
  assert.deepEqual(notGiven('submissions'), [])
})
