import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { BO, startService, type TestService } from '../../support/service/service.ts'

const SITE = 'https://site.dev'
const EVIL = 'https://evil.dev'
const BROWSER = { accept: 'text/html' }

async function withSettings(service: TestService, settings: object) {
  const ada = await signIn(service)
  const changed = await ada.patch(`/endpoints/${ada.endpoint.form_id}`, settings)
  assert.equal(changed.status, 200, changed.text)
  const submit = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    service.submit(ada.endpoint, form, headers)
  return { ada, submit }
}

test("redirects a browser to the owner's page, unless the form names another allowed page", async () => {
  await using service = await startService()
  const { ada, submit } = await withSettings(service, { redirect_url: `${SITE}/thanks?a=b` })
  const target = async (form: Record<string, string>, headers = {}) => {
    const answer = await submit(form, { ...BROWSER, ...headers })
    assert.equal(answer.status, 303)
    return answer.headers.get('location')
  }
  assert.equal(await target({ a: 'b' }), `${SITE}/thanks?a=b`)
  const fromPage = { origin: 'https://page.dev' }
  assert.equal(await target({ a: 'b', _next: '/done' }, fromPage), 'https://page.dev/done')
  for (const next of [EVIL, '//evil.dev', 'https:evil.dev', 'javascript:alert(1)', `${SITE}/other`]) {
    assert.equal(await target({ a: 'b', _next: next }, fromPage), `${SITE}/thanks?a=b`, next)
  }
  // The answer looks like success, because bots see it.
  assert.equal(await target({ a: 'b', _gotcha: 'x' }), `${SITE}/thanks?a=b`)
  const formspree = await submit({ a: 'b' }, { 'formspree-client': 'x' })
  assert.equal(formspree.json.next, `${SITE}/thanks?a=b`)
  const json = await submit({ a: 'b' })
  assert.deepEqual(Object.keys(json.json), ['ok', 'submission_id', 'next'])
  assert.equal(json.json.next, `${SITE}/thanks?a=b`)

  const key = { 'idempotency-key': 'sent-only-once', ...BROWSER }
  const first = await submit({ a: 'c' }, key)
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { redirect_url: null })
  const again = await submit({ a: 'c' }, key)
  assert.equal(again.headers.get('location'), first.headers.get('location'), 'a retry gets the stored answer')
  assert.match((await target({ a: 'b' })) ?? '', /\/r\/\w{58}$/)
})

test('the owner decides which sites may submit and where _next may lead', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const { ada, submit } = await withSettings(service, { allowed_origins: [SITE, 'http://localhost:3000'] })
  assert.equal((await submit({ a: 'b' }, { origin: SITE })).status, 200)
  assert.equal((await submit({ a: 'b' }, { origin: 'http://localhost:3000' })).status, 200)
  assert.equal((await submit({ a: 'b' }, { referer: `${SITE}/contact` })).status, 200)
  assert.equal((await submit({ a: 'b' })).status, 200)
  const elsewhere: Record<string, string>[] = [
    { origin: EVIL },
    { origin: 'null' },
    { referer: `${EVIL}/?${SITE}` },
    { origin: EVIL, referer: SITE },
    { origin: 'http://site.dev' },
  ]
  for (const headers of elsewhere) {
    for (const form of [{ a: 'b' }, { a: 'b', _gotcha: 'x' }, { _next: '/' }] as Record<string, string>[]) {
      const refused = await submit(form, headers)
      assert.deepEqual(
        [refused.status, refused.json.code],
        [403, 'origin_not_allowed'],
        JSON.stringify(headers),
      )
      const origin = new Headers(headers).get('origin') ?? '*'
      assert.equal(refused.headers.get('access-control-allow-origin'), origin, 'the page can read it')
    }
  }
  const dry = await service.post(`${ada.endpoint.endpoint_url}?dry_run=1`, {
    form: { a: 'b' },
    headers: { origin: EVIL },
  })
  assert.deepEqual([dry.status, dry.json.code, dry.json.dry_run], [403, 'origin_not_allowed', true])
  const page = await submit({ a: 'b' }, { origin: EVIL, ...BROWSER })
  assert.deepEqual([page.status, page.headers.get('content-type')], [403, 'text/html; charset=utf-8'])
  const formspree = await submit({ a: 'b' }, { origin: EVIL, 'formspree-client': 'x' })
  assert.equal((formspree.json.errors as { code: string }[])[0]?.code, 'BLOCKED')

  const leads = async (next: string, headers = {}) =>
    (await submit({ a: 'b', _next: next }, { ...BROWSER, ...headers })).headers.get('location')
  assert.equal(await leads(`${SITE}/done`), `${SITE}/done`)
  assert.equal(await leads('http://localhost:3000/done', { origin: SITE }), 'http://localhost:3000/done')
  assert.match((await leads(`${EVIL}/done`, { origin: SITE })) ?? '', /\/r\/\w{58}$/)

  const stored = (await ada.get('/submissions?folder=all&limit=100')).json.data as unknown[]
  assert.equal(stored.length, 8, 'nothing of what was refused was kept')
})

