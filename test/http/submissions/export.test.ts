import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createCalls, signIn } from '../../support/fixtures/owner.ts'
import { startService } from '../../support/service/service.ts'

/** Reads CSV as RFC 4180 has it, character by character; throws where a cell is not quoted. */
function readCsv(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  for (let at = 0; at < text.length; ) {
    assert.equal(text[at], '"', `a cell begins with a quote at ${at}`)
    let cell = ''
    for (at += 1; ; at += 1) {
      if (text[at] !== '"') cell += text[at] ?? assert.fail('a cell is not closed')
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else break
    }
    record.push(cell)
    at += 1
    if (text[at] === ',') at += 1
    else {
      assert.equal(text.slice(at, at + 2), '\r\n', `a record ends at ${at}`)
      at += 2
      records.push(record)
      record = []
    }
  }
  assert.deepEqual(record, [])
  return records
}

test('an export has a column for each name in order of appearance', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await service.post(ada.endpoint.endpoint_url, {
    form: [
      ['name', 'Ünïcode 👋'],
      ['topic', 'a'],
      ['topic', 'b'],
      ['message', 'line one\nline "two", three'],
    ],
  })
  await service.post(ada.endpoint.endpoint_url, {
    json: {
      message: null,
      count: 7,
      deep: { a: [1, { b: 2 }] },
      list: [1, 'x', null, true],
      constructor: 'own',
    },
  })
  const answer = await ada.get('/submissions/export?format=csv')
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8; header=present')
  assert.equal(
    answer.headers.get('content-disposition'),
    'attachment; filename="submissions-all-2026-11-10.csv"',
  )
  const [head = [], ...records] = readCsv(answer.text)
  assert.deepEqual(head, [
    ...['id', 'endpoint', 'received_at', 'folder'],
    ...['message', 'count', 'deep', 'list', 'constructor', 'name', 'topic'],
  ])
  const ids = ((await ada.get('/submissions')).json.data as { id: string; received_at: string }[]).map(
    (one) => [one.id, ada.endpoint.form_id, one.received_at, 'inbox'],
  )
  assert.deepEqual(records, [
    [...(ids[0] ?? []), '', '7', '{"a":[1,{"b":2}]}', '1, x, , true', 'own', '', ''],
    [...(ids[1] ?? []), 'line one\nline "two", three', '', '', '', '', 'Ünïcode 👋', 'a, b'],
    [...(ids[2] ?? []), 'the first', '', '', '', '', '', ''],
  ])
})

test('a CSV export has columns for reserved and empty fields only on request', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await service.submit(ada.endpoint, { message: 'hello', company: '', _page: '/contact', _empty: '' })
  const head = async (query: string) => {
    const { status, text } = await ada.get(`/submissions/export${query}`)
    assert.equal(status, 200)
    return readCsv(text)[0]?.slice(4)
  }
  assert.deepEqual(await head(''), ['message'])
  assert.deepEqual(await head('?include=empty'), ['message', 'company'])
  assert.deepEqual(await head('?include=reserved'), ['message', '_page'])
  assert.deepEqual(await head('?include=all'), ['message', 'company', '_page', '_empty'])
  assert.equal((await ada.get('/submissions/export?include=more')).status, 400)
  assert.ok((await ada.get('/submissions/export?format=ndjson')).text.includes('_page'))
})

/** Reads CSV as a spreadsheet does that splits at another character: quotes count at the beginning of a cell only. */
function readSplitAt(delimiter: string, text: string): string[] {
  const cells: string[] = []
  for (let at = 0; at < text.length; at += 1) {
    let cell = ''
    let quoted = text[at] === '"'
    if (quoted) at += 1
    for (; at < text.length; at += 1) {
      const letter = text[at] ?? ''
      if (quoted && letter === '"' && text[at + 1] === '"') at += 1
      else if (quoted && letter === '"') {
        quoted = false
        continue
      } else if (!quoted && (letter === delimiter || letter === '\n' || letter === '\r')) break
      cell += letter
    }
    cells.push(cell)
  }
  return cells
}

