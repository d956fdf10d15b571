import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_LABEL_NAME_LENGTH, MAX_NOTE_LENGTH } from '../../../src/domain/submissions/label.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { BO, startService } from '../../support/service/service.ts'

const NO_LABEL = 'lab_00000000000000000000000000'
const HOSTILE = ['__proto__', 'constructor', '=1+1', '\u202egnp.exe', '<b>&amp;', 'a,"b', '山', '🌷'] as const
type Listed = { id: string; labels: { id: string; name: string; color: string }[]; note: string | null }

/** Ada with three messages, the newest first, and Bo with one. */
async function openOwners() {
  const service = await startService()
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  await ada.delete(`/endpoints/${ada.endpoint.form_id}/submissions`)
  for (const message of ['one', 'two', 'three']) {
    service.pass({ minutes: 1 })
    await service.submit(ada.endpoint, { message })
  }
  const listed = async (query = '') => (await ada.get(`/submissions?${query}`)).json.data as Listed[]
  const add = async (owner: typeof ada, name: string, color = 'teal') =>
    (await owner.post('/labels', { name, color })).json as Listed['labels'][number]
  return Object.assign(service, { ada, bo, listed, add })
}

test('an owner stars, labels and notes a submission, and finds it by these', async () => {
  await using service = await openOwners()
  const { ada, listed, add } = service
  const [three, two] = await listed()
  const lead = await add(ada, 'Lead')
  const later = await add(ada, 'later', 'red')
  const place = `/submissions/${three?.id}`
  const marked = await ada.patch(place, {
    starred: true,
    labels: [later.id, lead.id],
    note: ' Call\r\nback ',
  })
  assert.deepEqual(
    [marked.json.starred, marked.json.labels, marked.json.note],
    [
      true,
      [later, lead].sort((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1)),
      'Call\nback',
    ],
  )
  await ada.patch(`/submissions/${two?.id}`, { labels: [lead.id] })
  const ids = async (query: string) => (await listed(query)).map(({ id }) => id)
  assert.deepEqual(await ids('starred=1'), [three?.id])
  assert.deepEqual(await ids(`label=${lead.id}`), [three?.id, two?.id])
  assert.deepEqual(await ids(`label=${lead.id}&q=two`), [two?.id])
  assert.deepEqual(await ids(`label=${lead.id}&starred=1&unread=0`), [])
  assert.equal((await ada.get(`/submissions/count?label=${lead.id}`)).json.count, 2)
  assert.equal((await ada.get(`/submissions?label=${lead.id}`)).json.unread, 2)
  const renamed = await ada.patch(`/labels/${lead.id}`, { name: 'Prospect' })
  assert.deepEqual(renamed.json, { ...lead, name: 'Prospect' })
  assert.equal((await listed('starred=1'))[0]?.labels[1]?.name, 'Prospect')
  const emptied = await ada.patch(place, { starred: false, labels: [], note: null })
  assert.deepEqual([emptied.json.starred, emptied.json.labels, emptied.json.note], [false, [], null])
  await ada.delete(`/labels/${lead.id}`)
  assert.equal((await ada.get(`/submissions?label=${lead.id}`)).json.code, 'label_not_found')
})

test('an owner stars and labels many at once: selected ones, and all that match', async () => {
  await using service = await openOwners()
  const { ada, listed, add } = service
  const [three, two, one] = (await listed()).map(({ id }) => id)
  const label = await add(ada, 'Lead')
  const bulk = async (body: object) => (await ada.post('/submissions/bulk', body)).json
  assert.equal((await bulk({ ids: [three, one], action: 'star' })).changed, 2)
  assert.equal((await bulk({ filter: { starred: true }, action: 'label', label: label.id })).changed, 2)
  assert.equal((await bulk({ filter: {}, action: 'label', label: label.id })).changed, 1)
  assert.equal((await bulk({ ids: [two], action: 'unlabel', label: label.id })).changed, 1)
  assert.equal((await bulk({ filter: { label: label.id }, action: 'unstar' })).changed, 2)
  assert.deepEqual(
    (await listed(`label=${label.id}`)).map(({ id }) => id),
    [three, one],
  )
  assert.equal((await bulk({ filter: {}, action: 'label' })).field, 'label')
  assert.equal((await bulk({ filter: {}, action: 'star', label: label.id })).field, 'label')
  assert.equal((await bulk({ filter: {}, action: 'unlabel', label: NO_LABEL })).code, 'label_not_found')
})

test('labels, submissions and views of another owner do not exist', async () => {
  await using service = await openOwners()
  const { ada, bo, listed, add } = service
  const [hers] = await listed()
  const label = await add(ada, 'Hers')
  const view = (await ada.post('/views', { name: 'Hers', filter: { label: label.id } })).json
  const his = ((await bo.get('/submissions')).json.data as Listed[])[0]
  const refusals = [
    await bo.patch(`/submissions/${hers?.id}`, { starred: true, note: 'x' }),
    await bo.patch(`/submissions/${his?.id}`, { labels: [label.id], starred: true }),
    await bo.get(`/submissions?label=${label.id}`),
    await bo.get(`/submissions/export?label=${label.id}`),
    await bo.post('/submissions/bulk', { filter: {}, action: 'label', label: label.id }),
    await bo.patch(`/labels/${label.id}`, { name: 'His' }),
    await bo.delete(`/labels/${label.id}`),
    await bo.patch(`/views/${view.id}`, { name: 'His' }),
    await bo.delete(`/views/${view.id}`),
  ]
  assert.deepEqual(
    refusals.map(({ json }) => json.code),
    [
      'submission_not_found',
      ...Array.from({ length: 6 }, () => 'label_not_found'),
      'view_not_found',
      'view_not_found',
    ],
  )
  assert.equal((await bo.get(`/submissions/${his?.id}`)).json.starred, false, 'nothing of it was done')
  assert.deepEqual((await bo.get('/labels')).json.data, [])
  assert.deepEqual((await bo.get('/views')).json.data, [])
  const borrowed = await bo.post('/views', { name: 'Borrowed', filter: { label: label.id } })
  assert.equal(borrowed.status, 201)
  assert.equal(((await bo.get('/views')).json.data as { unread: number | null }[])[0]?.unread, null)
  assert.equal((await bo.post('/submissions/bulk', { ids: [hers?.id], action: 'star' })).json.changed, 0)
  assert.equal((await ada.get(`/submissions/${hers?.id}`)).json.starred, false)
})

