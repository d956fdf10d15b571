import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MIN_REMEMBERED_SCRIPTS } from '../../../src/domain/spam/scripts.ts'
import { MAX_STORED_SPAM } from '../../../src/domain/spam/spam-class.ts'
import { type Owner, signIn } from '../../support/fixtures/owner.ts'
import { BO, startService } from '../../support/service/service.ts'

const LINKS = 'https://a.example/ https://b.example/ https://c.example/ https://d.example/ https://e.example/'
const SPAM = { name: 'www.seo.example', message: `First page of search: ${LINKS}` }
const HAM = { name: 'Bo', message: 'What does the engine cost?' }

test('a claimed form files spam with its reasons: the sender sees no difference, and nobody gets an email', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await service.deliver()
  const before = (await service.emails()).length
  const ham = await service.submit(ada.endpoint, HAM)
  const spam = await service.submit(ada.endpoint, SPAM)
  assert.deepEqual([spam.status, Object.keys(spam.json)], [ham.status, Object.keys(ham.json)])
  await service.deliver()
  assert.equal((await service.emails()).length, before + 1)
  assert.deepEqual(await listSpam(ada), [{ id: spam.json.submission_id, reasons: ['links', 'wrong_field'] }])
  const { json } = await ada.get(`/endpoints/${ada.endpoint.form_id}`)
  assert.equal(Object(json.submissions).total, 2, 'spam counts nowhere')
})

test('each level has its threshold, and the lists of the owner decide at once', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const place = `/endpoints/${ada.endpoint.form_id}`
  const isSpam = async (fields: Record<string, string>) => {
    const { json } = await service.submit(ada.endpoint, fields)
    return (await listSpam(ada)).some(({ id }) => id === json.submission_id)
  }
  const fivePoints = SPAM
  const fourPoints = { name: 'www.seo.example', message: LINKS.split(' ').slice(0, 2).join(' ') }
  const verdicts: [level: string, four: boolean, five: boolean][] = [
    ['off', false, false],
    ['lenient', false, false],
    ['normal', false, true],
    ['strict', true, true],
  ]
  for (const [level, four, five] of verdicts) {
    await ada.patch(place, { spam: { level } })
    assert.deepEqual([await isSpam(fourPoints), await isSpam(fivePoints)], [four, five], level)
  }
  await ada.patch(place, { spam: { level: 'lenient', block: ['engine'], allow: ['friend.example'] } })
  assert.equal(await isSpam(HAM), true)
  assert.equal(await isSpam({ ...HAM, email: 'cy@friend.example' }), false)
  assert.equal(await isSpam({ ...HAM, email: 'cy@friend.example', _gotcha: 'x' }), true)
  await ada.patch(place, { spam: { block: ['motor'] } })
  assert.equal(await isSpam(HAM), false)
})

test('nothing but the honeypot is spam before the claim', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint(BO)
  await service.submit(endpoint, SPAM)
  await service.deliver()
  assert.equal((await service.emails()).length, 1, 'the claim email')
})

test('the time that form.js sends counts once, and is never stored', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const links = { message: LINKS.slice(0, -20) }
  const key = { 'idempotency-key': 'one-submission-of-bo' }
  const first = await service.submit(ada.endpoint, { ...links, _t: '1999' }, key)
  const again = await service.submit(ada.endpoint, { ...links, _t: '60000' }, key)
  assert.equal(again.json.submission_id, first.json.submission_id, 'a retry may say another time')
  await service.submit(ada.endpoint, { ...links, _t: '2000' })
  await service.submit(ada.endpoint, { ...HAM, _t: 'Tuesday' })
  assert.deepEqual(await listSpam(ada), [{ id: first.json.submission_id, reasons: ['links', 'hurry'] }])
  const stored = (await ada.get('/submissions?folder=all')).json.data as { fields: [string, string][] }[]
  const times = stored.flatMap(({ fields }) => fields.filter(([name]) => name === '_t'))
  assert.deepEqual(times, [['_t', 'Tuesday']])
})