test('no cell of an export for spreadsheets is a formula where a spreadsheet splits at semicolons or tabs', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const ada = await signIn(service)
  const post = async (json: object) =>
    assert.equal((await service.post(ada.endpoint.endpoint_url, { json })).status, 200)
  for (const delimiter of [';', '\t', '\n', '\r\n', '\r']) {
    const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '"=', '""=', '\ufeff=']
    const texts = signs.map((sign) => `hello${delimiter}${sign}1+1${delimiter}end`)
    await post({ ...Object.fromEntries(texts.map((text) => [text, 'name'])), value: texts.join(delimiter) })
  }
  const harmless = 'a - b; c=d; e\nf@g.dev; 1+1\n\n12'
  await post({ value: harmless })
  const { text } = await ada.get('/submissions/export?folder=all&bom=1')
  for (const delimiter of [';', '\t', ',']) {
    const formulas = readSplitAt(delimiter, text).filter((cell) => /^["\ufeff]*[=+\-@＝＋－＠]/.test(cell))
    assert.deepEqual(formulas, [], JSON.stringify(delimiter))
  }
  assert.ok(readCsv(text).flat().includes(harmless), 'other text is as it was sent')
})

test('no cell of an export for spreadsheets is a formula, neither in a name nor in a value', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const evil = [
    "=cmd|'/c calc'!A1",
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1',
    '＋1',
    '－1',
    '＠1',
    '"=1',
  ]
  for (const text of evil)
    await service.post(ada.endpoint.endpoint_url, { json: { [text]: 'name', value: text } })
  await service.post(ada.endpoint.endpoint_url, { json: { list: ['=1', 2] } })
  const { text } = await ada.get('/submissions/export?folder=all&bom=1')
  const cells = readCsv(text).flat()
  for (const cell of cells) assert.doesNotMatch(cell, /^[=+\-@\t\r\n＝＋－＠]/)
  for (const one of evil) {
    const shown = cells.filter((cell) => cell.replaceAll("'", '') === one.replaceAll("'", ''))
    assert.ok(shown.length >= 1, one)
    assert.ok(shown.every((cell) => cell.startsWith("'") || one.startsWith('"')))
  }
  assert.ok(cells.includes("'=1, 2"))
  assert.ok(text.includes('"""=1"'))

  const raw = await ada.get('/submissions/export?format=json')
  assert.ok(raw.text.includes("=cmd|'/c calc'!A1"), 'in JSON everything stands as it was sent')
})

test('a CSV export for programs contains what was sent, also what a spreadsheet would calculate', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const sent = ['+49 331 2005', '=1+1', '-5', '@jane', 'a;=b', '"quoted"']
  for (const message of sent) await service.submit(ada.endpoint, { message })
  const rows = readCsv((await ada.get('/submissions/export')).text).slice(1)
  assert.deepEqual(
    rows.map((row) => row[4]),
    [...sent.toReversed(), 'the first'],
  )
})

test('adds a byte order mark for Excel on request', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bytes = async (query: string) => {
    const answer = await fetch(`${service.base}/api/v1/submissions/export?${query}`, {
      headers: { cookie: ada.cookie, 'sec-fetch-site': 'same-origin' },
    })
    return Buffer.from(await answer.arrayBuffer())
      .subarray(0, 4)
      .toString('hex')
  }
  assert.equal(await bytes('bom=1'), 'efbbbf22')
  assert.equal((await bytes('')).slice(0, 2), '22')
})

test('JSON and NDJSON exports contain what the list contains', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const empty = await ada.get('/submissions/export?format=json&folder=archive')
  assert.deepEqual(JSON.parse(empty.text), [])
  for (let n = 0; n < 3; n += 1) await service.submit(ada.endpoint, { message: `m${n}` })
  const listed = (await ada.get('/submissions')).json.data
  const json = await ada.get('/submissions/export?format=json')
  assert.equal(json.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.deepEqual(JSON.parse(json.text), listed)
  const lines = await ada.get(`/submissions/export?format=ndjson&endpoint=${ada.endpoint.form_id}`)
  assert.match(
    lines.headers.get('content-disposition') ?? '',
    /filename="submissions-f_[0-9a-z]{16}-2026-11-10\.ndjson"/,
  )
  const records = lines.text.trimEnd().split('\n')
  assert.deepEqual(
    records.map((line) => JSON.parse(line)),
    listed,
  )
})

