import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inviteMember } from '../../support/fixtures/member.ts'
import { FROM_HERE, signIn } from '../../support/fixtures/owner.ts'
import { openContract } from '../../support/service/contract.ts'
import { startService } from '../../support/service/service.ts'

const GRACE = 'grace@navy.dev'

test('responses about members match the OpenAPI document', async () => {
  await using service = await startService()
  const { check, notGiven } = openContract((await service.get('/openapi.json')).text)
  const ada = await signIn(service)
  const members = '/api/v1/account/members'
  const one = `${members}/{id}`
  const invite = (invited: object) => ada.post('/account/members', { role: 'viewer', ...invited })
  check('post', members, await invite({ email: 'nobody' }))
  check('post', members, await invite({ email: GRACE, form_id: 'f_0000000000000000' }))
  for (let sent = 0; sent < 3; sent += 1) {
    const invited = await invite({ email: GRACE })
    check('post', members, invited)
    check('post', members, await invite({ email: GRACE }))
    check('delete', one, await ada.delete(`/account/members/${invited.json.id}`))
  }
  check('post', members, await invite({ email: GRACE }))
  service.pass({ days: 1 })
  const again = await signIn(service)
  const grace = await inviteMember(service, again, { email: GRACE, role: 'viewer' })
  check('get', members, await again.get('/account/members'))
  check('patch', one, await again.patch(`/account/members/${grace.id}`, { role: 'editor' }))
  check('patch', one, await again.patch('/account/members/nobody', { role: 'editor' }))
  check('delete', one, await again.delete('/account/members/nobody'))
  check('get', members, await grace.get('/account/members'))

  check('get', '/api/v1/me', await grace.get('/me'))
  const account = '/api/v1/me/account'
  const membership = { membership_id: grace.id }
  check('post', account, await grace.post('/me/account', membership))
  check('post', account, await grace.post('/me/account', { membership_id: 'nobody' }))
  check('delete', '/api/v1/me/memberships/{id}', await grace.delete('/me/memberships/nobody'))
  check('delete', '/api/v1/me/memberships/{id}', await grace.delete(`/me/memberships/${grace.id}`))

  const handOver = '/api/v1/endpoints/{id}/hand-over'
  const confirm = `${handOver}/confirm`
  const place = `/endpoints/${ada.endpoint.form_id}/hand-over`
  const fresh = again
  check('get', handOver, await fresh.get(place))
  check('get', handOver, await fresh.get('/endpoints/f_0000000000000000/hand-over'))
  check('delete', handOver, await fresh.delete(place))
  check('post', handOver, await fresh.post(place, { email: 'nobody' }))
  check('post', handOver, await fresh.post('/endpoints/f_0000000000000000/hand-over', { email: GRACE }))
  check('post', confirm, await fresh.post(`${place}/confirm`))
  for (let sent = 0; sent < 3; sent += 1) {
    check('post', handOver, await fresh.post(place, { email: 'client@acme.dev' }))
    check('get', handOver, await fresh.get(place))
    check('post', handOver, await fresh.post(place, { email: GRACE }))
    check('post', confirm, await fresh.post(`${place}/confirm`))
    if (sent < 2) check('delete', handOver, await fresh.delete(place))
  }
  const link = await service.linkIn('hand-over')
  await service.post(link, { headers: FROM_HERE })
  check('post', confirm, await fresh.post(`${place}/confirm`))
  const other = `/endpoints/${fresh.endpoint.form_id}/hand-over`
  check('post', handOver, await fresh.post(other, { email: 'client@acme.dev' }))
  await fresh.post(`/endpoints/${fresh.endpoint.form_id}/retire`)
  check('post', handOver, await fresh.post(other, { email: 'client@acme.dev' }))
  check('post', confirm, await fresh.post(`${other}/confirm`))
  assert.deepEqual(notGiven('members'), [])
})
