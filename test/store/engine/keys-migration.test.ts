import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Store } from '../../../src/store/contract/store.ts'
import { connectPostgres } from '../../../src/store/dialects/postgres/connect.ts'
import type { Connection } from '../../../src/store/engine/connection.ts'
import * as initial from '../../../src/store/engine/migrations/0001-initial.ts'
import * as confirmation from '../../../src/store/engine/migrations/0002-confirmation.ts'
import * as emailBudgets from '../../../src/store/engine/migrations/0003-email-budgets.ts'
import * as linkSecret from '../../../src/store/engine/migrations/0004-link-secret.ts'
import * as emailCeiling from '../../../src/store/engine/migrations/0005-email-ceiling.ts'
import * as keyExpiry from '../../../src/store/engine/migrations/0006-key-expiry.ts'
import * as suppressions from '../../../src/store/engine/migrations/0007-suppressions.ts'
import { NOW, PATIENT, type Place, type PlaceName, storePlaces } from '../../support/stores/stores.ts'
import { createOldDatabase } from '../../support/stores/upgraded.ts'

const BEFORE_EXPIRY = [initial, confirmation, emailBudgets, linkSecret, emailCeiling]
const BEFORE_AUDIT = [...BEFORE_EXPIRY, keyExpiry, suppressions]

const { names, places, openPlace, createDatabase } = storePlaces(['SQLite', 'PostgreSQL'])

/** Fills a database of an older version, upgrades it as a start does, and passes its store to `work`. */
async function withUpgraded(
  name: PlaceName,
  old: {
    migrations: readonly Record<Connection['dialect'], readonly string[]>[]
    fill: readonly string[]
  },
  work: (store: Store) => Promise<void>,
): Promise<void> {
  const place = name === 'SQLite' ? await places.SQLite() : await openEmptyPostgres()
  const connection = await place.connect()
  await createOldDatabase(connection, {
    migrations: old.migrations,
    async fill(db) {
      for (const statement of old.fill) await sql.raw(statement).execute(db)
    },
  })
  const store = await openPlace(place)
  try {
    await work(store)
  } finally {
    await connection.close()
    await store.close()
    await place.close()
  }
}

async function openEmptyPostgres(): Promise<Place> {
  const url = await createDatabase()
  return { connect: () => connectPostgres(url, PATIENT), close: async () => {} }
}

const OWNER = [
  `insert into accounts (key, mailbox, plan, created_at) values (1, 'ada@lovelace.dev', 'free', 0)`,
  `insert into endpoints (key, id, recipient, mailbox_key, created_at, accepted_count, month_count, claimed_at, account_key)
   values (2, 'q_shop', 'ada@lovelace.dev', 'ada', 0, 1, 0, 0, 1), (3, 'q_new', 'bo@builds.dev', 'bo', 0, 1, 0, null, null)`,
]
const SECOND_BEFORE = NOW.getTime() - 1000
const LATER = NOW.getTime() + 1000

for (const name of names) {
  describe(`the upgrades of keys, on ${name}`, () => {
    test('keys from before keys could expire work for good, and their scopes are kept', async () => {
      const fill = [
        ...OWNER,
        `insert into api_keys (key, id, hash, account_key, name, scopes, created_at, used_at)
         values (4, 'ak_1', 'hash 4', 1, 'CI', '["read"]', 5, 6)`,
        `insert into endpoint_keys (key, endpoint_key, id, hash, name, scopes, created_at, used_at)
         values (7, 2, 'qk_1', 'hash 7', 'worker', '["consume"]', 8, null)`,
      ]
      await withUpgraded(name, { migrations: BEFORE_EXPIRY, fill }, async (store) => {
        const key = await store.accounts.findKey('ak_1')
        assert.deepEqual(
          [key?.key, key?.hash, key?.name, key?.scopes, key?.usedAt?.getTime(), key?.expiresAt],
          [4, 'hash 4', 'CI', ['read'], 6, null],
        )
        const own = await store.endpointKeys.find('qk_1')
        assert.deepEqual(
          [own?.key, own?.hash, own?.endpointId, own?.scopes, own?.expiresAt],
          [7, 'hash 7', 'q_shop', ['consume'], null],
        )
        assert.equal(await store.audit.recordExpiredKeys({ now: new Date(LATER * 2) }), false)
      })
    })

    test('what happened before the audit log is not in it, except keys that expire from then on, once', async () => {
      const fill = [
        ...OWNER,
        `insert into api_keys (key, id, hash, account_key, name, scopes, created_at, used_at, expires_at)
         values (4, 'ak_1', 'h', 1, 'over', '["read"]', 0, null, ${SECOND_BEFORE}),
                (5, 'ak_2', 'h', 1, 'lasting', '["read"]', 0, null, ${LATER}), (6, 'ak_3', 'h', 1, 'for good', '[]', 0, null, null)`,
        `insert into endpoint_keys (key, endpoint_key, id, hash, name, scopes, created_at, used_at, expires_at)
         values (7, 2, 'qk_1', 'h', 'worker', '["consume"]', 0, null, ${SECOND_BEFORE}),
                (8, 3, 'qk_2', 'h', 'unclaimed', '["consume"]', 0, null, ${SECOND_BEFORE})`,
      ]
      await withUpgraded(name, { migrations: BEFORE_AUDIT, fill }, async (store) => {
        const list = async () => (await store.audit.list({ accountKey: 1, before: null, limit: 10 })).entries
        assert.deepEqual(await list(), [])
        assert.equal((await store.accounts.findKey('ak_2'))?.expiresAt?.getTime(), LATER)
        for (let times = 0; times < 2; times += 1) {
          while (await store.audit.recordExpiredKeys({ now: NOW }));
        }
        const shown = (await list()).map(({ at, action, subject, detail }) => [
          at.getTime(),
          action,
          subject,
          detail,
        ])
        assert.deepEqual(shown.sort(), [
          [SECOND_BEFORE, 'key_expired', null, 'over'],
          [SECOND_BEFORE, 'key_expired', 'q_shop', 'worker'],
        ])
      })
    })
  })
}