test('a dry run tells the verdict to the owner alone', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  const { json: key } = await ada.post('/keys', { name: 'tests', scopes: ['read'] })
  const { json: weak } = await ada.post('/keys', { name: 'sender', scopes: ['write'] })
  const { json: other } = await bo.post('/keys', { name: 'tests', scopes: ['read'] })
  const ask = async (fields: Record<string, string>, by?: unknown) => {
    const headers: Record<string, string> =
      by === undefined ? {} : { authorization: `Bearer ${Object(by).key}` }
    const { json } = await service.post(`${ada.endpoint.endpoint_url}?dry_run=1`, { form: fields, headers })
    return { spam: json.spam, routes: Object(json.would_route_to).length }
  }
  const unknown = { spam: { verdict: 'unknown', reasons: [] }, routes: 1 }
  for (const caller of [undefined, weak, other]) {
    assert.deepEqual(await ask(SPAM, caller), unknown)
    assert.deepEqual(await ask(HAM, caller), unknown)
  }
  const honeypot = { spam: { verdict: 'spam', reasons: ['honeypot'] }, routes: 0 }
  assert.deepEqual(await ask({ ...HAM, _gotcha: 'x' }), honeypot)
  assert.deepEqual(await ask(HAM, key), { spam: { verdict: 'ham', reasons: [] }, routes: 1 })
  const reasons = ['links', 'wrong_field', 'hurry']
  assert.deepEqual(await ask({ ...SPAM, _t: '1' }, key), { spam: { verdict: 'spam', reasons }, routes: 0 })
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { spam: { level: 'off' } })
  assert.deepEqual(await ask(SPAM), { spam: { verdict: 'ham', reasons: [] }, routes: 1 })
})

async function listSpam(owner: Owner): Promise<{ id: string; reasons: string[] }[]> {
  const { json } = await owner.get('/submissions?folder=spam&limit=100')
  return (json.data as { id: string; spam_reasons: string[] }[]).map(({ id, spam_reasons }) => ({
    id,
    reasons: spam_reasons,
  }))
}

const PREPARED = 'Please send me the brochure about your summer courses, and tell me when the next one begins'

test('the sixth copy of a message by one sender within an hour is spam', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const ada = await signIn(service)
  const place = `/endpoints/${ada.endpoint.form_id}`
  const send = async (email = 'seo@example.org', more = {}) => {
    await service.submit(ada.endpoint, { email, message: PREPARED, ...more })
  }
  for (let n = 1; n <= 5; n += 1) await send()
  assert.deepEqual(await listSpam(ada), [])
  await Promise.all([send(), send()])
  assert.deepEqual(
    (await listSpam(ada)).map(({ reasons }) => reasons),
    [
      ['repeat', 'burst'],
      ['repeat', 'burst'],
    ],
  )
  for (let n = 1; n <= 9; n += 1) await send(`visitor${n}@example.org`)
  assert.equal((await listSpam(ada)).length, 2, 'copies by others are a template')
  await send('seo@example.org', { phone: '+49 30 12' })
  assert.equal((await listSpam(ada)).length, 2, 'whoever has this address can be another')
  await ada.patch(place, { spam: { level: 'lenient' } })
  await send()
  assert.equal((await listSpam(ada)).length, 2, 'five points are not enough here')
  await ada.patch(place, { spam: { level: 'normal' } })
  service.pass({ hours: 1 })
  await send()
  assert.equal((await listSpam(ada)).length, 2, 'an hour later it is no burst')
})

test('copies that arrive at once count each other', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const copy = { name: 'Mallory', message: PREPARED }
  await Promise.all(Array.from({ length: 10 }, () => service.submit(ada.endpoint, copy)))
  assert.equal((await listSpam(ada)).length, 5)
})

test('copies of a text that the owner has opened, answered, archived or called real no longer count', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const ada = await signIn(service)
  let texts = 0
  /** Sends six copies of a new text, deals with one of them, and returns true when the next copy is spam. */
  const isSpamAfter = async (deal: (ids: { first: string; spam: string }) => Promise<unknown>) => {
    texts += 1
    const fields = { email: `bo${texts}@example.org`, message: `${PREPARED} ${'x'.repeat(texts)}` }
    const ids: string[] = []
    for (let n = 0; n < 6; n += 1) {
      ids.push(String((await service.submit(ada.endpoint, fields)).json.submission_id))
    }
    const [spam] = await listSpam(ada)
    assert.equal(spam?.id, ids[5])
    await deal({ first: ids[0] ?? '', spam: ids[5] ?? '' })
    const { json } = await service.submit(ada.endpoint, fields)
    return (await listSpam(ada)).some(({ id }) => id === json.submission_id)
  }
  const move = (id: string, folder: string) => ada.patch(`/submissions/${id}`, { folder })
  assert.equal(await isSpamAfter(async () => null), true)
  assert.equal(await isSpamAfter(({ first }) => move(first, 'trash')), true)
  assert.equal(await isSpamAfter(({ first }) => ada.patch(`/submissions/${first}`, { read: true })), false)
  assert.equal(await isSpamAfter(({ first }) => move(first, 'archive')), false)
  assert.equal(await isSpamAfter(({ spam }) => move(spam, 'inbox')), false)
  assert.equal(
    await isSpamAfter(({ first }) => ada.post(`/submissions/${first}/answer`, { text: 'Yes.' })),
    false,
  )
  assert.equal(
    await isSpamAfter(async ({ first }) => {
      await ada.patch(`/submissions/${first}`, { read: true })
      await move(first, 'spam')
    }),
    true,
    'spam after all',
  )
})

