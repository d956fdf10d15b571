import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confirmSession, type Owner, signIn } from '../../support/fixtures/owner.ts'
import { startService, type TestService } from '../../support/service/service.ts'

type Listed = {
  id: string
  fields: [string, unknown][]
  read: boolean
  folder: string
  email: string | null
}

/** The messages on a page, newest first. */
async function messages(owner: Owner, query = ''): Promise<unknown[]> {
  const { status, json, text } = await owner.get(`/submissions?${query}`)
  assert.equal(status, 200, text)
  return (json.data as Listed[]).map((one) => one.fields.find(([name]) => name === 'message')?.[1])
}

async function getId(owner: Owner, message: string): Promise<string> {
  const { json } = await owner.get('/submissions?folder=all&limit=100')
  const found = (json.data as Listed[]).find((one) => one.fields.some(([, value]) => value === message))
  return found?.id ?? assert.fail(`there is no ${message}`)
}

const say = (service: TestService, owner: Owner, message: string, more: Record<string, string> = {}) =>
  service.submit(owner.endpoint, { message, ...more })

test('shows a submission exactly as sent', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const fields = [
    ['name', '<img src=x onerror=alert(1)>'],
    ['topic', 'a'],
    ['topic', 'b'],
    ['__proto__', 'own'],
    ['_hidden', '=1+1'],
  ]
  await service.post(ada.endpoint.endpoint_url, { form: fields as [string, string][] })
  const { json } = await ada.get('/submissions?limit=1')
  const [newest] = json.data as Listed[]
  const shown = await ada.get(`/submissions/${newest?.id}`)
  const { neighbors, ...rest } = shown.json
  assert.deepEqual(rest, newest)
  assert.deepEqual(rest, {
    id: newest?.id,
    endpoint_id: ada.endpoint.form_id,
    endpoint_name: null,
    received_at: service.now().toISOString(),
    folder: 'inbox',
    read: false,
    spam_reasons: null,
    imported_at: null,
    test: false,
    withdrawn_at: null,
    unjudged: false,
    receipt_shown: false,
    starred: false,
    labels: [],
    note: null,
    assignee: null,
    ciphertext: null,
    answer: null,
    trashed_at: null,
    fields,
    files: [],
    delivery: 'queued',
  })
  assert.deepEqual(neighbors, { newer: null, older: await getId(ada, 'the first') })
  await service.deliver()
  assert.equal((await ada.get(`/submissions/${newest?.id}`)).json.delivery, 'sent')
})

test('a list paginates stably while submissions arrive, and counts unread ones once', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  for (let n = 1; n <= 6; n += 1) await say(service, ada, `m${n}`)
  const first = await ada.get('/submissions?limit=3')
  assert.deepEqual([first.json.unread, (first.json.data as unknown[]).length], [7, 3])
  await say(service, ada, 'm7')
  const second = await ada.get(`/submissions?limit=3&cursor=${first.json.next_cursor}`)
  assert.equal('unread' in second.json, false)
  assert.deepEqual(await messages(ada, `limit=3&cursor=${first.json.next_cursor}`), ['m3', 'm2', 'm1'])
  const last = await ada.get(`/submissions?limit=3&cursor=${second.json.next_cursor}`)
  assert.deepEqual([(last.json.data as unknown[]).length, last.json.next_cursor], [1, null])
  // A cursor stays valid after its submission is deleted.
  await ada.delete(`/submissions/${await getId(ada, 'm4')}`)
  assert.deepEqual(await messages(ada, `limit=3&cursor=${first.json.next_cursor}`), ['m3', 'm2', 'm1'])
})

