import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCalls, FROM_HERE, signIn } from '../../support/fixtures/owner.ts'
import { BO, startService } from '../../support/service/service.ts'

test('lists the signed-in browsers of an owner and signs one out', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  service.pass({ minutes: 5 })
  const phone = await signIn(service)
  const list = Object(await ada.get('/sessions')).json.data
  assert.deepEqual(
    list.map((session: object) => [Object(session).device, Object(session).current]),
    [
      ['Firefox · Linux', false],
      ['Firefox · Linux', true],
    ],
  )
  assert.equal((await ada.delete(`/sessions/${list[0].id}`)).headers.get('set-cookie'), null)
  assert.equal((await phone.get('/me')).status, 401)
  assert.equal((await ada.get('/me')).status, 200)
  const own = await ada.delete(`/sessions/${list[1].id}`)
  assert.match(own.headers.get('set-cookie') ?? '', /^session=; .*Max-Age=0;/)
  assert.equal((await ada.get('/me')).status, 401)
})

test('signing out everywhere ends every session of the account and no other', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const phone = await signIn(service)
  const bo = await signIn(service, BO)
  assert.equal((await ada.delete('/sessions')).status, 204)
  assert.deepEqual([(await ada.get('/me')).status, (await phone.get('/me')).status], [401, 401])
  assert.equal((await bo.get('/me')).status, 200)
})

test("another owner's session is not found", async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  const { id } = Object((await ada.get('/me')).json.session)
  const [foreign, unknown] = [await bo.delete(`/sessions/${id}`), await bo.delete('/sessions/nobodys')]
  assert.equal(foreign.status, 404)
  assert.deepEqual({ ...foreign.json, request_id: '' }, { ...unknown.json, request_id: '' })
  assert.equal((await ada.get('/me')).status, 200)
})

test('a session ends after seven idle days', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  service.pass({ days: 7, milliseconds: -1 })
  assert.equal((await ada.get('/me')).status, 200)
  service.pass({ days: 7, milliseconds: -1 })
  assert.equal((await ada.get('/me')).status, 200)
  service.pass({ days: 7 })
  assert.equal((await ada.get('/me')).status, 401)
})

test('a session ends after thirty days even if used every day', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  for (let day = 1; day < 30; day += 1) {
    service.pass({ days: 1 })
    assert.equal((await ada.get('/me')).status, 200, `day ${day}`)
  }
  service.pass({ days: 1, milliseconds: -1 })
  assert.equal((await ada.get('/me')).status, 200)
  service.pass({ milliseconds: 1 })
  assert.equal((await ada.get('/me')).status, 401)
})

test('the session cookie is out of reach of scripts, other sites and subdomains', async () => {
  await using plain = await startService()
  await using secure = await startService({ env: { FORMSLOT_BASE_URL: 'https://forms.formslot.dev' } })
  for (const [service, name] of [
    [plain, 'session'],
    [secure, '__Host-session'],
  ] as const) {
    const endpoint = await service.post(`http://127.0.0.1:${service.port}/new`, { form: { recipient: BO } })
    const id = String(endpoint.json.form_id)
    await service.post(`http://127.0.0.1:${service.port}/f/${id}`, { form: { a: 'b' } })
    const claim = (await service.linkIn('claim')).replace(service.base, `http://127.0.0.1:${service.port}`)
    const opened = await service.post(`${claim}/open`, { headers: FROM_HERE })
    const cookies = opened.headers.getSetCookie()
    assert.equal(cookies.length, 2)
    for (const [index, [cookieName, maxAge]] of [
      [name, 2_592_000] as const,
      [name.replace('session', 'sign-in'), 31_536_000] as const,
    ].entries()) {
      const [pair = '', ...attributes] = (cookies[index] ?? '').split('; ')
      assert.match(pair, new RegExp(`^${cookieName}=[A-Za-z0-9_-]{43}$`))
      const expected = [`Max-Age=${maxAge}`, 'Path=/', 'HttpOnly', 'SameSite=Lax']
      assert.deepEqual(attributes.sort(), (name === 'session' ? expected : [...expected, 'Secure']).sort())
    }
  }
})

test('signing in creates a new session and ends the previous one of the browser', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'hello' })
  const claim = await service.linkIn('claim')
  const headers = { ...FROM_HERE, accept: 'text/html', cookie: ada.cookie }
  const opened = await service.post(`${claim}/open`, { headers })
  const fresh = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
  assert.notEqual(fresh, ada.cookie)
  assert.equal((await ada.get('/me')).status, 401)
  assert.equal((await createCalls(service, { cookie: fresh }).get('/me')).status, 200)
})
