import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRows } from '../../../src/store/submissions/search/search-rows.ts'
import { claimedBy, receive } from '../../support/stores/owned-inbox.ts'
import { storePlaces } from '../../support/stores/stores.ts'

const { names, places, openPlace } = storePlaces()
const KIB = 1024

for (const place of names) {
  test(`reads large submissions a few at a time and skips deleted ones, on ${place}`, async () => {
    const at = await places[place]()
    const store = await openPlace(at)
    const connection = await at.connect()
    const { id, accountKey } = await claimedBy(store, 'ada@lovelace.dev')
    const keys: number[] = []
    for (const kib of [300, 60, 60, 60, 60, 60, 1]) {
      keys.unshift(await receive(store, id, { fields: [{ name: 'message', value: 'x'.repeat(kib * KIB) }] }))
    }
    const [small = 0, gone = 0, ...others] = keys
    await store.inbox.delete({ accountKey, keys: [gone] })

    const first = await readRows(connection.reads, keys)
    assert.deepEqual(first.read, [small, gone, ...others.slice(0, 4)])
    assert.deepEqual([...first.rows.keys()], [small, ...others.slice(0, 4)])
    assert.ok(first.bytes > 241 * KIB && first.bytes < 242 * KIB)

    const last = await readRows(connection.reads, others.slice(4))
    assert.deepEqual(last.read, others.slice(4), 'at least one, however large')
    assert.equal(last.rows.size, 1)
    assert.deepEqual(await readRows(connection.reads, [gone]), { read: [gone], rows: new Map(), bytes: 0 })
    await store.close()
    await connection.close()
    await at.close()
  })
}