test('filters a list by endpoint, folder, mark and time', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const other = (await ada.post('/endpoints')).json.id
  service.pass({ days: 1 })
  await say(service, ada, 'one')
  await service.post(`/f/${other}`, { form: { message: 'elsewhere' } })
  await say(service, ada, 'caught', { _gotcha: 'x' })
  const noon = service.now().toISOString()
  service.pass({ hours: 3 })
  await say(service, ada, 'two')
  await ada.patch(`/submissions/${await getId(ada, 'two')}`, { read: true })
  await ada.patch(`/submissions/${await getId(ada, 'one')}`, { folder: 'archive' })

  assert.deepEqual(await messages(ada), ['two', 'elsewhere', 'the first'])
  assert.deepEqual(await messages(ada, `endpoint=${other}`), ['elsewhere'])
  assert.deepEqual(await messages(ada, 'folder=spam'), ['caught'])
  assert.deepEqual(await messages(ada, 'folder=archive'), ['one'])
  assert.deepEqual(await messages(ada, 'folder=all&limit=2'), ['two', 'caught'])
  assert.deepEqual(await messages(ada, 'unread=1'), ['elsewhere', 'the first'])
  assert.deepEqual(await messages(ada, 'unread=0'), ['two'])
  const at = encodeURIComponent(noon)
  assert.deepEqual(await messages(ada, `after=${at}`), ['two', 'elsewhere'])
  assert.deepEqual(await messages(ada, `before=${at}`), ['the first'])
  assert.deepEqual(await messages(ada, 'after=2026-11-11&before=2026-11-12'), ['two', 'elsewhere'])
  assert.deepEqual(await messages(ada, `after=${encodeURIComponent('2026-11-11T14:00:00+03:00')}`), ['two'])
  assert.equal((await ada.get('/submissions?folder=spam')).json.unread, 1)
  assert.equal((await ada.get('/submissions?unread=0')).json.unread, 0)
})

test('counts the submissions that a list has, and nothing of other accounts', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bo = await signIn(service, 'bo@builds.dev')
  for (const message of ['one moth', 'two moths', 'a relay']) await say(service, ada, message)
  await say(service, ada, 'caught', { _gotcha: 'x' })
  const counted = async (query: string) => {
    const { status, json, text } = await ada.get(`/submissions/count?${query}`)
    assert.deepEqual([status, json.next_cursor], [200, null], text)
    return json.count
  }
  assert.equal(await counted(''), 4)
  assert.equal(await counted('folder=all'), 5)
  assert.equal(await counted('folder=spam'), 1)
  assert.equal(await counted('folder=all&q=moth'), 2)
  assert.equal(await counted('q=is:read'), 0)
  assert.equal(await counted(`endpoint=${ada.endpoint.form_id}&unread=1`), 4)
  assert.equal(await counted('before=2026-11-10'), 0)
  assert.equal((await bo.get('/submissions/count?folder=all')).json.count, 1)
  const strange = await bo.get(`/submissions/count?endpoint=${ada.endpoint.form_id}`)
  assert.equal(strange.json.code, 'endpoint_not_found')
  for (const [field, query] of [
    ['cursor', 'cursor=x'],
    ['limit', 'limit=5'],
  ])
    assert.equal((await ada.get(`/submissions/count?${query}`)).json.field, field)
})

test('rejects invalid list parameters by name', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const wrong: [string, string][] = [
    ['limit', 'limit=0'],
    ['limit', 'limit=101'],
    ['limit', 'limit=-1'],
    ['limit', 'limit=1e1'],
    ['limit', 'limit=5&limit=6'],
    ['cursor', 'cursor='],
    ['cursor', 'cursor=x'],
    ['cursor', `cursor=${ada.endpoint.form_id}`],
    ['folder', 'folder=outbox'],
    ['folder', "folder=inbox'--"],
    ['unread', 'unread=yes'],
    ['after', 'after=yesterday'],
    ['after', 'after=2026-13-01'],
    ['before', 'before=2026-02-30'],
    ['sort', 'sort=key'],
    ['endpoint', 'endpoint=%25'],
  ]
  for (const [field, query] of wrong) {
    for (const path of ['/submissions', '/submissions/export']) {
      if (path.endsWith('export') && (field === 'limit' || field === 'cursor')) continue
      const refused = await ada.get(`${path}?${query}`)
      assert.deepEqual(
        [refused.status, refused.json.code, refused.json.field],
        [400, 'value_invalid', field],
        query,
      )
    }
  }
  assert.equal((await ada.get('/submissions?limit=100')).status, 200)
  assert.equal((await ada.get('/submissions?limit=1')).status, 200)
  const unknown = await ada.get('/submissions?endpoint=f_0000000000000000')
  assert.deepEqual([unknown.status, unknown.json.code], [404, 'endpoint_not_found'])
})

