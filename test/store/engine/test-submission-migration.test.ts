import assert from 'node:assert/strict'
import { sql } from 'kysely'
import * as initial from '../../../src/store/engine/migrations/0001-to-0020/0001-initial.ts'
import { testUpgrade } from '../../support/stores/upgraded.ts'

testUpgrade('the upgrade that marks test submissions keeps endpoints without one', {
  migrations: [initial],
  async fill(db) {
    await sql`insert into endpoints (key, id, recipient, mailbox_key, created_at, accepted_count, month_count)
      values (1, 'f_0000000000000000', 'ada@formslot.net', 'ada', 1000, 3, 0)`.execute(db)
  },
  async check({ reads }) {
    const rows = await reads.selectFrom('endpoints').select(['id', 'accepted_count', 'test_key']).execute()
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [{ id: 'f_0000000000000000', accepted_count: 3, test_key: null }],
    )
  },
})
