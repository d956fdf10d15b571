import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import type { SubmissionView } from '../../../src/actions/submissions/owned-submissions.ts'
import type { Pieces } from '../../../src/http/kernel/streaming.ts'
import { streamPieces } from '../../../src/http/kernel/streaming.ts'
import { asCsv, asJson, asNdjson, type Pages } from '../../../src/http/submissions/export-formats.ts'
import { until } from '../../support/service/until.ts'
import { claimedBy, receive } from '../../support/stores/owned-inbox.ts'
import { storePlaces } from '../../support/stores/stores.ts'

const { withStores } = storePlaces(['SQLite'])

const FORMATS: Record<string, (pages: Pages) => Pieces> = {
  // Writes nothing until it has read every name.
  csv: (pages) => asCsv(pages, { reader: 'program', include: new Set() }),
  json: asJson,
  ndjson: asNdjson,
}

for (const [name, format] of Object.entries(FORMATS)) {
  test(`an export as ${name} stops reading when its reader disconnects`, () =>
    withStores('SQLite', 1, async (store) => {
      const { id, accountKey } = await claimedBy(store, 'ada')
      const stored = await store.inbox.findSubmission(accountKey, await receive(store, id))
      const submission: SubmissionView = {
        ...(stored ?? assert.fail()),
        id: 'sub_0000000000000000',
        files: [],
        labels: [],
        assignee: null,
      }
      const seen = { pages: 0, ended: false }
      async function* pages(): AsyncGenerator<SubmissionView[]> {
        try {
          for (;;) {
            seen.pages += 1
            yield [submission]
          }
        } finally {
          seen.ended = true
        }
      }
      const stream = streamPieces(format(pages))
      stream.resume()
      await until(() => seen.pages > 10)
      stream.destroy()
      await once(stream, 'close')
      assert.ok(seen.ended)
      const read = seen.pages
      await new Promise((resolve) => setImmediate(resolve))
      assert.equal(seen.pages, read)
    }))
}
