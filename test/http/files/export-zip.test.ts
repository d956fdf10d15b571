import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { pino } from 'pino'
import { type Attached, attachFile, attachFiles, loseBytes } from '../../support/fixtures/attached-files.ts'
import { PDF, PNG } from '../../support/fixtures/files.ts'
import { type Owner, signIn } from '../../support/fixtures/owner.ts'
import { type Unzipped, unzip, withoutUnzip } from '../../support/fixtures/unzip.ts'
import { BO, startService, type TestService } from '../../support/service/service.ts'

async function fetchArchive(service: TestService, owner: Owner, address: string) {
  const response = await fetch(`${service.base}/api/v1${address}`, { headers: { cookie: owner.cookie } })
  return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}

async function exportZip(service: TestService, owner: Owner, query = '') {
  const { bytes } = await fetchArchive(service, owner, `/submissions/export?format=zip${query}`)
  return unzip(bytes)
}

const textOf = (entries: Unzipped[], name: string) =>
  entries.find((entry) => entry.name === name)?.bytes.toString() ?? assert.fail(name)

test('an archive has the submissions as JSON and CSV, and every file', { skip: withoutUnzip }, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  await attachFile(service, bo)
  const [cv = assert.fail(), photo = assert.fail()] = await attachFiles(service, ada, [
    { name: '..\\..\\履歴書.pdf', bytes: PDF },
    { name: 'CON.png', bytes: PNG },
  ])
  const answer = await fetchArchive(service, ada, '/submissions/export?format=zip')
  assert.equal(answer.headers.get('content-type'), 'application/zip')
  assert.equal(
    answer.headers.get('content-disposition'),
    'attachment; filename="submissions-all-2026-11-10.zip"',
  )
  const entries = await unzip(answer.bytes)
  assert.deepEqual(
    entries.map(({ name }) => name),
    ['submissions.json', 'submissions.csv', `${cv.submission}/1-履歴書.pdf`, `${cv.submission}/2-_CON.png`],
  )
  assert.deepEqual(entries[2]?.bytes, PDF)
  assert.deepEqual(entries[3]?.bytes, PNG)
  const listed = JSON.parse(textOf(entries, 'submissions.json')) as { files: { id: string }[] }[]
  assert.deepEqual(
    listed.flatMap(({ files }) => files.map(({ id }) => id)),
    [cv.id, photo.id],
  )
  const [head, first] = textOf(entries, 'submissions.csv').split('\r\n')
  assert.equal(head, '"id","endpoint","received_at","folder","files","message"')
  assert.match(first ?? '', /"inbox","履歴書\.pdf, _CON\.png","with 2 files"$/)
  // The audit log counts submissions, not readings.
  const [entry] = (await ada.get('/audit')).json.data as { action: string; detail: string }[]
  assert.deepEqual([entry?.action, entry?.detail], ['submissions_exported', '2'])
})

test('a CSV export names files only where there are some, and no name is a formula', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const read = async () => (await ada.get('/submissions/export?format=csv&bom=1')).text
  assert.doesNotMatch(await read(), /"files"/)
  await attachFile(service, ada, { name: '=cmd()|A0.pdf' })
  const [head = '', first = ''] = (await read()).split('\r\n')
  assert.match(head, /"folder","files","message"/)
  assert.match(first, /,"'=cmd\(\)_A0\.pdf",/)
})

test('the archive says which files it does not have, and why', { skip: withoutUnzip }, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const [, bad = assert.fail()] = await attachFiles(service, ada, [{}, { name: 'bad.pdf' }])
  await service.sql(`update files set scan = 'found', malware = 'Eicar' where name = 'bad.pdf'`)
  const entries = await exportZip(service, ada)
  assert.deepEqual(entries.map(({ name }) => name).slice(2), [
    `${bad.submission}/1-cv.pdf`,
    'not-included.txt',
  ])
  assert.equal(textOf(entries, 'not-included.txt'), `${bad.submission}/2-bad.pdf: malware was found in it\n`)
})

