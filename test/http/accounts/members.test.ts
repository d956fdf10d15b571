import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inviteMember } from '../../support/fixtures/member.ts'
import {
  codeIn,
  confirmSession,
  createCalls,
  FROM_HERE,
  openBrowserFor,
  signIn,
} from '../../support/fixtures/owner.ts'
import { follow } from '../../support/service/event-stream.ts'
import { ADA, BO, type Endpoint, startService, type TestService } from '../../support/service/service.ts'

const GRACE = 'grace@navy.dev'
const LINUS = 'linus@kernel.dev'
const PRO = { FORMSLOT_DEFAULT_PLAN: 'pro' }

test('a change that names another account than the session acts in is refused', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const grace = await inviteMember(service, ada, { email: GRACE, role: 'editor' })
  const [submission] = list(await grace.get('/submissions'))
  const place = `/submissions/${submission?.id}`
  const named = (account: string) => ({ 'formslot-account': encodeURIComponent(account) })
  const stale = await grace.patch(place, { starred: true }, named(GRACE))
  assert.deepEqual([stale.status, stale.json.code], [409, 'account_changed'])
  assert.equal((await ada.get(place)).json.starred, false)
  assert.equal((await grace.patch(place, { starred: true }, named(ADA))).status, 200)
  await grace.post('/me/account', { membership_id: null })
  assert.equal(
    (await grace.post('/submissions/bulk', { filter: {}, action: 'star' }, named(ADA))).status,
    409,
  )
  assert.equal(
    (await grace.post('/submissions/bulk', { filter: {}, action: 'star' }, named(GRACE))).status,
    200,
  )
})

test('an invited person gets one email, and acts in the account after their click', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const invited = await ada.post('/account/members', { email: GRACE, role: 'editor' })
  assert.deepEqual(
    [invited.status, invited.json.email, invited.json.role, invited.json.form_id, invited.json.accepted_at],
    [201, GRACE, 'editor', null, null],
  )
  const link = await service.linkIn('invitation')
  const email = (await service.emails()).at(-1)
  assert.equal(email?.to?.[0]?.address, GRACE)
  assert.match(email?.text ?? '', /a\*\*\*@l\*\*\*\.dev/)
  assert.doesNotMatch(`${email?.text} ${email?.html}`, new RegExp(ADA), 'nothing that the sender can choose')

  const page = await service.get(link, { accept: 'text/html' })
  for (const shown of [ADA, GRACE, 'As an editor', 'all of its forms'])
    assert.ok(page.text.includes(shown), shown)
  const foreign = await service.post(link, { headers: { 'sec-fetch-site': 'cross-site' } })
  assert.equal(foreign.status, 403)
  const [waiting] = list(await ada.get('/account/members'))
  assert.equal(waiting?.accepted_at, null, 'a link that was opened is not accepted')

  const browser = openBrowserFor(service)
  assert.equal((await browser.post(link)).status, 303)
  const grace = createCalls(service, { cookie: `session=${browser.cookies.get('session')}`, ...FROM_HERE })
  const me = (await grace.get('/me')).json
  assert.deepEqual(
    [me.email, me.person, me.role, me.form_id, Object(me.memberships).length],
    [ADA, GRACE, 'editor', null, 1],
  )
  const [submission] = list(await grace.get('/submissions'))
  assert.match(JSON.stringify(submission), /the first/)
  assert.equal((await grace.patch(`/submissions/${submission?.id}`, { folder: 'archive' })).status, 200)
  const entries = list(await ada.get('/audit'))
  assert.deepEqual(
    entries.slice(0, 3).map(({ action, detail, actor }) => [action, detail, Object(actor).name]),
    [
      ['submissions_changed', 'archive 1', GRACE],
      ['member_joined', GRACE, undefined],
      ['member_invited', `${GRACE} (editor)`, 'Firefox · Linux'],
    ],
  )

  const again = await openBrowserFor(service).post(link)
  assert.equal(again.status, 200, 'a link signs in once')
  assert.equal(again.headers.get('set-cookie'), null)
  assert.match(again.text, /Sign in/)
})

