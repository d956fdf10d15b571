import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { copyStoredFiles } from '../../../src/store/files/copy-files.ts'
import type { FileStore } from '../../../src/store/files/file-store.ts'
import { createFileFixture, toPlace } from '../../support/files/file-fixture.ts'
import { sha256 } from '../../support/fixtures/files.ts'

const BYTES = Buffer.from('a file')
/** More than two pages of a list. */
const FILES = 2100

test('finds what the target has over many pages of its list', async () => {
  await using fixture = await createFileFixture()
  const places = Array.from({ length: FILES }, (_, number) => toPlace(number)).sort()
  const missing = new Set([places[0], places[999], places[1000], places[2050], places[FILES - 1]])
  const stored = new Set(places.filter((place) => !missing.has(place)))
  const lists: (string | null)[] = []
  const target: Pick<FileStore, 'put' | 'delete' | 'list'> = {
    async put(place) {
      assert.ok(missing.has(place), place)
      stored.add(place)
    },
    delete: async () => assert.fail('nothing is replaced'),
    async list({ after, limit }) {
      lists.push(after)
      const found = [...stored].sort().filter((place) => place > (after ?? ''))
      return found.slice(0, limit).map((place) => ({ place, bytes: BYTES.length, modifiedAt: new Date(0) }))
    },
  }
  const copied = await copyStoredFiles({
    rows: {
      count: async () => ({ files: FILES, bytes: FILES * BYTES.length }),
      async *all() {
        for (const place of places) yield { place, bytes: BYTES.length, sha256: sha256(BYTES) }
      },
      isNamed: async () => true,
      [Symbol.asyncDispose]: async () => {},
    },
    source: { open: async () => ({ bytes: BYTES.length, stream: Readable.from([BYTES]) }) },
    target,
    spool: fixture.spool,
    onProgress() {},
  })
  assert.deepEqual(
    { ...copied, copied: copied.copied.files },
    { copied: missing.size, skipped: FILES - missing.size, missing: [], damaged: [], added: 0 },
  )
  assert.equal(stored.size, FILES)
  assert.equal(lists.length, 6, 'twice three pages, not a request for each file')
  assert.deepEqual(await fixture.listSpooled(), [])
})