test('an export contains what its filter matches in all endpoints of its owner only', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bo = await signIn(service, 'bo@builds.dev')
  await service.submit(bo.endpoint, { message: "Bo's own" })
  const other = String((await ada.post('/endpoints')).json.id)
  await service.post(`/f/${other}`, { form: { message: 'elsewhere' } })
  await service.submit(ada.endpoint, { message: 'caught', _gotcha: 'x' })
  const readExport = async (query: string) => {
    const { text } = await ada.get(`/submissions/export?format=ndjson&${query}`)
    return [...text.matchAll(/\["message","([^"]*)"\]/g)].map(([, message]) => message)
  }
  assert.deepEqual(await readExport(''), ['elsewhere', 'the first'])
  assert.deepEqual(await readExport('folder=all'), ['elsewhere', 'caught', 'the first'])
  assert.deepEqual(await readExport(`endpoint=${other}`), ['elsewhere'])
  assert.deepEqual(await readExport('unread=0'), [])
  assert.deepEqual(await readExport('after=2026-11-11'), [])
  const foreign = await ada.get(`/submissions/export?endpoint=${bo.endpoint.form_id}`)
  assert.deepEqual([foreign.status, foreign.json.code], [404, 'endpoint_not_found'])
})

test('names beyond a thousand share a column', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const ada = await signIn(service)
  for (let n = 0; n < 7; n += 1) {
    const names = Array.from({ length: 150 }, (_, m) => `name ${n * 150 + m}`)
    await service.post(ada.endpoint.endpoint_url, {
      json: Object.fromEntries(names.map((name) => [name, `=${name}`])),
    })
  }
  const [head = [], ...records] = readCsv((await ada.get('/submissions/export')).text)
  assert.equal(head.length, 4 + 1000 + 1)
  assert.equal(head.at(-1), 'more_fields')
  assert.ok(records.every((record) => record.length === head.length))
  const more = records.map((record) => record.at(-1)).filter((cell) => cell !== '')
  assert.equal(Object.keys(Object.assign({}, ...more.map((cell) => JSON.parse(cell ?? '')))).length, 51)
})

test('an export excludes submissions that arrive after it started', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const ada = await signIn(service)
  // Copies of one message are spam.
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { spam: { level: 'off' } })
  const large = 'x'.repeat(60_000)
  for (let n = 0; n < 40; n += 1) await service.submit(ada.endpoint, { message: `${n} ${large}` })
  const answer = await fetch(`${service.base}/api/v1/submissions/export?format=ndjson`, {
    headers: { cookie: ada.cookie, 'sec-fetch-site': 'same-origin' },
  })
  const reader = answer.body?.getReader() ?? assert.fail()
  let text = new TextDecoder().decode((await reader.read()).value)
  await service.submit(ada.endpoint, { message: 'too late' })
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    text += new TextDecoder().decode(value, { stream: true })
  }
  assert.equal(text.trimEnd().split('\n').length, 41)
  assert.ok(!text.includes('too late'))
})

test('an export whose reader disconnects does not delay stopping', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const ada = await signIn(service)
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { spam: { level: 'off' } })
  const large = 'x'.repeat(60_000)
  for (let n = 0; n < 45; n += 1)
    await service.submit(ada.endpoint, { a: large, b: large, c: large, d: large })
  const asking = request(`${service.base}/api/v1/submissions/export?format=ndjson`, {
    headers: { cookie: ada.cookie, 'sec-fetch-site': 'same-origin' },
  })
  asking.end()
  const [answer] = await once(asking, 'response')
  await once(answer, 'readable')
  answer.destroy()
  asking.on('error', () => {})
  assert.equal((await ada.get('/me')).status, 200)
  // Stopping waits for responses in progress, for as long as a request may take.
  const closed = service.close().then(() => 'closed')
  assert.equal(await Promise.race([closed, setTimeout(60_000, 'still open', { ref: false })]), 'closed')
})

test('a HEAD request describes an export without creating it', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const head = await createCalls(service, { cookie: ada.cookie, 'sec-fetch-site': 'same-origin' }).head(
    '/submissions/export?format=json',
  )
  assert.deepEqual([head.status, head.text], [200, ''])
  assert.match(head.headers.get('content-disposition') ?? '', /\.json"$/)
})