test('a person changes between their own account and those that they are a member of, in all tabs', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  const grace = await inviteMember(service, ada, { email: GRACE, role: 'viewer' })
  await using stream = await follow(`${service.base}/api/v1/stream`, { cookie: grace.cookie })
  assert.equal((await grace.post('/me/account', { membership_id: null })).status, 204)
  await stream.over
  const own = (await grace.get('/me')).json
  assert.deepEqual([own.email, own.role, list(await grace.get('/submissions'))], [GRACE, 'holder', []])
  const [membership] = Object(own.memberships)
  assert.deepEqual([membership.account, membership.current], [ADA, false])
  assert.equal((await grace.post('/endpoints', { name: 'Mine' })).status, 201)
  assert.equal((await grace.post('/me/account', { membership_id: membership.id })).status, 204)
  assert.equal((await grace.get('/me')).json.email, ADA)

  const linus = await inviteMember(service, ada, { email: LINUS, role: 'viewer' })
  for (const id of [membership.id, 'mem_unknown', '']) {
    const refused = await linus.post('/me/account', { membership_id: id })
    assert.deepEqual([refused.status, refused.json.code], [404, 'not_found'], id)
  }
  assert.equal((await linus.delete(`/me/memberships/${membership.id}`)).status, 404)
  assert.equal((await grace.delete(`/me/memberships/${membership.id}`)).status, 204)
  assert.equal((await grace.get('/me')).status, 401, 'sessions in the account end')
  assert.deepEqual(
    list(await ada.get('/account/members')).map(({ email }) => email),
    [LINUS],
  )
})

test('a member who is removed loses sessions, streams and keys at once', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  const grace = await inviteMember(service, ada, { email: GRACE, role: 'owner' })
  const apiKey = (await grace.post('/keys', { name: 'mine', scopes: ['read', 'write'] })).json
  const queue = (await grace.post('/queues', { name: 'Jobs' })).json
  const byKey = createCalls(service, { authorization: `Bearer ${apiKey.key}` })
  const publish = (to: Record<string, unknown> = queue) =>
    service.post(`/q/${to.id}/messages`, {
      json: { body: { job: 1 } },
      headers: { authorization: `Bearer ${to.api_key}` },
    })
  await using stream = await follow(`${service.base}/api/v1/stream`, { cookie: grace.cookie })
  assert.equal((await byKey.get('/me')).json.role, 'owner')
  assert.equal((await byKey.post('/endpoints/unknown/claim', {})).json.code, 'role_missing')
  assert.equal((await publish()).status, 201)
  const madeByKey = (await byKey.post('/queues', { name: 'More' })).json
  assert.equal((await publish(madeByKey)).status, 201)

  assert.equal((await ada.delete(`/account/members/${grace.id}`)).status, 204)
  await stream.over
  assert.equal((await grace.get('/me')).json.code, 'not_signed_in')
  assert.equal((await byKey.get('/me')).json.code, 'key_invalid')
  assert.equal((await publish()).json.code, 'key_invalid')
  assert.equal((await publish(madeByKey)).json.code, 'key_invalid', 'nor by what a key of theirs created')
  assert.equal((await openBrowserFor(service).get(grace.link)).status, 404)
  assert.equal((await ada.delete(`/account/members/${grace.id}`)).status, 404)
})

test('a new role applies from the next request on, and revokes the keys of who is no longer an owner', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const grace = await inviteMember(service, ada, { email: GRACE, role: 'owner' })
  const apiKey = (await grace.post('/keys', { name: 'mine', scopes: ['read'] })).json.key
  const changed = await ada.patch(`/account/members/${grace.id}`, { role: 'viewer' })
  assert.deepEqual([changed.status, changed.json.role], [200, 'viewer'])
  const raise = await grace.patch(`/account/members/${grace.id}`, { role: 'owner' })
  assert.equal(raise.json.code, 'role_missing')
  assert.equal((await grace.get('/submissions')).status, 200)
  const byKey = createCalls(service, { authorization: `Bearer ${apiKey}` })
  assert.equal((await byKey.get('/me')).json.code, 'key_invalid')
  const permanently = { ids: ['sub_x'], action: 'delete_permanently' }
  await ada.patch(`/account/members/${grace.id}`, { role: 'editor' })
  assert.equal((await grace.post('/submissions/bulk', permanently)).json.code, 'role_missing')
})

