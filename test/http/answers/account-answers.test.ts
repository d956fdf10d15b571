import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readKey } from 'openpgp'
import { listDirectoryUrls } from '../../../src/delivery/encryption/look-up-key.ts'
import { FROM_HERE, signIn } from '../../support/fixtures/owner.ts'
import { startKeyDirectory } from '../../support/openpgp/directory.ts'
import { linkIn, makeKey } from '../../support/openpgp/key.ts'
import { openContract } from '../../support/service/contract.ts'
import { ADA, startService } from '../../support/service/service.ts'

test('account responses match the OpenAPI document', async () => {
  const answers = new Map<string, Buffer>()
  await using directory = await startKeyDirectory(['openpgpkey.lovelace.dev', 'lovelace.dev'], answers)
  await using service = await startService({ env: { FORMSLOT_EGRESS_PROXY: directory.proxy } })
  const { check, notGiven } = openContract((await service.get('/openapi.json')).text)
  const ada = await signIn(service)
  const me = await ada.get('/me')
  check('get', '/api/v1/me', me)
  assert.equal(me.json.email, ADA)
  assert.deepEqual(me.json.scopes, ['read', 'write'])
  assert.equal((await ada.head('/me')).status, 200)
  check('patch', '/api/v1/me', await ada.patch('/me', { language: 'fr' }))
  const account = await ada.get('/account')
  check('get', '/api/v1/account', account)
  assert.deepEqual([account.json.endpoints, account.json.submissions], [1, 1])
  check('patch', '/api/v1/account', await ada.patch('/account', { spam_digest: false }))
  const canned = '/api/v1/account/canned-answers'
  check('get', canned, await ada.get('/account/canned-answers'))
  const data = [{ name: 'Hours', text: 'Hello {name}' }]
  check('patch', canned, await ada.patch('/account/canned-answers', { data }))
  check('get', '/api/v1/audit', await ada.get('/audit'))
  check('get', '/api/v1/audit', await ada.get('/audit?cursor=x'))
  check('get', '/api/v1/account/export', await ada.get('/account/export'))
  check('delete', '/api/v1/account/learned-words', await ada.delete('/account/learned-words'))
  const key = '/api/v1/account/email-key'
  const pair = await makeKey(service)
  const { publicKey } = pair
  check('patch', key, await ada.patch('/account/email-key', { encrypted_only: true }))
  check('post', key, await ada.post('/account/email-key', { key: 'hello' }))
  check('post', key, await ada.post('/account/email-key', { key: publicKey }))
  check('get', key, await ada.get('/account/email-key'))
  check('patch', key, await ada.patch('/account/email-key', { encrypted_only: true }))
  for (let added = 0; added < 10; added += 1) await ada.post('/account/email-key', { key: publicKey })
  check('post', key, await ada.post('/account/email-key', { key: publicKey }))
  const place = `/endpoints/${ada.endpoint.form_id}`
  await service.post(await linkIn(service, pair), { headers: { ...FROM_HERE, accept: 'text/html' } })
  check('patch', key, await ada.patch('/account/email-key', { encrypted_only: true }))
  assert.equal((await ada.patch(place, { store: 'encrypted' })).status, 200)
  check('delete', key, await ada.delete('/account/email-key'))
  await ada.patch(place, { store: 'plain' })
  check('delete', key, await ada.delete('/account/email-key'))
  const lookUp = () => ada.post('/account/email-key/look-up')
  check('post', `${key}/look-up`, await lookUp())
  const [, direct = ''] = listDirectoryUrls(ADA).map((url) => url.slice('https://'.length).split('?')[0])
  answers.set(direct, Buffer.from('no key'))
  check('post', `${key}/look-up`, await lookUp())
  answers.set(direct, Buffer.from((await readKey({ armoredKey: publicKey })).write()))
  check('post', `${key}/look-up`, await lookUp())
  for (let asked = 0; asked < 10; asked += 1) await lookUp()
  check('post', `${key}/look-up`, await lookUp())
  check('delete', '/api/v1/account', await ada.delete('/account'))
  assert.deepEqual(notGiven('account'), [])
})