test("another owner's cursor reveals only the reader's own submissions", async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await say(service, ada, 'second')
  const { next_cursor } = (await ada.get('/submissions?limit=1')).json
  const bo = await signIn(service, 'bo@builds.dev')
  assert.deepEqual(await messages(bo, `cursor=${next_cursor}`), [])
  assert.deepEqual(await messages(bo), ['the first'])
})

test('marks, moves and deletes a submission', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const place = `/submissions/${await getId(ada, 'the first')}`
  const marked = await ada.patch(place, { read: true, folder: 'archive' })
  assert.deepEqual([marked.status, marked.json.read, marked.json.folder], [200, true, 'archive'])
  assert.deepEqual((await ada.patch(place, { read: true, folder: 'archive' })).json, marked.json)
  assert.deepEqual((await ada.patch(place, {})).json, marked.json)
  const back = await ada.patch(place, { read: false, folder: 'inbox' })
  assert.deepEqual([back.json.read, back.json.folder], [false, 'inbox'])
  for (const body of [{ folder: 'bin' }, { read: 'yes' }, { folder: null }, { fields: [] }]) {
    assert.equal((await ada.patch(place, body)).status, 400)
  }
  const gone = await ada.delete(`${place}?permanent=true`)
  assert.deepEqual([gone.status, gone.text], [204, ''])
  assert.equal((await ada.delete(`${place}?permanent=true`)).json.code, 'submission_not_found')
  assert.equal((await ada.delete(place)).json.code, 'submission_not_found')
  assert.equal((await ada.get(place)).json.code, 'submission_not_found')
  assert.equal((await service.post(ada.endpoint.endpoint_url, { form: { a: 'b' } })).status, 200)
})

test('deleting a submission for good deletes its pending email', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await service.deliver()
  const before = (await service.emails()).length
  await say(service, ada, 'regretted')
  await ada.delete(`/submissions/${await getId(ada, 'regretted')}?permanent=true`)
  await service.deliver()
  assert.equal((await service.emails()).length, before)
})

test('moves deleted submissions to the trash, restores them, and deletes them for good after a week', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  for (const message of ['kept', 'regretted', 'junk']) await say(service, ada, message)
  const regretted = `/submissions/${await getId(ada, 'regretted')}`
  const junk = `/submissions/${await getId(ada, 'junk')}`
  await ada.patch(regretted, { folder: 'archive' })
  const unread = async () => (await ada.get('/submissions?unread=1')).json.unread
  assert.equal(await unread(), 3)
  for (const place of [regretted, junk, junk]) assert.equal((await ada.delete(place)).status, 204)
  assert.equal(await unread(), 2)
  const trashed = (await ada.get(regretted)).json
  assert.deepEqual([trashed.folder, trashed.trashed_at], ['trash', service.now().toISOString()])
  assert.deepEqual(await messages(ada, 'folder=all'), ['kept', 'the first'])
  assert.deepEqual(await messages(ada, 'folder=all&q=regretted'), [])
  assert.deepEqual(await messages(ada, 'folder=trash'), ['junk', 'regretted'])
  assert.deepEqual(await messages(ada, 'folder=trash&q=regretted'), ['regretted'])
  const exported = (await ada.get('/submissions/export?format=json&folder=all')).text
  assert.ok(!exported.includes('regretted') && exported.includes('kept'))

  const bulk = (action: string) =>
    ada.post('/submissions/bulk', { filter: { folder: 'trash', q: 'regretted' }, action })
  assert.equal((await bulk('restore')).json.changed, 1)
  const restored = (await ada.get(regretted)).json
  assert.deepEqual([restored.folder, restored.trashed_at], ['archive', null])
  assert.equal((await bulk('restore')).json.changed, 0)

  service.pass({ days: 4 })
  assert.equal((await ada.get(junk)).status, 200)
  service.pass({ days: 3, seconds: -1 })
  await service.service.purge()
  assert.equal((await ada.get(junk)).status, 200)
  service.pass({ seconds: 1 })
  await service.service.purge()
  assert.equal((await ada.get(junk)).json.code, 'submission_not_found')
  assert.equal((await ada.get(regretted)).status, 200)
})

