import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { countVisitors, saveVisitors } from '../../../src/store/telemetry/visitors.ts'
import { migrationsBefore, testUpgrade } from '../../support/stores/upgraded.ts'

const ENDPOINT = 't_0000000000000000'

testUpgrade(
  'the upgrade keeps telemetry endpoints with their counts, which have no visitors of earlier days',
  {
    migrations: migrationsBefore(14),
    async fill(db) {
      await sql`insert into endpoints (key, id, recipient, mailbox_key, created_at, accepted_count, month_count)
      values (1, ${ENDPOINT}, 'ada@formslot.net', 'ada', 1000, 3, 0)`.execute(db)
      await sql`insert into event_counts values (1, 498408, 'pageview', 3)`.execute(db)
    },
    async check(connection) {
      const { reads } = connection
      const counts = await reads.selectFrom('event_counts').selectAll().execute()
      assert.deepEqual(
        counts.map((row) => ({ ...row })),
        [{ endpoint_key: 1, hour: 498_408, name: 'pageview', count: 3 }],
      )
      const span = { endpointId: ENDPOINT, since: 20_000, until: 30_000 }
      assert.deepEqual(await countVisitors(reads, span), [])
      await connection.transaction(({ db }) =>
        saveVisitors(db, [{ endpointKey: 1, day: 20_767, places: new Set([1, 2]) }]),
      )
      assert.deepEqual(
        (await countVisitors(reads, span)).map((row) => ({ ...row })),
        [{ day: 20_767, count: 2 }],
      )
    },
  },
)
