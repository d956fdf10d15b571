import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_LABELS, MAX_VIEWS } from '../../../src/domain/submissions/label.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { openContract } from '../../support/service/contract.ts'
import { startService } from '../../support/service/service.ts'

test('label and view responses match the OpenAPI document', async () => {
  await using service = await startService()
  const { check, notGiven } = openContract((await service.get('/openapi.json')).text)
  const ada = await signIn(service)
  for (const [path, limit, made, change] of [
    ['/labels', MAX_LABELS, { color: 'teal' }, { color: 'red' }],
    ['/views', MAX_VIEWS, { filter: { starred: true } }, { filter: { q: 'engine', unread: true } }],
  ] as const) {
    const all = `/api/v1${path}`
    const one = `${all}/{id}`
    const first = await ada.post(path, { name: 'First', ...made })
    check('post', all, first)
    check('post', all, await ada.post(path, { name: ' ', ...made }))
    check('post', all, await ada.post(path, { name: 'FIRST', ...made }))
    for (let n = 2; n <= limit; n += 1) await ada.post(path, { name: `Number ${n}`, ...made })
    check('post', all, await ada.post(path, { name: 'One too many', ...made }))
    check('get', all, await ada.get(path))
    check('get', all, await ada.get(`${path}?x=y`))
    const place = `${path}/${first.json.id}`
    check('patch', one, await ada.patch(place, change))
    check('patch', one, await ada.patch(place, { name: 'Number 2' }))
    check('patch', one, await ada.patch(place, { name: 5 }))
    check('patch', one, await ada.patch(`${path}/unknown`, change))
    check('delete', one, await ada.delete(`${place}?x=y`))
    check('delete', one, await ada.delete(place))
    check('delete', one, await ada.delete(place))
  }
  assert.deepEqual(notGiven('labels'), [])
})