test('sends no waiting email of a submission in the trash until it is restored, and none of a deleted one', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await service.deliver()
  const before = (await service.emails()).length
  const names = ['restored', 'archived', 'to spam', 'in the trash', 'gone']
  for (const message of names) await say(service, ada, message)
  const ids = new Map<string, string>()
  for (const message of names) ids.set(message, await getId(ada, message))
  const path = (message: string) => `/submissions/${ids.get(message)}`
  for (const message of names) assert.equal((await ada.delete(path(message))).status, 204)
  assert.equal((await ada.delete(`${path('gone')}?permanent=true`)).status, 204)
  const sent = async () => {
    await service.deliver()
    const emails = (await service.emails()).slice(before)
    return emails.map(({ text }) => names.find((name) => text?.includes(name))).toSorted()
  }
  assert.deepEqual(await sent(), [])
  assert.equal((await ada.get(path('in the trash'))).json.delivery, 'suppressed')

  const bulk = { ids: [ids.get('restored')], action: 'restore' }
  assert.equal((await ada.post('/submissions/bulk', bulk)).json.changed, 1)
  await ada.patch(path('archived'), { folder: 'archive' })
  await ada.patch(path('to spam'), { folder: 'spam' })
  assert.deepEqual(await sent(), ['archived', 'restored'])
  assert.equal((await ada.get(path('restored'))).json.delivery, 'sent')

  // Trashed and restored again: what was sent is not sent twice.
  await ada.delete(path('restored'))
  await ada.post('/submissions/bulk', bulk)
  assert.deepEqual(await sent(), ['archived', 'restored'])
  service.pass({ seconds: 1 })
  const { json } = await ada.post(`${path('in the trash')}/resend`, {})
  assert.equal(json.state, 'queued')
  assert.deepEqual(await sent(), ['archived', 'in the trash', 'restored'], 'sent again on purpose')
})

test('asks for a fresh sign-in before it deletes for good, not before it moves to the trash', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const id = await getId(ada, 'the first')
  service.pass({ minutes: 16 })
  const bulk = (action: string) => ada.post('/submissions/bulk', { ids: [id], action })
  assert.equal((await ada.delete(`/submissions/${id}?permanent=true`)).json.code, 'fresh_sign_in_needed')
  assert.equal((await bulk('delete_permanently')).json.code, 'fresh_sign_in_needed')
  assert.equal((await bulk('delete')).json.changed, 1)
  assert.equal((await bulk('restore')).json.changed, 1)
  assert.equal((await ada.delete(`/submissions/${id}`)).status, 204)
  await confirmSession(service, ada)
  assert.equal((await ada.delete(`/submissions/${id}?permanent=true`)).status, 204)
  assert.deepEqual(await messages(ada, 'folder=trash'), [])
})

test('a submission marked as not spam is emailed once and does not count toward the quota', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await say(service, ada, 'caught', { _gotcha: 'x' })
  await service.deliver()
  const before = (await service.emails()).length
  const counted = Object((await ada.get(`/endpoints/${ada.endpoint.form_id}`)).json.submissions)
  const place = `/submissions/${await getId(ada, 'caught')}`
  const rescued = await ada.patch(place, { folder: 'inbox' })
  assert.deepEqual([rescued.json.delivery, rescued.json.spam_reasons], ['queued', ['honeypot']])
  await service.deliver()
  const emails = await service.emails()
  assert.equal(emails.length, before + 1)
  assert.match(emails.at(-1)?.text ?? '', /caught/)
  for (const folder of ['spam', 'inbox', 'archive', 'inbox']) await ada.patch(place, { folder })
  await service.deliver()
  assert.equal((await service.emails()).length, before + 1)
  const now = Object((await ada.get(`/endpoints/${ada.endpoint.form_id}`)).json)
  assert.deepEqual(now.submissions, counted)

  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { email_notifications: false })
  await say(service, ada, 'caught again', { _gotcha: 'x' })
  await ada.patch(`/submissions/${await getId(ada, 'caught again')}`, { folder: 'inbox' })
  assert.equal((await ada.get(`/submissions/${await getId(ada, 'caught again')}`)).json.delivery, null)
})

