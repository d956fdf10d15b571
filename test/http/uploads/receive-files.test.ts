import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { test } from 'node:test'
import { receiveFiles } from '../../../src/http/uploads/receive-files.ts'
import { FilesUnavailable } from '../../../src/store/contract/errors.ts'
import type { SpooledFile } from '../../../src/store/files/spool.ts'
import { createFileFixture } from '../../support/files/file-fixture.ts'
import { PDF } from '../../support/fixtures/files.ts'

const LIMITS = { fileBytes: 1000, filesPerSubmission: 2, submissionBytes: 2000 }
const PART = 'Content-Disposition: form-data; name="cv"; filename="cv.pdf"'

/** Receives this many files into a spool, and does something to each file that is there. */
async function receive(count: number, then: (file: SpooledFile) => Promise<SpooledFile>) {
  await using fixture = await createFileFixture()
  async function* body() {
    for (let number = 0; number < count; number += 1)
      yield Buffer.concat([Buffer.from(`--b\r\n${PART}\r\n\r\n`), PDF, Buffer.from('\r\n')])
    yield Buffer.from('--b--\r\n')
  }
  const received = await receiveFiles(
    {
      spool: async (source) => then(await fixture.spool.write(source)),
      admit: async () => ({ kind: 'admitted', limits: LIMITS, accept: ['pdf'] }),
    },
    { source: body(), boundary: 'b' },
  )
  return { received, left: await fixture.listSpooled() }
}

test('a spooled file that cannot be removed changes no answer, and the others are removed', async () => {
  let spooled = 0
  const { received, left } = await receive(3, async (file) => {
    spooled += 1
    const fail = () => Promise.reject(new FilesUnavailable('the disk failed'))
    return spooled === 1 ? { ...file, discard: fail } : file
  })
  assert.equal(received.kind === 'refused' && received.refusal.code, 'too_many_files')
  assert.equal(left.length, 1)
})

test('a spooled file that cannot be opened is a fault of the disk', async () => {
  const gone = receive(1, async (file) => {
    await rm(file.path)
    return file
  })
  await assert.rejects(gone, FilesUnavailable)
})