test('nobody else makes the message of a visitor spam: not with her text on other forms, and not with her address', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const owners = [await signIn(service), await signIn(service, BO), await signIn(service, 'cy@builds.dev')]
  const [ada] = owners
  assert.ok(ada)
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { spam: { level: 'strict' } })
  const more = await Promise.all(['Shop', 'Jobs'].map((name) => ada.post('/endpoints', { name })))
  const others = [...owners.slice(1).map(({ endpoint }) => endpoint), ...more.map(({ json }) => json)]
  const visitor = { name: 'Ann', email: 'ann@example.org', message: PREPARED }
  for (const endpoint of others) {
    for (let n = 0; n < 3; n += 1) await service.submit(endpoint as typeof ada.endpoint, visitor)
  }
  for (let n = 0; n < 20; n += 1) {
    await service.submit(ada.endpoint, { ...visitor, email: `mallory${n}@example.org` })
  }
  // Her address on this form: the owner has two copies of the text before a third one gets any points.
  for (let n = 0; n < 4; n += 1) await service.submit(ada.endpoint, visitor)
  const { json } = await service.submit(ada.endpoint, visitor)
  assert.deepEqual(await listSpam(ada), [])
  assert.equal(Object((await ada.get(`/submissions/${json.submission_id}`)).json).folder, 'inbox')
})

test('a form learns the scripts of its real submissions', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const ada = await signIn(service)
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { spam: { level: 'strict' } })
  const LINKED = 'https://a.example https://b.example https://c.example'
  const isSpam = async (message: string) => {
    const { json } = await service.submit(ada.endpoint, { message: `${message} ${LINKED}` })
    return (await listSpam(ada)).some(({ id }) => id === json.submission_id)
  }
  for (let n = 0; n < MIN_REMEMBERED_SCRIPTS - 1; n += 1) {
    await service.submit(ada.endpoint, { message: 'What does the engine cost?' })
  }
  assert.equal(await isSpam('Здравствуйте, мы продвигаем сайты'), false, 'nine tell nothing')
  assert.equal(await isSpam('Γεια σας, προωθούμε ιστοσελίδες'), true)
  assert.equal(await isSpam('Γεια σας, προωθούμε ιστοσελίδες'), true, 'spam teaches no script')
  assert.equal(await isSpam('Здравствуйте, мы продвигаем сайты'), false, 'the tenth did')
})

test('what the owner calls spam teaches no script, and what she calls real does', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const ada = await signIn(service)
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { spam: { level: 'strict' } })
  const RUSSIAN = 'Здравствуйте, мы продвигаем сайты'
  const send = async (message: string) => {
    const { json } = await service.submit(ada.endpoint, { message })
    const { id, reasons } = (await listSpam(ada)).find(({ id }) => id === json.submission_id) ?? {}
    return { id: id ?? String(json.submission_id), isSpam: reasons?.includes('script') === true }
  }
  const sendLinked = () => send(`${RUSSIAN} https://a.example https://b.example https://c.example`)
  const move = async (id: string, folder: string) => {
    await ada.patch(`/submissions/${id}`, { folder })
    await service.deliver()
  }
  for (let n = 0; n < MIN_REMEMBERED_SCRIPTS; n += 1) await send('What does the engine cost?')
  const first = await send(RUSSIAN)
  assert.equal(first.isSpam, false, 'a script alone is too little')
  await move(first.id, 'spam')
  const second = await sendLinked()
  assert.equal(second.isSpam, true)
  await move(second.id, 'inbox')
  assert.equal((await sendLinked()).isSpam, false)
  await move(second.id, 'spam')
  const third = await sendLinked()
  assert.equal(third.isSpam, false, 'the one before is still real')
  await move(first.id, 'archive')
  await move(first.id, 'inbox')
  const [form] = await service.sql('select recent_scripts from endpoints')
  assert.equal(form?.recent_scripts, `${'L'.repeat(MIN_REMEMBERED_SCRIPTS)}CCC`, 'each counts once')
})

test('a flood of one kind of spam pushes out no spam of another', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const ada = await signIn(service)
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { spam: { block: ['casino'] } })
  await service.submit(ada.endpoint, { ...SPAM, message: `${SPAM.message} oldest` })
  await service.submit(ada.endpoint, { message: 'x', _gotcha: 'x' })
  for (let n = 0; n < MAX_STORED_SPAM + 1; n += 1)
    await service.submit(ada.endpoint, { message: `casino ${n}` })
  const stored = await service.sql(
    'select spam_class, count(*) as count from submissions where spam_class is not null group by spam_class order by 1',
  )
  assert.deepEqual(
    stored.map((row) => [row.spam_class, Number(row.count)]),
    [
      ['blocked_word', MAX_STORED_SPAM],
      ['honeypot', 1],
      ['links', 1],
    ],
  )
})
