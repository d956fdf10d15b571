import assert from 'node:assert/strict'
import { NO_SPAM_SETTINGS, type SpamSettings } from '../../../src/domain/spam/spam-settings.ts'
import type { Store } from '../../../src/store/contract/store.ts'
import { NOW } from '../../support/stores/stores.ts'
import { migrationsBefore, storeUpgrades } from '../../support/stores/upgraded.ts'

const testUpgrade = storeUpgrades()

testUpgrade('forms claimed before the spam filter existed stay unfiltered until their owner sets a level', {
  migrations: migrationsBefore(18),
  fill: [
    `insert into accounts (key, mailbox, plan, created_at) values (1, 'ada@lovelace.dev', 'free', 0)`,
    `insert into endpoints (key, id, recipient, mailbox_key, created_at, accepted_count, month_count, claimed_at, confirmed_at, account_key, settings)
     values (2, 'f_shop', 'ada@lovelace.dev', 'ada', 0, 3, 0, 0, 0, 1, '{"name":"Shop"}')`,
  ],
  async check(store) {
    assert.deepEqual(await getSpam(store), NO_SPAM_SETTINGS)
    const set: SpamSettings = { level: 'strict', block: ['casino', 'example.net'], allow: ['bo@builds.dev'] }
    await setSpam(store, set)
    assert.deepEqual(await getSpam(store), set)
    const [owned] = await store.owned.list({
      accountKey: 1,
      kind: 'form',
      state: null,
      before: null,
      limit: 9,
    })
    assert.deepEqual(owned?.endpoint.settings.spam, set)
    await setSpam(store, { ...set, block: [], allow: ['other.dev'] })
    assert.deepEqual(await getSpam(store), { level: 'strict', block: [], allow: ['other.dev'] })
    await setSpam(store, NO_SPAM_SETTINGS)
    assert.deepEqual(await getSpam(store), NO_SPAM_SETTINGS)
  },
})

async function getSpam(store: Store) {
  const found = await store.findEndpoint('f_shop')
  assert.equal(found?.endpoint.settings.name, 'Shop')
  return found.endpoint.settings.spam
}

/** Sets them as a change does: with what is loaded under the lock. */
async function setSpam(store: Store, spam: SpamSettings): Promise<void> {
  const before = await getSpam(store)
  await store.change({
    endpointId: 'f_shop',
    now: NOW,
    idempotencyKey: null,
    decide({ found }) {
      assert.deepEqual(found?.endpoint.settings.spam, before)
      const settings = { ...found.endpoint.settings, spam }
      return { answer: null, remember: false, consequences: [{ kind: 'settings', settings }] }
    },
  })
}