test('a person who has an account, or a browser that is signed in, accepts without being signed in by the link', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  const accept = async (email: string, cookie: string | null) => {
    await service.deliver()
    await ada.post('/account/members', { email, role: 'viewer' })
    const browser = openBrowserFor(service)
    if (cookie) browser.cookies.set('session', cookie.replace('session=', ''))
    return browser.post(await service.linkIn('invitation'))
  }
  for (const accepted of [await accept(BO, null), await accept(GRACE, bo.cookie)]) {
    assert.equal(accepted.status, 200)
    assert.equal(accepted.headers.get('set-cookie'), null)
  }
  const [membership] = Object((await bo.get('/me')).json).memberships
  assert.equal(membership.account, ADA)
  assert.equal((await bo.post('/me/account', { membership_id: membership.id })).status, 204)
  assert.equal((await bo.get('/me')).json.email, ADA)
})

test('signing out everywhere revokes the keys of a person in the accounts of others, too', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const grace = await inviteMember(service, ada, { email: GRACE, role: 'owner' })
  const apiKey = (await grace.post('/keys', { name: 'mine', scopes: ['read'] })).json.key
  const byKey = createCalls(service, { authorization: `Bearer ${apiKey}` })
  assert.equal((await byKey.get('/me')).status, 200)
  assert.equal((await grace.delete('/sessions?revoke_keys=1')).status, 204)
  assert.equal((await byKey.get('/me')).json.code, 'key_invalid')
  assert.equal((await ada.get('/me')).status, 200)
})

test('a key that was written while its creator was removed does not work', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const grace = await inviteMember(service, ada, { email: GRACE, role: 'owner' })
  const apiKey = (await grace.post('/keys', { name: 'mine', scopes: ['read'] })).json.key
  const byKey = createCalls(service, { authorization: `Bearer ${apiKey}` })
  assert.equal((await byKey.get('/me')).status, 200)
  await service.sql("update members set role = 'editor'")
  assert.equal((await byKey.get('/me')).json.code, 'key_invalid')
  await service.sql('delete from members')
  assert.equal((await byKey.get('/me')).json.code, 'key_invalid')
  assert.equal(
    (await grace.get('/me')).json.code,
    'not_signed_in',
    'nor is its session that of the own account',
  )
})

test('a member of one form sees nothing of any other', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  const { form_id } = ada.endpoint
  const other = String((await ada.post('/endpoints', { name: 'Other' })).json.id)
  const secret = await service.submit(toEndpoint(service, other), { message: 'quetzalcoatl' })
  const grace = await inviteMember(service, ada, { email: GRACE, role: 'editor', form_id })
  await using stream = await follow(`${service.base}/api/v1/stream`, { cookie: grace.cookie })
  const id = String(secret.json.submission_id)

  assert.deepEqual(
    list(await grace.get('/endpoints')).map((one) => one.id),
    [form_id],
  )
  assert.deepEqual(list(await grace.get('/endpoints?q=Other')), [])
  for (const path of [
    '/submissions',
    '/submissions?q=quetzalcoatl',
    '/submissions/count',
    '/submissions/export?format=ndjson',
  ])
    assert.doesNotMatch((await grace.get(path)).text, new RegExp(`quetzalcoatl|${id}|"count":2`), path)
  for (const path of [
    `/submissions?endpoint=${other}`,
    `/submissions/export?format=csv&endpoint=${other}`,
    `/endpoints/${other}`,
  ])
    assert.equal((await grace.get(path)).json.code, 'endpoint_not_found', path)
  assert.equal((await grace.get(`/submissions/${id}`)).json.code, 'submission_not_found')
  const health = await service.get(`/f/${other}/health`, {
    authorization: 'Basic eDp5',
    cookie: grace.cookie,
  })
  assert.deepEqual([health.status, health.json.code], [401, 'not_signed_in'])
  assert.equal(
    (await grace.patch(`/submissions/${id}`, { folder: 'spam' })).json.code,
    'submission_not_found',
  )
  assert.equal((await grace.post('/submissions/bulk', { ids: [id], action: 'delete' })).json.changed, 0)
  const all = await grace.post('/submissions/bulk', { filter: { folder: 'inbox' }, action: 'archive' })
  assert.equal(all.json.changed, 1)
  assert.deepEqual(
    list(await ada.get('/submissions')).map((one) => one.id),
    [id],
    'the others stay where they are',
  )

  await service.submit(toEndpoint(service, other), { message: 'a second one' })
  await service.submit(ada.endpoint, { message: 'for grace' })
  await stream.until(() => stream.named('submission').length > 0)
  const told = [...stream.named('submission'), ...stream.named('changed')].map(
    (data) => Object(data).endpoint_id,
  )
  assert.deepEqual([...new Set(told)].filter(Boolean), [form_id])
})

