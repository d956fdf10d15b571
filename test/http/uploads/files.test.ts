import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { MAX_VALUE_BYTES } from '../../../src/domain/submissions/fields.ts'
import { largePng, ownerWithFiles, PDF, PNG, sha256 } from '../../support/fixtures/files.ts'
import { startService, type TestService } from '../../support/service/service.ts'

const MIB = 1024 * 1024
const JSON_ANSWER = { accept: 'application/json' }

/** Lists the files below the folder of files, as paths, without those that are being received. */
async function listStored(service: TestService): Promise<string[]> {
  const found = await readdir(path.join(service.config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  return found.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

test('stores files with their submission, of a body in memory and of one that is streamed', async () => {
  await using service = await startService()
  const { owner, attach } = await ownerWithFiles(service)
  for (const large of [PDF, Buffer.concat([PDF, Buffer.alloc(3 * MIB, 'x')])]) {
    const sent = await attach(
      [
        ['name', 'Grace'],
        ['cv', ['Résumé 履歴書.pdf', large]],
        ['photo', ['me.png', PNG]],
      ],
      JSON_ANSWER,
    )
    assert.equal(sent.status, 200, sent.text)
    const { json } = await owner.get(`/submissions/${(sent.json as { submission_id: string }).submission_id}`)
    const { fields, files } = json as { fields: unknown; files: Record<string, unknown>[] }
    assert.deepEqual(fields, [['name', 'Grace']])
    assert.deepEqual(
      files.map(({ id: _, ...file }) => file),
      [
        {
          field: 'cv',
          name: 'Résumé 履歴書.pdf',
          type: 'application/pdf',
          bytes: large.length,
          sha256: sha256(large),
          scan: 'none',
          malware: null,
        },
        {
          field: 'photo',
          name: 'me.png',
          type: 'image/png',
          bytes: PNG.length,
          sha256: sha256(PNG),
          scan: 'none',
          malware: null,
        },
      ],
    )
    const rows = await service.sql(`select place, sha256 from files order by key desc limit 2`)
    for (const { place, sha256: hash } of rows) {
      const stored = (await listStored(service)).find((file) => file.endsWith(String(place)))
      assert.equal(sha256(await readFile(stored ?? assert.fail())), hash)
    }
  }
  assert.equal((await listStored(service)).length, 4)
  const [account] = await service.sql('select stored_bytes from accounts')
  assert.equal(Number(account?.stored_bytes), 3 * 4096 + PDF.length + 3 * MIB)
})

test('takes a submission that is only a file, and leaves out an empty file input', async () => {
  await using service = await startService()
  const { owner, attach } = await ownerWithFiles(service)
  const sent = await attach([
    ['cv', ['cv.pdf', PDF]],
    ['photo', ['', Buffer.alloc(0)]],
  ])
  assert.equal(sent.status, 200, sent.text)
  const { json } = await owner.get('/submissions')
  const [newest] = (json as { data: { fields: unknown; files: unknown[] }[] }).data
  assert.deepEqual(newest?.fields, [])
  assert.equal(newest?.files.length, 1)
})

test('refuses files where they are off, by the headers of a large body, and stores nothing', async () => {
  await using service = await startService()
  const { attach } = await ownerWithFiles(service, { on: false })
  for (const bytes of [PNG, largePng(3 * MIB)]) {
    const refused = await attach(
      [
        ['name', 'Grace'],
        ['photo', ['me.png', bytes]],
      ],
      JSON_ANSWER,
    )
    assert.equal(refused.status, 400)
    assert.equal((refused.json as { code: string }).code, 'file_refused')
  }
  assert.deepEqual(await listStored(service), [])
})

const REFUSED: readonly {
  what: string
  settings?: Record<string, unknown>
  files: readonly (readonly [string, Buffer])[]
  status: number
  code: string
  says: RegExp
}[] = [
  {
    what: 'a file larger than the plan allows',
    files: [['me.png', largePng(5 * MIB + 1)]],
    status: 413,
    code: 'file_too_large',
    says: /"me\.png" is larger than 5 MiB/,
  },
  {
    what: 'a file larger than the owner allows',
    settings: { max_bytes: 100_000 },
    files: [['me.png', largePng(100_001)]],
    status: 413,
    code: 'file_too_large',
    says: /larger than 98 KiB/,
  },
  {
    what: 'files larger than the plan allows together',
    files: [1, 2, 3].map((number) => [`${number}.png`, largePng(4 * MIB)] as const),
    status: 413,
    code: 'file_too_large',
    says: /larger than 10 MiB together/,
  },
  {
    what: 'one file more than the plan allows',
    files: [1, 2, 3, 4].map((number) => [`${number}.png`, PNG] as const),
    status: 400,
    code: 'too_many_files',
    says: /at most 3/,
  },
  {
    what: 'a page that calls itself a picture',
    files: [['me.png', Buffer.from('<html><script>alert(1)</script>')]],
    status: 400,
    code: 'file_type_refused',
    says: /never accepted/,
  },
  {
    what: 'a kind that the owner does not list',
    settings: { accept: ['pdf'] },
    files: [['me.png', PNG]],
    status: 400,
    code: 'file_type_refused',
    says: /accepts pdf files/,
  },
]

for (const { what, settings, files, status, code, says } of REFUSED) {
  test(`refuses ${what}, names the field, and keeps nothing`, async () => {
    await using service = await startService()
    const { attach } = await ownerWithFiles(service, settings)
    const refused = await attach(
      files.map((file) => ['photo', file] as const),
      JSON_ANSWER,
    )
    const body = refused.json as { code: string; message: string; field?: string }
    assert.equal(refused.status, status, refused.text)
    assert.equal(body.code, code)
    assert.match(body.message, says)
    assert.deepEqual(await listStored(service), [])
    assert.deepEqual(await service.sql('select key from files'), [])
  })
}

test('stores no file of a submission whose fields are refused', async () => {
  const points: string[] = []
  await using service = await startService({ failpoint: (point) => points.push(point) })
  const { attach } = await ownerWithFiles(service)
  const refused = await attach(
    [
      ['message', 'x'.repeat(MAX_VALUE_BYTES + 1)],
      ['photo', ['me.png', PNG]],
    ],
    JSON_ANSWER,
  )
  assert.equal((refused.json as { code: string }).code, 'field_invalid', refused.text)
  assert.ok(points.includes('file spooled'))
  assert.ok(!points.includes('file stored'))
  assert.deepEqual(await listStored(service), [])
})

test('refuses files beyond the storage of the account, until submissions with files are deleted', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const { owner, attach } = await ownerWithFiles(service)
  const send = () => attach([['photo', ['me.png', largePng(5 * MIB)]]], JSON_ANSWER)
  const ids: string[] = []
  for (let sent = 0; sent < 10; sent += 1) {
    const accepted = await send()
    assert.equal(accepted.status, 200, accepted.text)
    ids.push((accepted.json as { submission_id: string }).submission_id)
    service.pass({ minutes: 1 })
  }
  const full = await send()
  assert.equal(full.status, 413)
  assert.equal((full.json as { code: string }).code, 'file_storage_full')
  assert.equal((await listStored(service)).length, 10)
  assert.equal((await owner.delete(`/submissions/${ids[0]}`)).status, 204)
  service.pass({ days: 8 })
  await service.service.purge()
  assert.equal((await listStored(service)).length, 9)
  assert.equal((await send()).status, 200)
})

test('takes files that arrive at the same time only as far as the storage of the account allows', async () => {
  await using service = await startService()
  const { attach } = await ownerWithFiles(service)
  await service.sql(`update accounts set stored_bytes = ${44 * MIB}`)
  // All three are admitted; the transaction decides.
  const sent = await Promise.all(
    [1, 2, 3].map(() => attach([['photo', ['me.png', largePng(4 * MIB)]]], JSON_ANSWER)),
  )
  assert.deepEqual(sent.map(({ status }) => status).sort(), [200, 413, 413])
  assert.equal((await listStored(service)).length, 1)
  const [account] = await service.sql('select stored_bytes from accounts')
  assert.equal(Number(account?.stored_bytes), 48 * MIB)
})

test('one client cannot use up the storage of an owner, also not with spam', async () => {
  await using service = await startService({ env: { FORMSLOT_TRUST_PROXY: '127.0.0.0/8' } })
  const { owner, id, attach } = await ownerWithFiles(service)
  assert.equal((await owner.patch(`/endpoints/${id}`, { honeypot: 'company' })).status, 200)
  await service.sql(`update accounts set stored_bytes = ${25 * MIB}`)
  const send = (address: string, fields: readonly [string, string][] = []) =>
    attach([...fields, ['photo', ['me.png', largePng(5 * MIB)]]], {
      ...JSON_ANSWER,
      'x-forwarded-for': address,
    })
  assert.equal((await send('203.0.113.7')).status, 200)
  assert.equal((await send('203.0.113.7', [['company', 'Evil']])).status, 200)
  const refused = await send('203.0.113.7')
  assert.equal(refused.status, 429, refused.text)
  assert.equal((refused.json as { code: string }).code, 'submit_rate')
  assert.equal((await listStored(service)).length, 2)
  assert.equal((await send('198.51.100.7')).status, 200)
  service.pass({ hours: 1 })
  assert.equal((await send('203.0.113.7')).status, 200)
})
