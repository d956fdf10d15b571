import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createCalls, type Owner, signIn } from '../../support/fixtures/owner.ts'
import { BO, startService, type TestService } from '../../support/service/service.ts'

type Report = {
  imported: number
  skipped: number
  failed: number
  errors: { line: number; message: string }[]
}
type Stored = {
  received_at: string
  imported_at: string | null
  folder: string
  read: boolean
  delivery: string | null
  fields: [string, unknown][]
  files: unknown[]
}

/** An export of Formspree's API, the newest first, and one of its dashboard. */
const FORMSPREE = `{
  "host": "acme.org", "fields": ["_date", "_id", "submissions", "email"],
  "submissions": [
    {"_date": "2026-11-03T07:28:29.707632", "_id": 2, "email": "jane@acme.org", "message": "newer", "_status": {}},
    {"date": "2018-11-02T07:28:29Z", "id": "x1", "email": "joe@acme.org", "message": "older, \\"quoted\\" ] }", "7": [1]}
  ]
}`
const CSV = [
  '\ufeffid,date,name,message,date',
  'a1,2024-05-01 10:20:30,Ünï,"two',
  'lines, and ""quotes""",2026-12-24',
  'a2,2024-05-01T10:20:30+02:00,Jane,,',
  '',
].join('\r\n')

function createImport(service: TestService, owner: Owner | ReturnType<typeof createCalls>, formId: string) {
  const cookie: Record<string, string> =
    'cookie' in owner ? { cookie: owner.cookie, 'sec-fetch-site': 'same-origin' } : {}
  return async (format: string, body: BodyInit, headers: Record<string, string> = {}) => {
    const answer = await service.post(`/api/v1/endpoints/${formId}/import?format=${format}`, {
      body,
      headers: { ...cookie, 'content-type': 'application/octet-stream', ...headers },
    })
    return { ...answer, report: answer.json as unknown as Report }
  }
}

async function listAll(owner: Owner, query = ''): Promise<Stored[]> {
  return ((await owner.get(`/submissions?folder=all&limit=100${query}`)).json as { data: Stored[] }).data
}

test('imports the exports of Formspree once, with their times, read and in the archive', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await service.deliver()
  const emails = (await service.emails()).length
  const usage = (await ada.get('/usage')).text
  const id = ada.endpoint.form_id
  const importFile = createImport(service, ada, id)
  const first = await importFile('formspree-json', FORMSPREE)
  assert.equal(first.status, 200, first.text)
  assert.deepEqual(first.report, { imported: 2, skipped: 0, failed: 0, errors: [] })
  const again = await importFile('formspree-json', FORMSPREE)
  assert.deepEqual(again.report, { imported: 0, skipped: 2, failed: 0, errors: [] })

  const [newer, older, own] = await listAll(ada)
  assert.deepEqual(
    [newer?.received_at, newer?.imported_at, newer?.folder, newer?.read, newer?.delivery],
    ['2026-11-03T07:28:29.707Z', service.now().toISOString(), 'archive', true, null],
  )
  assert.deepEqual(newer?.fields, [
    ['_id', 2],
    ['email', 'jane@acme.org'],
    ['message', 'newer'],
    ['_status', {}],
  ])
  assert.equal(older?.received_at, '2018-11-02T07:28:29.000Z')
  assert.deepEqual(older?.fields, [
    ['_id', 'x1'],
    ['email', 'joe@acme.org'],
    ['message', 'older, "quoted" ] }'],
    ['7', [1]],
  ])
  assert.equal(own?.imported_at, null)

  await service.deliver()
  assert.equal((await service.emails()).length, emails, 'nothing is emailed')
  assert.equal((await ada.get('/usage')).text, usage, 'no quota is used')
  const unread = (await ada.get(`/endpoints/${id}`)).json.unread
  assert.equal(unread, 1, 'only the real one is unread')

  assert.equal((await listAll(ada, '&q=quoted')).length, 1, 'search finds it')
  const csv = (await ada.get('/submissions/export?format=csv&folder=all')).text
  assert.match(csv, /"2018-11-02T07:28:29\.000Z","archive"/)
  const recent = new Date(service.now().getTime() - 60_000).toISOString()
  assert.equal((await listAll(ada, `&after=${recent}`)).length, 3, 'dates count from the import')
  const { data } = (await ada.get('/audit')).json as {
    data: { action: string; subject: string; detail: string }[]
  }
  assert.deepEqual(
    data
      .filter(({ action }) => action === 'submissions_imported')
      .map(({ subject, detail }) => [subject, detail]),
    [[id, '2']],
  )

  // Retention counts from the import: the old times do not delete anything at once.
  service.pass({ days: 20 })
  await service.service.maintenance()
  assert.equal((await service.sql('select key from submissions')).length, 3)
  service.pass({ days: 10, minutes: 10 })
  for (let hour = 0; hour <= 24; hour += 1) {
    await service.service.maintenance()
    service.pass({ hours: 1 })
  }
  assert.deepEqual(await service.sql('select key from submissions'), [])
})

