import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimFor, codeIn, openBrowserFor, signIn } from '../../support/fixtures/owner.ts'
import { ADA, BO, startService, type TestService } from '../../support/service/service.ts'

const KEY = { name: 'k', scopes: ['read'] }

/** Ada, who signed in twenty days ago and came back every few days. */
async function longAgo(service: TestService) {
  const ada = await signIn(service)
  for (let visit = 0; visit < 4; visit += 1) {
    service.pass({ days: 5 })
    await ada.get('/me')
  }
  return ada
}

test('a session that signed in twenty days ago must confirm a code before it creates a key', async () => {
  await using service = await startService()
  const ada = await longAgo(service)
  const refused = await ada.post('/keys', KEY)
  assert.deepEqual([refused.status, refused.json.code], [403, 'fresh_sign_in_needed'])
  const requested = await ada.post('/step-up')
  assert.deepEqual([requested.status, requested.json], [202, { sent_to: 'a***@l***.dev' }])
  const code = await codeIn(service)
  const email = (await service.emails()).at(-1)
  assert.equal(email?.subject, 'Confirm that it is you at Formslot')
  assert.equal((await ada.post('/step-up/confirm', { code: '00000000' })).json.code, 'code_wrong')
  const confirmed = await ada.post('/step-up/confirm', { code })
  assert.equal(confirmed.json.fresh_until, '2026-11-30T09:15:02.000Z')
  assert.equal((await ada.post('/step-up/confirm', { code })).status, 400)
  service.pass({ minutes: 15, milliseconds: -1 })
  assert.equal((await ada.post('/keys', KEY)).status, 201)
  service.pass({ milliseconds: 1 })
  assert.equal((await ada.post('/keys', KEY)).status, 403)
})

test('the link of the confirmation email confirms the session with one press in this browser, two in another', async () => {
  await using service = await startService()
  const ada = await longAgo(service)
  const browser = openBrowserFor(service)
  browser.cookies.set('session', ada.cookie.replace('session=', ''))
  await ada.post('/step-up')
  const link = await service.linkIn('sign-in')
  assert.match((await browser.get(link)).text, /Confirm it’s you/)
  const here = await browser.post(link)
  assert.deepEqual([here.status, here.headers.get('location')], [303, `${service.base}/app`])
  assert.equal((await ada.post('/keys', KEY)).status, 201)

  service.pass({ minutes: 15 })
  await ada.post('/step-up')
  const second = await service.linkIn('sign-in')
  const phone = openBrowserFor(service)
  const doubt = await phone.post(second)
  assert.match(doubt.text, /another browser that is signed in to your account/)
  assert.equal((await ada.post('/keys', KEY)).status, 403)
  assert.match((await phone.post(second, { sure: '1' })).text, /Confirmed/)
  assert.equal(phone.cookies.size, 0)
  assert.equal((await ada.post('/keys', KEY)).status, 201)
})

test('the confirmation code works only for the session that requested it, and not on the sign-in page', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const phone = await signIn(service)
  const bo = await signIn(service, BO)
  service.pass({ minutes: 20 })
  await ada.post('/step-up')
  const code = await codeIn(service)
  for (const other of [phone, bo]) {
    assert.equal((await other.post('/step-up/confirm', { code })).json.code, 'code_wrong')
  }
  const browser = openBrowserFor(service)
  await browser.post('/sign-in', { email: ADA })
  assert.equal((await browser.post('/sign-in/code', { code })).status, 400)
  assert.equal((await ada.post('/step-up/confirm', { code })).status, 200)
})

test('a sign-in email does not confirm a session, and an ended session cannot be confirmed', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await openBrowserFor(service).post('/sign-in', { email: ADA })
  const signInCode = await codeIn(service)
  assert.equal((await ada.post('/step-up/confirm', { code: signInCode })).json.code, 'code_wrong')
  await ada.post('/step-up')
  const link = await service.linkIn('sign-in')
  await ada.post('/sign-out')
  assert.equal((await openBrowserFor(service).post(link, { sure: '1' })).status, 404)
})

test('a session can request six confirmation emails an hour, which do not count as sign-in emails', async () => {
  await using service = await startService()
  await claimFor(service)
  const ada = await signIn(service)
  for (let requested = 0; requested < 6; requested += 1)
    assert.equal((await ada.post('/step-up')).status, 202)
  const refused = await ada.post('/step-up')
  assert.deepEqual(
    [refused.status, refused.json.code, refused.headers.get('retry-after')],
    [429, 'sign_in_rate', '3600'],
  )
  await service.deliver()
  const before = (await service.emails()).length
  await openBrowserFor(service).post('/sign-in', { email: ADA })
  await service.deliver()
  assert.equal((await service.emails()).length, before + 1)
})