test('changes many submissions by ID and skips those of other owners', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bo = await signIn(service, 'bo@builds.dev')
  for (let n = 1; n <= 3; n += 1) await say(service, ada, `m${n}`)
  const ids = [await getId(ada, 'm1'), await getId(ada, 'm2')]
  const foreign = await getId(bo, 'the first')
  const sent = [...ids, ids[0], foreign, 'sub_0000000000000000000000000w', 'nonsense']
  const bulk = (action: string) => ada.post('/submissions/bulk', { ids: sent, action })
  for (const action of [
    'read',
    'unread',
    'archive',
    'spam',
    'not_spam',
    'delete',
    'restore',
    'delete_permanently',
  ]) {
    const changed = await bulk(action)
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual([changed.json.changed, changed.json.more], [2, false], action)
    assert.deepEqual(new Set(changed.json.ids as string[]), new Set(ids))
    assert.equal((await bulk(action)).json.changed, 0)
  }
  assert.deepEqual(await messages(ada, 'folder=all'), ['m3', 'the first'])
  assert.equal((await bo.get(`/submissions/${foreign}`)).json.read, false)
})

test('changes submissions by filter until none matches', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  for (let n = 1; n <= 3; n += 1) await say(service, ada, `m${n}`)
  await say(service, ada, 'caught', { _gotcha: 'x' })
  const bulk = async (filter: object, action: string) => {
    const { status, json, text } = await ada.post('/submissions/bulk', { filter, action })
    assert.equal(status, 200, text)
    return [json.changed, json.more]
  }
  assert.deepEqual(await bulk({}, 'read'), [4, false])
  assert.deepEqual(await bulk({}, 'read'), [0, false])
  assert.deepEqual(await bulk({ unread: true }, 'unread'), [0, false])
  assert.deepEqual(await bulk({ unread: false, after: '2026-11-10' }, 'unread'), [4, false])
  assert.deepEqual(await bulk({ folder: 'all' }, 'archive'), [5, false])
  assert.deepEqual(await bulk({ folder: 'all' }, 'not_spam'), [0, false])
  assert.deepEqual(await bulk({ folder: 'archive' }, 'inbox'), [5, false])
  assert.deepEqual(await bulk({ folder: 'inbox' }, 'inbox'), [0, false])
  assert.deepEqual(await bulk({ before: '2026-11-10' }, 'delete'), [0, false])
  assert.deepEqual(await bulk({ folder: 'all' }, 'delete'), [5, false])
  assert.deepEqual(await messages(ada, 'folder=all'), [])
})

test('applies a filter to a thousand submissions at a time', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' }, adjust: unlimited })
  const ada = await signIn(service)
  for (let n = 0; n < 1150; n += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, m) => say(service, ada, `first ${n + m} the`)))
  }
  const counted = (await ada.get('/submissions/count')).json
  assert.equal(counted.count, 1000)
  assert.deepEqual((await ada.get(`/submissions/count?cursor=${counted.next_cursor}`)).json, {
    count: 151,
    next_cursor: null,
  })
  const request = { filter: { endpoint: ada.endpoint.form_id }, action: 'archive' }
  const first = await ada.post('/submissions/bulk', request)
  assert.deepEqual(
    [first.json.changed, first.json.more, (first.json.ids as unknown[]).length],
    [1000, true, 1000],
  )
  assert.equal((await ada.get('/submissions?folder=archive')).json.unread, 1000)
  const second = await ada.post('/submissions/bulk', { ...request, cursor: first.json.next_cursor })
  assert.deepEqual([second.json.changed, second.json.more, second.json.next_cursor], [151, false, null])
  assert.deepEqual(await messages(ada), [])

  const rare = { filter: { folder: 'archive', q: '"the first"' }, action: 'read' }
  const looked = await ada.post('/submissions/bulk', rare)
  assert.deepEqual([looked.json.changed, looked.json.more], [0, true], 'a call looks at so many and no more')
  const further = await ada.post('/submissions/bulk', { ...rare, cursor: looked.json.next_cursor })
  assert.deepEqual([further.json.changed, further.json.more], [1, false], 'the next goes on behind them')
})

