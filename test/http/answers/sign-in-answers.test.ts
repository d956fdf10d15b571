import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimFor, codeIn, FROM_HERE, openBrowserFor } from '../../support/fixtures/owner.ts'
import { openContract } from '../../support/service/contract.ts'
import { ADA, startService } from '../../support/service/service.ts'

const PATH = '/sign-in/{token}'
const ELSEWHERE = { 'sec-fetch-site': 'cross-site' }

test('sign-in and sign-out responses match the OpenAPI document', async () => {
  await using service = await startService()
  const { check, notGiven } = openContract((await service.get('/openapi.json')).text)
  await claimFor(service)
  const ada = openBrowserFor(service)
  check('get', '/sign-in', await ada.get('/sign-in?next=/app'))
  check('post', '/sign-in', await ada.post('/sign-in', { email: ADA }))
  const [code, link] = [await codeIn(service), await service.linkIn('sign-in')]
  check('get', PATH, await ada.get(link))
  check('post', PATH, await openBrowserFor(service).post(link))
  check('post', PATH, await ada.post(link, {}, ELSEWHERE))
  check('post', '/sign-in/code', await ada.post('/sign-in/code', { code: 'wrong' }))
  check('post', '/sign-in/code', await ada.post('/sign-in/code', { code }, ELSEWHERE))
  check('post', '/sign-in/code', await ada.post('/sign-in/code', { code }))
  for (const method of ['get', 'post']) {
    check(method, PATH, await service.post(link, { method, headers: FROM_HERE }))
  }
  check('get', '/sign-in', await ada.get('/sign-in'))
  check('post', '/sign-out', await ada.post('/sign-out', {}, ELSEWHERE))
  check('post', '/sign-out', await ada.post('/sign-out'))

  // The same for programs.
  const requested = await service.post('/sign-in', { json: { email: ADA } })
  check('post', '/sign-in', requested)
  const headers = { ...FROM_HERE, cookie: requested.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
  for (const typed of ['wrong', await codeIn(service)]) {
    check('post', '/sign-in/code', await service.post('/sign-in/code', { json: { code: typed }, headers }))
  }
  await ada.post('/sign-in', { email: ADA })
  check('post', PATH, await ada.post(await service.linkIn('sign-in')))

  const malformed = { body: '{', headers: { ...FROM_HERE, 'content-type': 'application/json' } }
  for (const path of ['/sign-in', '/sign-in/code']) check('post', path, await service.post(path, malformed))
  check('post', '/sign-in', await service.post('/sign-in', { json: { email: 'ada' } }))
  check('post', '/sign-in', await service.post('/sign-in', { json: { email: ADA }, headers: ELSEWHERE }))
  for (let asks = 0; asks < 20; asks += 1) await service.post('/sign-in', { json: { email: ADA } })
  check('post', '/sign-in', await service.post('/sign-in', { json: { email: ADA } }))
  check('post', '/sign-in', await openBrowserFor(service).post('/sign-in', { email: ADA }))
  assert.deepEqual(notGiven('sign-in'), [])
})
