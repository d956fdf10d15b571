import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSearchQuery } from '../../../src/domain/submissions/search-query.ts'
import { searchKeys } from '../../../src/store/submissions/search/search-keys.ts'
import { claimedBy, receive } from '../../support/stores/owned-inbox.ts'
import { feedAll } from '../../support/stores/search-index.ts'
import { storePlaces } from '../../support/stores/stores.ts'

const { names, places, openPlace } = storePlaces()
const RANGE = { folders: ['inbox'], unread: null, above: 0, upTo: Number.MAX_SAFE_INTEGER } as const

for (const place of names) {
  test(`looks up rare words in the search index and scans for frequent ones, on ${place}`, async () => {
    const at = await places[place]()
    const store = await openPlace(at)
    const connection = await at.connect()
    const { id } = await claimedBy(store, 'ada@lovelace.dev')
    const sent: Promise<number>[] = []
    for (let n = 0; n < 150; n += 1) {
      const words = ['common word', n === 10 ? 'whale' : '', n % 6 === 0 ? 'loom' : '']
      sent.push(receive(store, id, { fields: [{ name: 'message', value: words.join(' ') }] }))
    }
    const keys = await Promise.all(sent)
    await feedAll(connection)
    const { key = 0 } =
      (await connection.reads
        .selectFrom('endpoints')
        .select('key')
        .where('id', '=', id)
        .executeTakeFirst()) ?? {}
    const queries: string[][] = []
    const search: typeof connection.search = {
      ...connection.search,
      ask(db, question) {
        queries.push(question.words.map(({ word }) => word))
        return connection.search.ask(db, question)
      },
    }
    const find = (query: string) =>
      searchKeys(
        { db: connection.reads, folders: connection.folders, search },
        {
          endpoints: [{ key, newestKey: Number.MAX_SAFE_INTEGER }],
          range: RANGE,
          terms: readSearchQuery(query).terms,
          marks: null,
          unassigned: false,
          limit: 50,
        },
      )
    assert.deepEqual(await find('"word common"'), { keys: [], next: null })
    const looms = keys.filter((_, n) => n % 6 === 0).reverse()
    assert.deepEqual(await find('loom'), { keys: looms, next: null })
    assert.deepEqual(queries, [])
    assert.deepEqual(await find('common whale'), { keys: keys.slice(10, 11), next: null })
    assert.deepEqual(queries, [['whale']])
    await store.close()
    await connection.close()
    await at.close()
  })
}
