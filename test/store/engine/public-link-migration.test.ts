import assert from 'node:assert/strict'
import { sql } from 'kysely'
import * as initial from '../../../src/store/engine/migrations/0001-to-0020/0001-initial.ts'
import { testUpgrade } from '../../support/stores/upgraded.ts'

testUpgrade('the upgrade that adds public links keeps endpoints without one', {
  migrations: [initial],
  async fill(db) {
    for (const [key, id] of ['t_0000000000000000', 't_0000000000000001'].entries()) {
      await sql`insert into endpoints (key, id, recipient, mailbox_key, created_at, accepted_count, month_count)
        values (${key + 1}, ${id}, 'ada@formslot.net', 'ada', 1000, 3, 0)`.execute(db)
    }
  },
  async check({ reads }) {
    const rows = await reads.selectFrom('endpoints').select(['accepted_count', 'public_link']).execute()
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [
        { accepted_count: 3, public_link: null },
        { accepted_count: 3, public_link: null },
      ],
    )
  },
})