test('hostile words stay words, in answers and in every export', async () => {
  await using service = await openOwners()
  const { ada, listed, add } = service
  const [one] = await listed()
  const made = []
  for (const name of HOSTILE) made.push(await add(ada, name))
  assert.deepEqual(
    made.map(({ name }) => name),
    [...HOSTILE],
  )
  const note = '=cmd|calc\n\u202e"quoted", <script>alert(1)</script>'
  await ada.patch(`/submissions/${one?.id}`, { labels: made.map(({ id }) => id), note })
  const [shown] = await listed(`label=${made[0]?.id}`)
  assert.deepEqual(new Set(shown?.labels.map(({ name }) => name)), new Set(HOSTILE))
  assert.equal(shown?.note, note)
  const csv = (await ada.get('/submissions/export?format=csv')).text
  assert.match(csv, /^"id","endpoint","received_at","folder","labels","note","message"\r\n/)
  assert.ok(csv.includes(`"${note.replaceAll('"', '""')}"`), 'exact for programs')
  const sheet = (await ada.get('/submissions/export?format=csv&bom=1')).text
  assert.ok(sheet.includes(`"'${note.replaceAll('"', '""')}"`), 'inert for spreadsheets')
  const ndjson = (await ada.get('/submissions/export?format=ndjson')).text.trim().split('\n')
  assert.deepEqual(JSON.parse(ndjson[0] ?? '').labels, shown?.labels)
  const account = (await ada.get('/account/export')).json as { labels: unknown[]; submissions: Listed[] }
  assert.equal(account.labels.length, HOSTILE.length)
  assert.ok(account.submissions.some((submission) => submission.note === note))
  for (const name of ['x'.repeat(MAX_LABEL_NAME_LENGTH + 1), 'x'.repeat(10_000), '', ' ', 'a\nb', '\u0000'])
    assert.equal((await ada.post('/labels', { name })).json.field, 'name')
  assert.equal((await ada.post('/labels', { name: 'x', color: '#ff0000' })).json.field, 'color')
  const long = await ada.patch(`/submissions/${one?.id}`, { note: 'x'.repeat(MAX_NOTE_LENGTH + 1) })
  assert.equal(long.json.field, 'note')
  const most = await ada.patch(`/submissions/${one?.id}`, { note: 'x'.repeat(MAX_NOTE_LENGTH) })
  assert.equal(String(most.json.note).length, MAX_NOTE_LENGTH)
})

test('a note and labels are shown to no visitor and in no email', async () => {
  await using service = await openOwners()
  const { ada, add } = service
  const sent = await service.submit(ada.endpoint, { message: 'secret?' })
  const { submission_id: id } = sent.json
  const label = await add(ada, 'Canary-label')
  await ada.patch(`/submissions/${id}`, { labels: [label.id], note: 'Canary-note' })
  await service.deliver()
  const receipt = sent.headers.get('link') ?? ''
  const address = /<([^>]+)>/.exec(receipt)?.[1] ?? assert.fail('no receipt')
  const page = await service.get(address.replace(service.base, ''))
  assert.match(page.text, /stored_at/)
  const everything = [page.text, ...(await service.emails()).map((email) => JSON.stringify(email))].join()
  assert.ok(!/Canary/.test(everything))
})

test('saved views count what is unread without a search', async () => {
  await using service = await openOwners()
  const { ada, listed, add } = service
  const [three] = await listed()
  const label = await add(ada, 'Lead')
  await ada.patch(`/submissions/${three?.id}`, { labels: [label.id], starred: true })
  const filters = [
    { folder: 'inbox' },
    { starred: true },
    { label: label.id, unread: true },
    { endpoint: ada.endpoint.form_id, folder: 'all' },
    { q: 'one' },
    { endpoint: 'f_0000000000000000' },
  ]
  for (const [n, filter] of filters.entries()) {
    const made = await ada.post('/views', { name: `View ${n}`, filter })
    assert.deepEqual(made.json.filter, filter)
  }
  const data = (await ada.get('/views')).json.data as { id: string; unread: number | null }[]
  const all = (await ada.get('/submissions?folder=all')).json.unread
  assert.deepEqual(
    data.map(({ unread }) => unread),
    [all, 1, 1, all, null, null],
  )
  const changed = await ada.patch(`/views/${data[1]?.id}`, { name: 'Starred', filter: {} })
  assert.deepEqual([changed.json.name, changed.json.filter], ['Starred', {}])
  assert.equal((await ada.patch(`/views/${data[1]?.id}`, { name: 'VIEW 0' })).json.code, 'name_taken')
  assert.equal((await ada.post('/views', { name: 'x', filter: { before: '2026-01-01' } })).status, 400)
  assert.equal((await ada.post('/views', { name: 'x', filter: { q: 'x'.repeat(3000) } })).status, 400)
  await ada.delete(`/views/${data[0]?.id}`)
  const left = (await ada.get('/views')).json.data as unknown[]
  assert.equal(left.length, filters.length - 1)
})
