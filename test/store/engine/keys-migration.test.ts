import assert from 'node:assert/strict'
import { NOW } from '../../support/stores/stores.ts'
import { migrationsBefore, storeUpgrades } from '../../support/stores/upgraded.ts'

const testUpgrade = storeUpgrades()

const OWNER = [
  `insert into accounts (key, mailbox, plan, created_at) values (1, 'ada@lovelace.dev', 'free', 0)`,
  `insert into endpoints (key, id, recipient, mailbox_key, created_at, accepted_count, month_count, claimed_at, account_key)
   values (2, 'q_shop', 'ada@lovelace.dev', 'ada', 0, 1, 0, 0, 1), (3, 'q_new', 'bo@builds.dev', 'bo', 0, 1, 0, null, null)`,
]
const SECOND_BEFORE = NOW.getTime() - 1000
const LATER = NOW.getTime() + 1000

testUpgrade('keys from before keys could expire work for good, and their scopes are kept', {
  migrations: migrationsBefore(6),
  fill: [
    ...OWNER,
    `insert into api_keys (key, id, hash, account_key, name, scopes, created_at, used_at)
     values (4, 'ak_1', 'hash 4', 1, 'CI', '["read"]', 5, 6)`,
    `insert into endpoint_keys (key, endpoint_key, id, hash, name, scopes, created_at, used_at)
     values (7, 2, 'qk_1', 'hash 7', 'worker', '["consume"]', 8, null)`,
  ],
  async check(store) {
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
  },
})

testUpgrade('what happened before the audit log is not in it, except keys that expire from then on, once', {
  migrations: migrationsBefore(8),
  fill: [
    ...OWNER,
    `insert into api_keys (key, id, hash, account_key, name, scopes, created_at, used_at, expires_at)
     values (4, 'ak_1', 'h', 1, 'over', '["read"]', 0, null, ${SECOND_BEFORE}),
            (5, 'ak_2', 'h', 1, 'lasting', '["read"]', 0, null, ${LATER}), (6, 'ak_3', 'h', 1, 'for good', '[]', 0, null, null)`,
    `insert into endpoint_keys (key, endpoint_key, id, hash, name, scopes, created_at, used_at, expires_at)
     values (7, 2, 'qk_1', 'h', 'worker', '["consume"]', 0, null, ${SECOND_BEFORE}),
            (8, 3, 'qk_2', 'h', 'unclaimed', '["consume"]', 0, null, ${SECOND_BEFORE})`,
  ],
  async check(store) {
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
  },
})