test('imports CSV with a byte order mark, quoted lines and repeated names', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const importFile = createImport(service, ada, ada.endpoint.form_id)
  const { report } = await importFile('csv', CSV)
  assert.deepEqual(report, { imported: 2, skipped: 0, failed: 0, errors: [] })
  const [first, second] = await listAll(ada)
  assert.deepEqual(
    [first?.received_at, first?.fields],
    [
      '2024-05-01T10:20:30.000Z',
      [
        ['_id', 'a1'],
        ['name', 'Ünï'],
        ['message', 'two\r\nlines, and "quotes"'],
        ['date', '2026-12-24'],
      ],
    ],
  )
  assert.deepEqual([second?.received_at, second?.fields.length], ['2024-05-01T08:20:30.000Z', 2])
  // Our own export can be imported into another form; a spreadsheet may have separated it by semicolons.
  const other = await signIn(service, BO)
  const own = (await ada.get('/submissions/export?format=csv&folder=archive')).text
  const moved = await createImport(
    service,
    other,
    other.endpoint.form_id,
  )('csv', own.replaceAll('","', '";"'))
  assert.deepEqual(moved.report, { imported: 2, skipped: 0, failed: 0, errors: [] })
  const [copy] = await listAll(other)
  assert.deepEqual(
    [copy?.received_at, copy?.fields.slice(0, 3).map(([name]) => name)],
    [first?.received_at, ['_id', '_endpoint', '_folder']],
  )
})

test('keeps files in exports of others as links: addresses, lists of them and objects', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const upload = createImport(service, ada, ada.endpoint.form_id)
  const link = 'https://uploads.vendor.example/u/7/r%C3%A9sum%C3%A9.pdf?token=a.b'
  const rows = [
    { _date: '2026-11-03T07:28:29Z', cv: link, photos: [link, `${link}2`] },
    {
      _date: '2026-11-02T07:28:29Z',
      cv: { filename: 'résumé.pdf', type: 'application/pdf', size: 7, url: link },
    },
  ]
  assert.equal((await upload('formspree-json', JSON.stringify({ submissions: rows }))).report.imported, 2)
  const csv = `date,cv,photos\r\n2026-11-01T07:28:29Z,${link},"${link}, ${link}2"\r\n`
  assert.equal((await upload('csv', csv)).report.imported, 1)
  const imported = (await listAll(ada)).filter(({ imported_at: at }) => at !== null)
  assert.deepEqual(
    imported.map(({ fields }) => Object.fromEntries(fields)),
    [
      { cv: link, photos: `${link}, ${link}2` },
      { cv: link, photos: [link, `${link}2`] },
      { cv: rows[1]?.cv },
    ],
  )
  assert.ok(imported.every(({ files }) => files.length === 0))
})

test('reports each bad row by its line, and imports all others', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const importFile = createImport(service, ada, ada.endpoint.form_id)
  const rows = [
    'received_at,message,',
    '2024-01-01,good,',
    '2024-02-30,no such day,',
    '1999-12-31T23:59:59Z,too early,',
    '2026-11-11,in the future,',
    '11/3/2018,ambiguous,',
    '2024-01-01,missing cell',
    '2024-01-01,"quoted"text,',
    '2024-01-01,,',
    '2024-01-01,unnamed column,x',
    '2024-01-01,"two',
    'lines",',
    `2024-01-01,${'x'.repeat(70_000)},`,
    '2000-01-01T00:00:00Z,the earliest,',
    ',without a time,',
  ]
  const bytes = Buffer.concat([
    Buffer.from(`${rows.join('\n')}\n2024-01-01,`),
    Buffer.from([0xff, 0xfe]),
    Buffer.from(',\n'),
  ])
  const { report } = await importFile('csv', bytes)
  assert.deepEqual([report.imported, report.failed], [4, 10])
  assert.deepEqual(
    report.errors.map(({ line }) => line),
    [3, 4, 5, 6, 7, 8, 9, 10, 13, 16],
  )
  assert.match(report.errors[0]?.message ?? '', /not a time/)
  assert.match(report.errors[2]?.message ?? '', /future/)
  assert.match(report.errors[9]?.message ?? '', /UTF-8/)
  const deep = `${'['.repeat(20)}${']'.repeat(20)}`
  const json = await importFile('formspree-json', `[1,\n{"a":${deep}},\n{"a":"b"}\n]`)
  assert.deepEqual([json.report.imported, json.report.errors.map(({ line }) => line)], [1, [1, 2]])
  const many = `message\n${'a,b\n'.repeat(150)}`
  const capped = await importFile('csv', many)
  assert.deepEqual([capped.report.failed, capped.report.errors.length], [150, 100])
})

