import assert from 'node:assert/strict'
import { sql } from 'kysely'
import * as initial from '../../../src/store/engine/migrations/0001-initial.ts'
import * as confirmation from '../../../src/store/engine/migrations/0002-confirmation.ts'
import * as emailBudgets from '../../../src/store/engine/migrations/0003-email-budgets.ts'
import * as linkSecret from '../../../src/store/engine/migrations/0004-link-secret.ts'
import * as emailCeiling from '../../../src/store/engine/migrations/0005-email-ceiling.ts'
import * as keyExpiry from '../../../src/store/engine/migrations/0006-key-expiry.ts'
import * as suppressions from '../../../src/store/engine/migrations/0007-suppressions.ts'
import * as audit from '../../../src/store/engine/migrations/0008-audit.ts'
import * as queueLimits from '../../../src/store/engine/migrations/0009-queue-limits.ts'
import * as language from '../../../src/store/engine/migrations/0010-language.ts'
import * as trash from '../../../src/store/engine/migrations/0011-trash.ts'
import * as siteHost from '../../../src/store/engine/migrations/0012-site-host.ts'
import * as testSubmission from '../../../src/store/engine/migrations/0013-test-submission.ts'
import { countVisitors, saveVisitors } from '../../../src/store/telemetry/visitors.ts'
import { testUpgrade } from '../../support/stores/upgraded.ts'

const ENDPOINT = 't_0000000000000000'

testUpgrade(
  'the upgrade keeps telemetry endpoints with their counts, which have no visitors of earlier days',
  {
    migrations: [
      initial,
      confirmation,
      emailBudgets,
      linkSecret,
      emailCeiling,
      keyExpiry,
      suppressions,
      audit,
      queueLimits,
      language,
      trash,
      siteHost,
      testSubmission,
    ],
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
