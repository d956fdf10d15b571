import assert from 'node:assert/strict'
import { mkdir, readdir, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { getFileFolder } from '../../../src/store/files/folder-files.ts'
import { toPlace } from '../../support/files/file-fixture.ts'
import { largePng, ownerWithFiles, PDF } from '../../support/fixtures/files.ts'
import { confirmSession, FROM_HERE } from '../../support/fixtures/owner.ts'
import { type Span, startService, type TestService } from '../../support/service/service.ts'

type Sender = Awaited<ReturnType<typeof ownerWithFiles>>

/** Ways in which the files of a submission go, and the time after which nobody has them any more. */
const WAYS: readonly {
  what: string
  span: Span
  remove(about: Sender & { service: TestService; id: string; receipt: string }): Promise<void>
}[] = [
  {
    what: 'a submission in the trash',
    span: { days: 7 },
    async remove({ owner, id }) {
      assert.equal((await owner.delete(`/submissions/${id}`)).status, 204)
    },
  },
  { what: 'a submission past its retention', span: { days: 30 }, remove: async () => {} },
  {
    what: 'a submission that its visitor withdrew',
    span: { hours: 1 },
    async remove({ service, receipt }) {
      const headers = { ...FROM_HERE, 'content-type': 'application/x-www-form-urlencoded' }
      const ended = await service.post(`${receipt}/withdraw`, { body: '', headers })
      assert.equal(ended.status, 200, ended.text)
    },
  },
  {
    what: 'a form whose submissions were all deleted',
    span: { days: 7 },
    async remove({ owner }) {
      const all = await owner.delete(`/endpoints/${owner.endpoint.form_id}/submissions`)
      assert.ok(all.status < 300, all.text)
    },
  },
  {
    what: 'a form that its recipient declined',
    span: { days: 1 },
    async remove({ service }) {
      const link = (await service.emails())[0]?.text?.match(/http\S+\/disown\/[0-9a-z]+/)?.[0] ?? ''
      const declined = await service.post(link, {})
      assert.equal(declined.status, 200, declined.text)
    },
  },
  {
    what: 'a closed account',
    span: { hours: 1 },
    async remove({ service, owner }) {
      await confirmSession(service, owner)
      assert.ok((await owner.delete('/account')).status < 300)
    },
  },
]

for (const { what, span, remove } of WAYS) {
  test(`the bytes of ${what} are gone with the next purge, and its account has them back`, async () => {
    await using service = await startService()
    const sender = await ownerWithFiles(service)
    const sent = await sender.attach(
      [
        ['name', 'Grace'],
        ['cv', ['cv.pdf', PDF]],
        ['photo', ['me.png', largePng(300_000)]],
      ],
      { accept: 'application/json' },
    )
    assert.equal(sent.status, 200, sent.text)
    await service.deliver()
    const receipt = /<([^>]*)>/.exec(sent.headers.get('link') ?? '')?.[1] ?? assert.fail()
    await service.service.purge()
    assert.equal((await listStored(service)).length, 2, 'nothing is deleted before')
    await remove({ ...sender, service, id: String(sent.json.submission_id), receipt })
    service.pass(span)
    await service.service.purge()
    assert.deepEqual(await listStored(service), [])
    for (const table of ['files', 'file_deletions'])
      assert.deepEqual(await service.sql(`select place from ${table}`), [])
    assert.deepEqual(await service.sql('select key from accounts where stored_bytes <> 0'), [])
  })
}

test('bytes that cannot be deleted hold up no others, and are tried again', async () => {
  await using service = await startService()
  const folder = path.join(service.config.dataDir, 'files')
  const places = Array.from({ length: 250 }, (_, number) => toPlace(number)).sort()
  const [stuck = ''] = places
  for (const place of places) await mkdir(getFileFolder(folder, place), { recursive: true })
  // A disk refuses to delete a folder as a file.
  const refused = path.join(getFileFolder(folder, stuck), stuck)
  await mkdir(refused)
  for (const place of places.slice(1)) await writeFile(path.join(getFileFolder(folder, place), place), PDF)
  const rows = places.map((place) => `('${place}', 0)`)
  await service.sql(`insert into file_deletions (place, due_at) values ${rows.join()}`)

  await service.service.purge()
  const waiting = await service.sql('select place from file_deletions')
  assert.deepEqual(
    waiting.map(({ place }) => place),
    [stuck],
  )
  assert.deepEqual(await listStored(service), [])
  await rmdir(refused)
  await service.service.purge()
  assert.deepEqual(await service.sql('select place from file_deletions'), [])
})

async function listStored(service: TestService): Promise<string[]> {
  const folder = path.join(service.config.dataDir, 'files')
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map(({ name }) => name)
}