test('refuses files that cannot be read to their end, and imports nothing of them', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const importFile = createImport(service, ada, ada.endpoint.form_id)
  const broken: [string, string | Buffer, RegExp][] = [
    ['csv', '', /empty/],
    ['csv', 'a,b\n', /empty/],
    ['csv', 'a,b\n1,2\n3,"4\n5,6\n', /^Line 3: A quote .* never closed/],
    ['csv', `${'a,'.repeat(10_000)}b\n1\n`, /2001 columns/],
    ['csv', `${'a'.repeat(200)}\n1\n`, /longer than 128 bytes/],
    ['csv', Buffer.from('\ufeffa\n1\n', 'utf16le'), /not UTF-8/],
    ['formspree-json', '{"submissions":[{"a":"b"},{"a":', /^Line 1: .*ends too early/],
    ['formspree-json', '[{"a":"b"},\n]', /^Line 2: /],
    ['formspree-json', '[{"a":"b"} {"a":"b"}]', /well-formed/],
    ['formspree-json', '{"other":{"submissions":[]}}', /no list "submissions"/],
    ['formspree-json', '{"submissions":{}}', /no list/],
    ['formspree-json', 'a,b\n1,2', /no list/],
  ]
  for (const [format, body, message] of broken) {
    const answer = await importFile(format, new Uint8Array(Buffer.from(body)))
    assert.deepEqual([answer.status, answer.json.code], [400, 'body_unparsable'], String(body).slice(0, 40))
    assert.match(String(answer.json.message), message)
  }
  const zipped = await importFile('csv', gzipSync(CSV), { 'content-encoding': 'gzip' })
  assert.deepEqual([zipped.status, zipped.json.code], [415, 'unsupported_media_type'])
  const format = await importFile('xml', CSV)
  assert.deepEqual([format.status, format.json.field], [400, 'format'])
  assert.equal((await listAll(ada)).length, 1)
})

test('one long line or many rows neither stop the service nor get lost', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const importFile = createImport(service, ada, ada.endpoint.form_id)
  const huge = await importFile('csv', `message\n${'x'.repeat(10_000_000)}\n${'"'.repeat(1_000_000)}\n`)
  assert.deepEqual([huge.report.imported, huge.report.failed], [0, 2])
  const rows = Array.from({ length: 2500 }, (_, row) => ({ message: `row ${row}`, padding: 'x'.repeat(100) }))
  const importing = importFile('formspree-json', JSON.stringify(rows))
  const submitted = await service.submit(ada.endpoint, { message: 'meanwhile' })
  assert.equal(submitted.status, 200)
  assert.deepEqual((await importing).report, { imported: 2500, skipped: 0, failed: 0, errors: [] })
  const again = await importFile('formspree-json', JSON.stringify([...rows, { message: 'one more' }]))
  assert.deepEqual([again.report.imported, again.report.skipped], [1, 2500])
  const [newest] = await listAll(ada)
  assert.equal(newest?.fields[0]?.[1], 'one more')
})

test('only the owner imports, with the scope write, into a form that is not retired', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  const id = ada.endpoint.form_id
  const stranger = await createImport(service, bo, id)('csv', CSV)
  assert.deepEqual([stranger.status, stranger.json.code], [404, 'endpoint_not_found'])
  const key = async (scopes: string[]) => String((await ada.post('/keys', { name: 'x', scopes })).json.key)
  const withKey = async (scopes: string[]) => {
    const headers = { authorization: `Bearer ${await key(scopes)}` }
    return createImport(service, createCalls(service, headers), id)('csv', CSV, headers)
  }
  assert.equal((await withKey(['read'])).json.code, 'scope_missing')
  assert.equal((await withKey(['write'])).report.imported, 2)
  await ada.post(`/endpoints/${id}/retire`, {})
  const retired = await createImport(service, ada, id)('csv', CSV)
  assert.deepEqual([retired.status, retired.json.code], [410, 'endpoint_retired'])
})
