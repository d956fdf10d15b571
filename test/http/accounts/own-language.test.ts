import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inviteMember } from '../../support/fixtures/member.ts'
import { createCalls, signIn } from '../../support/fixtures/owner.ts'
import { startService } from '../../support/service/service.ts'

test('a person chooses the language of the dashboard for themselves, in whichever account they act', async () => {
  await using service = await startService({ env: { FORMSLOT_DEFAULT_PLAN: 'pro' } })
  const ada = await signIn(service)
  const grace = await inviteMember(service, ada, { email: 'grace@navy.dev', role: 'viewer' })
  const languageOf = async (person: typeof ada | typeof grace) => (await person.get('/me')).json.language
  assert.equal(await languageOf(ada), null)
  assert.equal((await grace.patch('/me', { language: 'ar' })).status, 204)
  assert.deepEqual([await languageOf(grace), await languageOf(ada)], ['ar', null], 'hers alone')
  await grace.post('/me/account', { membership_id: null })
  assert.equal(await languageOf(grace), 'ar')

  assert.equal((await ada.patch('/me', { language: 'pt' })).status, 204)
  assert.equal(JSON.parse((await ada.get('/account/export')).text).language, 'pt')
  assert.equal((await ada.patch('/me', { language: null })).status, 204)
  assert.equal(await languageOf(ada), null)
})

test('refuses a language that there is not, and a change by a key', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  for (const wrong of [
    { language: 'tlh' },
    { language: 'EN' },
    { language: '' },
    {},
    { language: 'de', more: 1 },
  ])
    assert.equal((await ada.patch('/me', wrong)).status, 400, JSON.stringify(wrong))
  const { json } = await ada.post('/keys', { name: 'Deploy', scopes: ['read', 'write'] })
  const byKey = await createCalls(service, { authorization: `Bearer ${json.key}` }).patch('/me', {
    language: 'de',
  })
  assert.equal(byKey.status, 403)
  assert.equal((await ada.get('/me')).json.language, null)
})

test('the choice goes with the account', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await ada.patch('/me', { language: 'ja' })
  await ada.delete('/account')
  assert.deepEqual(await service.sql('select key from accounts where language is not null'), [])
})
