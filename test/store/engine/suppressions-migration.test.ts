import assert from 'node:assert/strict'
import { sql } from 'kysely'
import * as initial from '../../../src/store/engine/migrations/0001-to-0020/0001-initial.ts'
import * as confirmation from '../../../src/store/engine/migrations/0001-to-0020/0002-confirmation.ts'
import { testUpgrade } from '../../support/stores/upgraded.ts'

testUpgrade('the upgrade that gives suppressions causes keeps every suppressed address suppressed', {
  migrations: [initial, confirmation],
  async fill(db) {
    await sql`insert into mailboxes (mailbox_key, suppressed_at, suppression_reason)
      values ('declined', 1000, 'declined'), ('operator', 2000, 'operator'), ('free', null, null)`.execute(db)
  },
  async check({ reads }) {
    const rows = await reads.selectFrom('suppressions').selectAll().orderBy('mailbox_key').execute()
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [
        { mailbox_key: 'declined', cause: 'declined', suppressed_at: 1000 },
        { mailbox_key: 'operator', cause: 'operator', suppressed_at: 2000 },
      ],
    )
  },
})
