import assert from 'node:assert/strict'
import { sql } from 'kysely'
import * as initial from '../../../src/store/engine/migrations/0001-to-0020/0001-initial.ts'
import { testUpgrade } from '../../support/stores/upgraded.ts'

testUpgrade('the upgrade that allows imports keeps submissions as received here', {
  migrations: [initial],
  async fill(db) {
    await sql`insert into submissions (key, endpoint_key, received_at, fields)
      values (1, 1, 1000, '[["message","hi"]]')`.execute(db)
  },
  async check({ reads }) {
    const rows = await reads
      .selectFrom('submissions')
      .select(['received_at', 'sent_at', 'import_hash'])
      .execute()
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [{ received_at: 1000, sent_at: null, import_hash: null }],
    )
  },
})