test('refuses invitations beyond the plan, to known addresses, and to those who want none', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const invite = (email: string, rest: object = {}) =>
    ada.post('/account/members', { email, role: 'viewer', ...rest })
  for (const [email, code] of [
    [ADA.toUpperCase(), 'value_invalid'],
    ['two@a.dev, more@b.dev', 'recipient_invalid'],
  ] as const)
    assert.equal((await invite(email)).json.code, code, email)
  assert.equal((await invite(GRACE, { form_id: 'f_unknown' })).json.code, 'endpoint_not_found')
  assert.equal((await invite(GRACE, { role: 'holder' })).json.field, 'role')
  assert.equal((await invite(GRACE)).status, 201)
  assert.equal((await invite(GRACE)).json.code, 'member_known')
  const beyond = await invite(LINUS)
  assert.deepEqual([beyond.status, beyond.json.code], [409, 'limit_reached'])
  assert.match(String(beyond.json.message), /1 member/)

  service.pass({ days: 4 })
  assert.equal((await ada.get('/me')).status, 200)
  service.pass({ days: 3 })
  await confirmSession(service, ada)
  assert.deepEqual(list(await ada.get('/account/members')), [], 'an invitation expires')
  await service.service.purge()
  assert.deepEqual(await service.sql('select mailbox from members'), [], 'with the address of the person')
  assert.equal((await invite(LINUS)).status, 201, 'and frees its place')
  const link = await service.linkIn('invitation')
  const declined = await openBrowserFor(service).post(`${link}/decline`, { never: '1' })
  assert.match(declined.text, /Invitation declined/)
  assert.equal((await service.get(link, { accept: 'text/html' })).status, 404)
  assert.equal((await invite(LINUS)).json.code, 'mailbox_suppressed')
  for (let time = 0; time < 3; time += 1) {
    const { json } = await invite(GRACE)
    assert.equal((await ada.delete(`/account/members/${json.id}`)).status, 204, JSON.stringify(json))
  }
  const often = await invite(GRACE)
  assert.deepEqual([often.status, often.json.code], [429, 'confirmation_rate'])
  await service.deliver()
  const sent = (await service.emails()).filter((email) => email.to?.[0]?.address === GRACE)
  assert.equal(sent.length, 0, 'withdrawn invitations are not sent')
})

test('the link of an old email does not end a membership, and a member confirms by their own mailbox', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const grace = await inviteMember(service, ada, { email: GRACE, role: 'owner' })
  assert.equal((await openBrowserFor(service).post(`${grace.link}/decline`)).status, 404)
  service.pass({ hours: 1 })
  assert.equal((await grace.post('/keys', { name: 'k', scopes: ['read'] })).json.code, 'fresh_sign_in_needed')
  assert.equal((await grace.post('/step-up', {})).status, 202)
  const code = await codeIn(service)
  assert.equal((await service.emails()).at(-1)?.to?.[0]?.address, GRACE)
  assert.equal((await grace.post('/step-up/confirm', { code })).status, 200)
  assert.equal((await grace.post('/keys', { name: 'k', scopes: ['read'] })).status, 201)
  assert.deepEqual(
    list(await ada.get('/sessions')).map((session) => session.current),
    [true],
    'sessions of members are their own',
  )
})

test('a closed account has no members, and whoever closes their own leaves those of others', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  const grace = await inviteMember(service, ada, { email: GRACE, role: 'owner' })
  const linus = await inviteMember(service, ada, { email: LINUS, role: 'viewer' })
  assert.equal((await grace.delete('/account')).json.code, 'role_missing')
  await grace.post('/me/account', { membership_id: null })
  assert.equal((await grace.delete('/account')).status, 204)
  assert.deepEqual(
    list(await ada.get('/account/members')).map(({ email }) => email),
    [LINUS],
  )
  assert.equal((await ada.delete('/account')).status, 204)
  assert.equal((await linus.get('/submissions')).status, 401)
})

/** A form that was created by the API of owners, for `submit`. */
function toEndpoint({ base }: TestService, form_id: string): Endpoint {
  return { form_id, endpoint_url: `${base}/f/${form_id}`, status_url: '', expires_at: '' }
}

function list({ json }: { json: Record<string, unknown> }): Record<string, unknown>[] {
  return Object(json).data
}