test('checks the state of the endpoint before the page, and the page before the body', async () => {
  // Without the share of one client, which ends at half of the quota.
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const { ada, submit } = await withSettings(service, { allowed_origins: [SITE] })
  const unreadable = () =>
    service.post(ada.endpoint.endpoint_url, {
      body: '{',
      headers: { 'content-type': 'application/json', origin: EVIL },
    })
  assert.equal((await unreadable()).json.code, 'origin_not_allowed')
  for (let n = 0; n < 50; n += 1) await submit({ n: String(n) }, { origin: SITE })
  assert.equal((await submit({ a: 'b' }, { origin: EVIL })).json.code, 'monthly_quota')
  await ada.post(`/endpoints/${ada.endpoint.form_id}/retire`)
  assert.equal((await submit({ a: 'b' }, { origin: EVIL })).json.code, 'endpoint_retired')
  assert.equal((await unreadable()).json.code, 'endpoint_retired')
})

test("the owner's own honeypot field catches bots and is not shown when empty", async () => {
  await using service = await startService()
  const { ada, submit } = await withSettings(service, { honeypot: 'website' })
  assert.equal((await submit({ message: 'hello', website: '' })).status, 200)
  assert.equal((await submit({ message: 'buy', website: 'https://spam.dev' })).status, 200)
  const fieldsIn = async (folder: string) =>
    ((await ada.get(`/submissions?folder=${folder}`)).json.data as { fields: unknown }[]).map(
      (one) => one.fields,
    )
  assert.deepEqual((await fieldsIn('inbox'))[0], [['message', 'hello']])
  assert.deepEqual(await fieldsIn('spam'), [
    [
      ['message', 'buy'],
      ['website', 'https://spam.dev'],
    ],
  ])
})

test('a field alone is refused when empty, so that no answer reveals which one is the honeypot', async () => {
  await using service = await startService()
  const { submit } = await withSettings(service, { honeypot: 'website' })
  const forms: Record<string, string>[] = ['website', 'fax'].flatMap((name) => [
    { [name]: '' },
    { [name]: '', _gotcha: '' },
  ])
  const answers = []
  for (const form of forms) {
    const { status, json } = await submit(form)
    answers.push([status, json.code, json.message, json.field])
  }
  const [first] = answers
  assert.deepEqual(first?.slice(0, 2), [400, 'fields_blank'])
  for (const answer of answers) assert.deepEqual(answer, first)
})

test("a dry run tells only the owner's key which field is the honeypot", async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const { ada } = await withSettings(service, { honeypot: 'website' })
  const makeKey = async (owner: typeof ada, scope: string) =>
    String((await owner.post('/keys', { name: scope, scopes: [scope] })).json.key)
  const dryRun = async (form: Record<string, string>, key?: string) => {
    const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
    const answer = await service.post(`${ada.endpoint.endpoint_url}?dry_run=1`, { form, headers })
    assert.equal(answer.status, 200, answer.text)
    return answer.json
  }
  const bo = await signIn(service, BO)
  const ownersKey = await makeKey(ada, 'read')
  const strangers = [
    undefined,
    await makeKey(bo, 'read'),
    await makeKey(ada, 'write'),
    `${ownersKey}x`,
    'ak_x',
  ]
  for (const key of strangers) {
    for (const website of ['', 'x']) {
      const { spam, fields, would_route_to: routes } = await dryRun({ message: 'hello', website }, key)
      const other = await dryRun({ message: 'hello', webpage: website }, key)
      assert.deepEqual(spam, { verdict: 'unknown', reasons: [] })
      assert.deepEqual(fields, { message: 'hello', website })
      assert.deepEqual(routes, other.would_route_to)
    }
    const plain = await dryRun({ message: 'buy', _gotcha: 'x' }, key)
    assert.deepEqual(plain.spam, { verdict: 'spam', reasons: ['honeypot'] }, 'everybody knows _gotcha')
  }
  const caught = await dryRun({ message: 'buy', website: 'x' }, ownersKey)
  assert.deepEqual(caught.spam, { verdict: 'spam', reasons: ['honeypot'] })
  assert.deepEqual((await dryRun({ message: 'hello', website: '' }, ownersKey)).fields, { message: 'hello' })
})

test('creates no emails while they are switched off, and resumes when switched on', async () => {
  await using service = await startService()
  const { ada, submit } = await withSettings(service, { email_notifications: false })
  await service.deliver()
  const before = (await service.emails()).length
  await submit({ message: 'stored all the same' })
  await service.deliver()
  assert.equal((await service.emails()).length, before)
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { email_notifications: true })
  await submit({ message: 'mailed' })
  await service.deliver()
  assert.equal((await service.emails()).length, before + 1)
})

test('settings show that the owner stopped emails by the link in one', async () => {
  await using service = await startService()
  const { ada, submit } = await withSettings(service, { name: 'Contact' })
  await submit({ message: 'hello' })
  const link = await service.linkIn('emails')
  await service.post(link, { form: { 'List-Unsubscribe': 'One-Click' } })
  const shown = await ada.get(`/endpoints/${ada.endpoint.form_id}`)
  assert.equal(Object(shown.json.settings).email_notifications, false)
  const late = await ada.patch(
    `/endpoints/${ada.endpoint.form_id}`,
    { email_notifications: true },
    { 'if-match': '"1"' },
  )
  assert.equal(late.status, 412)
})
