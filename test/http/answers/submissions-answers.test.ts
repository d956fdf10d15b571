import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { openContract } from '../../support/service/contract.ts'
import { startService } from '../../support/service/service.ts'

/** The disk is full; `test/faults/` shows it. */
const ONLY_BY_CHANCE = ['post /api/v1/endpoints/{id}/import 503']

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

  const noLabel = 'lab_00000000000000000000000000'
  check('get', all, await ada.get(`/submissions?label=${noLabel}`))
  check('get', `${all}/count`, await ada.get(`/submissions/count?label=${noLabel}`))
  check('get', `${all}/export`, await ada.get(`/submissions/export?label=${noLabel}`))
  check('patch', one, await ada.patch(place, { starred: true, note: 'Call back' }))
  check('patch', one, await ada.patch(place, { labels: [noLabel] }))

  const noMember = 'mem_00000000000000000000000000'
  check('get', all, await ada.get(`/submissions?assigned=${noMember}`))
  check('get', `${all}/count`, await ada.get(`/submissions/count?assigned=${noMember}`))
  check('get', `${all}/export`, await ada.get(`/submissions/export?assigned=${noMember}`))
  check('patch', one, await ada.patch(place, { assignee: noMember }))
  check('get', '/api/v1/assignees', await ada.get('/assignees'))
  check('get', '/api/v1/assignees', await ada.get('/assignees?x=y'))
  const erasures = '/api/v1/erasures'
  check('post', erasures, await ada.post('/erasures', { address: 'grace@hopper.dev', dry_run: true }))
  check('post', erasures, await ada.post('/erasures', { address: 'grace', dry_run: true }))

  const bulk = `${all}/bulk`
  check('post', bulk, await ada.post('/submissions/bulk', { filter: {}, action: 'read' }))
  check('post', bulk, await ada.post('/submissions/bulk', { action: 'read' }))
  const assign = { filter: {}, action: 'assign', assignee: noMember }
  check('post', bulk, await ada.post('/submissions/bulk', assign))
  check('post', bulk, await ada.post('/submissions/bulk', { filter: {}, action: 'label', label: noLabel }))
  const unknown = { filter: { endpoint: 'f_0000000000000000' }, action: 'read' }
  check('post', bulk, await ada.post('/submissions/bulk', unknown))

  check('get', `${all}/doubtful`, await ada.get('/submissions/doubtful'))
  check('get', `${all}/doubtful`, await ada.get('/submissions/doubtful?limit=5'))
  const review = `${all}/review`
  check('post', review, await ada.post('/submissions/review', { ids: ['unknown'], spam: null }))
  check('post', review, await ada.post('/submissions/review', { ids: [] }))

  const send = (
    query: string,
    body: string,
    headers: Record<string, string> = {},
    form = ada.endpoint.form_id,
  ) =>
    service.post(`/api/v1/endpoints/${form}/import?${query}`, {
      body,
      headers: { cookie: ada.cookie, 'sec-fetch-site': 'same-origin', ...headers },
    })
  const importing = '/api/v1/endpoints/{id}/import'
  const csv = 'format=csv'
  check('post', importing, await send(csv, 'message,date\none,\ntwo,2999-01-01\n'))
  check('post', importing, await send('format=xml', ''))
  check('post', importing, await send(csv, ''))
  check('post', importing, await send(csv, 'a\nb', {}, 'f_0000000000000000'))
  check('post', importing, await send(csv, 'a\nb', { 'content-encoding': 'gzip' }))
  check('post', importing, await send(csv, 'x'.repeat(20 * 1024 * 1024 + 1)))
  const answer = `${one}/answer`
  for (const [path, text] of [
    [place, 'Yes'],
    [place, ''],
    ['/submissions/unknown', 'Yes'],
  ] as const)
    check('post', answer, await ada.post(`${path}/answer`, { text }))
  check('delete', answer, await ada.delete(`${place}/answer`))
  check('delete', answer, await ada.delete(`${place}/answer?x=y`))
  check('delete', answer, await ada.delete('/submissions/unknown/answer'))
  const trial = await ada.post(`/endpoints/${ada.endpoint.form_id}/test`, {})
  const unseen = `/submissions/${trial.json.submission_id}/answer`
  check('post', answer, await ada.post(unseen, { text: 'x' }))
  check('delete', answer, await ada.delete(unseen))
  check('delete', one, await ada.delete(place, { x: 'y' }))
  check('delete', one, await ada.delete(place))
  check('delete', one, await ada.delete(`${place}?permanent=true`))
  check('delete', one, await ada.delete(place))
  await service.sql(
    `with recursive rows(i) as (select 1 union all select i + 1 from rows where i < 100000)
     insert into submissions (key, endpoint_key, received_at, fields, import_hash)
     select i, (select key from endpoints where id = '${ada.endpoint.form_id}'), 1, '[]', 'hash ' || i from rows`,
  )
  const full = await send(csv, 'a\nb')
  check('post', importing, full)
  assert.equal(full.json.code, 'limit_reached')
  await ada.post(`/endpoints/${ada.endpoint.form_id}/retire`, {})
  check('post', importing, await send(csv, 'a\nb'))
  for (let sent = 0; sent < 30; sent += 1) await send(csv, '')
  check('post', importing, await send(csv, ''))
  assert.deepEqual(notGiven('submissions'), ONLY_BY_CHANCE)
})
