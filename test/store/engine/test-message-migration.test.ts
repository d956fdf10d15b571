import assert from 'node:assert/strict'
import { sql } from 'kysely'
import * as initial from '../../../src/store/engine/migrations/0001-to-0020/0001-initial.ts'
import { testUpgrade } from '../../support/stores/upgraded.ts'

testUpgrade('the upgrade that marks test messages keeps messages as real ones', {
  migrations: [initial],
  async fill(db) {
    await sql`insert into messages (key, endpoint_key, published_at, type, body, deliveries)
      values (1, 1, 1000, 'json', '1', 0)`.execute(db)
  },
  async check({ reads }) {
    const rows = await reads.selectFrom('messages').select(['body', 'is_test']).execute()
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [{ body: '1', is_test: null }],
    )
  },
})
