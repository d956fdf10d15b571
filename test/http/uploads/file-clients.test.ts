import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createClient } from '@formspree/core'
import { curlSnippet } from '../../../src/snippets/curl.ts'
import { largePng, ownerWithFiles, PDF, sha256 } from '../../support/fixtures/files.ts'
import { startService } from '../../support/service/service.ts'

const run = promisify(execFile)
const MIB = 1024 * 1024
const withoutCurl = existsSync('/usr/bin/curl') ? false : 'no curl at /usr/bin/curl'

type Owned = Awaited<ReturnType<typeof ownerWithFiles>>

/** Returns fields and files of the newest submission, the files as field, name and hash. */
async function readNewest({ owner }: Owned) {
  const [newest] = Object((await owner.get('/submissions')).json).data
  const { fields, files } = newest
  return { fields, files: files.map((file: Record<string, unknown>) => [file.field, file.name, file.sha256]) }
}

test("Formspree's own client sends files, and shows at their field why one is refused", async () => {
  await using service = await startService()
  const owned = await ownerWithFiles(service)
  const client = createClient()
  const submit = (name: string, bytes: Buffer) => {
    const data = new FormData()
    data.append('message', 'Hello')
    data.append('upload', new File([new Uint8Array(bytes)], name))
    return client.submitForm(owned.id, data, { endpoint: service.base })
  }
  assert.equal((await submit('cv.pdf', PDF)).kind, 'success')
  assert.deepEqual(await readNewest(owned), {
    fields: [['message', 'Hello']],
    files: [['upload', 'cv.pdf', sha256(PDF)]],
  })
  const refusedWith = async (name: string, bytes: Buffer) => {
    const refused = await submit(name, bytes)
    assert.equal(refused.kind, 'error')
    if (refused.kind !== 'error') return []
    const errors = [...refused.getFormErrors(), ...refused.getFieldErrors('upload')]
    return errors.map(({ code, message }) => (code === 'UNSPECIFIED' ? message : code))
  }
  const [kind] = await refusedWith('cv.exe', PDF)
  assert.match(kind ?? '', /^The file "cv\.exe" is of the type exe/)
  assert.deepEqual(await refusedWith('cv.png', largePng(5 * MIB + 1)), ['FILES_TOO_BIG'])
  await owned.owner.patch(`/endpoints/${owned.id}`, { files: { on: false } })
  assert.deepEqual(await refusedWith('cv.pdf', PDF), ['NO_FILE_UPLOADS'])
})

test('curl sends files with -F, as the snippet does, and a dry run keeps none', {
  skip: withoutCurl,
}, async () => {
  await using service = await startService()
  const owned = await ownerWithFiles(service)
  const url = owned.owner.endpoint.endpoint_url
  const folder = await mkdtemp(path.join(tmpdir(), 'curl-files-'))
  try {
    const photo = largePng(2 * MIB)
    await writeFile(path.join(folder, 'Ünï 写真.png'), photo)
    await writeFile(path.join(folder, 'cv.pdf'), PDF)
    const curl = async (...words: string[]) =>
      JSON.parse((await run('curl', ['--silent', ...words], { cwd: folder })).stdout)
    const sent = await curl(
      url,
      '-F',
      'message=Hello',
      '-F',
      'photo=@Ünï 写真.png;type=text/html',
      '-F',
      'cv=@cv.pdf',
    )
    assert.equal(sent.ok, true, JSON.stringify(sent))
    const files = [
      ['photo', 'Ünï 写真.png', sha256(photo)],
      ['cv', 'cv.pdf', sha256(PDF)],
    ]
    assert.deepEqual(await readNewest(owned), { fields: [['message', 'Hello']], files })
    const dry = await curl(`${url}?dry_run=1`, '-F', 'cv=@cv.pdf', '-F', 'several=@cv.pdf;filename=other.png')
    assert.match(dry.message, /named as a png file, but contains a file of the type pdf/)
    const would = await curl(`${url}?dry_run=1`, '-F', 'cv=@cv.pdf')
    assert.deepEqual(would.files, [
      { field: 'cv', name: 'cv.pdf', type: 'application/pdf', bytes: PDF.length },
    ])
    assert.deepEqual((await readNewest(owned)).files, files)

    const formFiles = { accept: ['.pdf'], maxFiles: 1, maxBytes: MIB, maxTotalBytes: MIB }
    const { code } = curlSnippet({ endpointUrl: url, files: formFiles })
    await writeFile(path.join(folder, 'file.pdf'), PDF)
    await run('sh', ['-c', code], { cwd: folder })
    assert.deepEqual(await readNewest(owned), {
      fields: [
        ['name', 'Jane Doe'],
        ['email', 'jane@example.org'],
        ['message', 'Hello from the shell!'],
      ],
      files: [['attachment', 'file.pdf', sha256(PDF)]],
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('curl reads why a large body is refused although it is still sending', {
  skip: withoutCurl,
}, async () => {
  await using service = await startService()
  const owned = await ownerWithFiles(service, { on: false })
  const folder = await mkdtemp(path.join(tmpdir(), 'curl-files-'))
  try {
    await writeFile(path.join(folder, 'a.png'), largePng(12 * MIB))
    const curl = async (...words: string[]) =>
      JSON.parse((await run('curl', ['--silent', ...words], { cwd: folder })).stdout)
    const send = () => curl(owned.owner.endpoint.endpoint_url, '-F', 'photo=@a.png')
    assert.equal((await send()).code, 'file_refused')
    await owned.owner.patch(`/endpoints/${owned.id}`, { files: { on: true } })
    assert.equal((await send()).code, 'file_too_large')
  } finally {
    await rm(folder, { recursive: true })
  }
})