test('rejects invalid bulk changes by name', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const wrong: [string, unknown][] = [
    ['action', { ids: [] }],
    ['action', { ids: [], action: 'burn' }],
    ['ids', { action: 'read' }],
    ['ids', { ids: [], filter: {}, action: 'read' }],
    ['ids', { ids: Array(1001).fill('sub_x'), action: 'read' }],
    ['ids', { ids: 'all', action: 'read' }],
    ['cursor', { ids: [], cursor: 'x', action: 'read' }],
    ['cursor', { filter: {}, cursor: 'x', action: 'read' }],
    ['filter.folder', { filter: { folder: 'x' }, action: 'read' }],
    ['filter.unread', { filter: { unread: '1' }, action: 'read' }],
    ['filter.sort', { filter: { sort: 'key' }, action: 'read' }],
  ]
  for (const [field, body] of wrong) {
    const refused = await ada.post('/submissions/bulk', body)
    assert.deepEqual([refused.status, refused.json.field], [400, field], JSON.stringify(body).slice(0, 80))
  }
  const unknown = { filter: { endpoint: 'f_0000000000000000' }, action: 'read' }
  assert.equal((await ada.post('/submissions/bulk', unknown)).json.code, 'endpoint_not_found')
  assert.equal(
    (await ada.post('/submissions/bulk', { ids: Array(1000).fill('x'), action: 'read' })).status,
    200,
  )
})

function unlimited<Config extends { plans: Readonly<Record<string, object>> }>(config: Config): Config {
  const plans = Object.entries(config.plans).map(([name, plan]) => [
    name,
    { ...plan, submissionsPerMonth: null },
  ])
  return { ...config, plans: Object.fromEntries(plans) }
}

test('a search filters lists, exports and bulk changes alike', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await say(service, ada, 'Price of an engine', { email: 'charles@babbage.org' })
  await say(service, ada, 'Réparation', { email: 'joseph@jacquard.fr' })
  await say(service, ada, 'engine caught', { _gotcha: 'x' })
  const search = (query: string, more = '') => messages(ada, `q=${encodeURIComponent(query)}${more}`)
  assert.deepEqual(await search('engine'), ['Price of an engine'])
  assert.deepEqual(await search('engine', '&folder=all'), ['engine caught', 'Price of an engine'])
  assert.deepEqual(await search('repar'), ['Réparation'])
  assert.deepEqual(await search('from:babbage is:unread'), ['Price of an engine'])
  assert.deepEqual(await search('is:read'), [])
  assert.deepEqual(await search('is:read', '&unread=1'), [])
  assert.deepEqual(await search('before:2026-11-10'), [])
  assert.deepEqual(await search('after:2026-11-10', '&before=2026-11-10'), [])
  assert.deepEqual(await search(' '), ['Réparation', 'Price of an engine', 'the first'])
  assert.deepEqual(await search('%'), [], 'nothing in it can be searched')
  assert.deepEqual(await search("engine' or 1=1"), [])
  const { text } = await ada.get('/submissions/export?format=ndjson&q=engine')
  assert.equal(text.trimEnd().split('\n').length, 1)
  assert.match(text, /Price of an engine/)
  const archived = await ada.post('/submissions/bulk', { filter: { q: 'engine' }, action: 'archive' })
  assert.equal(archived.json.changed, 1)
  assert.deepEqual(await messages(ada, 'folder=archive'), ['Price of an engine'])
  const long = await ada.get(`/submissions?q=${'x'.repeat(2001)}`)
  assert.deepEqual([long.status, long.json.field], [400, 'q'])
})