test('all files of one submission are an archive, and nobody else gets it', {
  skip: withoutUnzip,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  await attachFile(service, ada, { name: 'of another submission.pdf' })
  const [cv = assert.fail()] = await attachFiles(service, ada, [
    { name: 'cv.pdf', bytes: PDF },
    { name: 'me.png', bytes: PNG },
    { name: 'bad.pdf' },
  ])
  await service.sql(`update files set scan = 'found', malware = 'Eicar' where name = 'bad.pdf'`)
  await ada.delete(`/submissions/${cv.submission}`)
  const address = `/submissions/${cv.submission}/files`
  const answer = await fetchArchive(service, ada, address)
  assert.equal(answer.headers.get('content-type'), 'application/zip')
  assert.equal(answer.headers.get('content-disposition'), `attachment; filename="files-${cv.submission}.zip"`)
  const entries = await unzip(answer.bytes)
  assert.deepEqual(
    entries.map(({ name }) => name),
    [`${cv.submission}/1-cv.pdf`, `${cv.submission}/2-me.png`, 'not-included.txt'],
    'also from the trash',
  )
  assert.deepEqual(entries[0]?.bytes, PDF)
  assert.equal((await bo.get(address)).json.code, 'submission_not_found')
})

test('an archive selects like every export: by folder, form and words', { skip: withoutUnzip }, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const archived = await attachFile(service, ada, { name: 'archived.pdf' })
  const trashed = await attachFile(service, ada, { name: 'trashed.pdf' })
  await ada.patch(`/submissions/${archived.submission}`, { folder: 'archive' })
  await ada.delete(`/submissions/${trashed.submission}`)
  const namesIn = async (query: string) =>
    (await exportZip(service, ada, query)).map(({ name }) => name).filter((name) => name.endsWith('.pdf'))
  assert.deepEqual(await namesIn(''), [])
  assert.deepEqual(await namesIn('&folder=archive'), [`${archived.submission}/1-archived.pdf`])
  assert.deepEqual(await namesIn('&folder=all'), [`${archived.submission}/1-archived.pdf`])
  assert.deepEqual(await namesIn('&folder=trash'), [`${trashed.submission}/1-trashed.pdf`])
})

test('an archive lists the files whose bytes are missing, and has the others', {
  skip: withoutUnzip,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const files: Attached[] = []
  for (let sent = 0; sent < 3; sent += 1) files.push(await attachFile(service, ada))
  const lost = files[1] ?? assert.fail()
  await loseBytes(service, lost)
  for (const address of ['/submissions/export?format=zip', '/account/export?format=zip']) {
    const entries = await unzip((await fetchArchive(service, ada, address)).bytes)
    assert.equal(entries.filter(({ name }) => name.endsWith('.pdf')).length, 2)
    assert.equal(
      textOf(entries, 'not-included.txt'),
      `${lost.submission}/1-cv.pdf: its bytes are missing on the server; tell its operator\n`,
    )
  }
})

test('an archive that cannot read files is cut, and the operator reads why', async () => {
  const lines: string[] = []
  await using service = await startService({
    log: pino({}, { write: (line: string) => void lines.push(line) }),
  })
  const ada = await signIn(service)
  await attachFile(service, ada)
  // The store of files is away: something else is in the place of the folder.
  if (service.config.files.kind !== 'folder') assert.fail()
  await rm(service.config.files.folder, { recursive: true })
  await writeFile(service.config.files.folder, '')
  for (const address of ['/submissions/export?format=zip', '/account/export?format=zip']) {
    lines.length = 0
    await assert.rejects(fetchArchive(service, ada, address), TypeError)
    assert.match(lines.join(''), /files are unavailable.*export_failed/)
  }
})

test('the account as an archive has all that is known, and every file of all folders', {
  skip: withoutUnzip,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const file = await attachFile(service, ada)
  await ada.patch(`/submissions/${file.submission}`, { folder: 'archive' })
  const answer = await fetchArchive(service, ada, '/account/export?format=zip')
  assert.equal(
    answer.headers.get('content-disposition'),
    'attachment; filename="formslot-account-2026-11-10.zip"',
  )
  const entries = await unzip(answer.bytes)
  assert.deepEqual(
    entries.map(({ name }) => name),
    ['account.json', `${file.submission}/1-cv.pdf`],
  )
  assert.deepEqual(entries[1]?.bytes, PDF)
  const { submissions } = JSON.parse(textOf(entries, 'account.json')) as { submissions: { id: string }[] }
  assert.ok(submissions.some(({ id }) => id === file.submission))
})
