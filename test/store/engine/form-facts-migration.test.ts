import assert from 'node:assert/strict'
import type { Consequence } from '../../../src/store/contract/changes.ts'
import type { Store } from '../../../src/store/contract/store.ts'
import { NOW } from '../../support/stores/stores.ts'
import { migrationsBefore, storeUpgrades } from '../../support/stores/upgraded.ts'

/** Statements that store a form with a name and two submissions. */
const FORM = [
  `insert into endpoints (key, id, recipient, mailbox_key, created_at, last_accepted_at, accepted_count, month_count, settings, version)
   values (2, 'f_shop', 'ada@lovelace.dev', 'ada', 0, 1000, 2, 0, '{"name":"Shop"}', 7)`,
]

const testUpgrade = storeUpgrades()

testUpgrade('forms from before emails had languages have none until one is learned', {
  migrations: migrationsBefore(10),
  fill: FORM,
  async check(store) {
    assert.deepEqual(await getFacts(store), { language: null, siteHost: null, name: 'Shop', version: 7 })
    await save(store, { kind: 'language', language: 'fr' })
    assert.deepEqual(await getFacts(store), { language: 'fr', siteHost: null, name: 'Shop', version: 7 })
  },
})

testUpgrade('forms from before they learned their site have none until a page sends a submission', {
  migrations: migrationsBefore(12),
  fill: [...FORM, `update endpoints set language = 'ja'`],
  async check(store) {
    assert.deepEqual(await getFacts(store), { language: 'ja', siteHost: null, name: 'Shop', version: 7 })
    await save(store, { kind: 'site', host: 'acme.org' })
    assert.deepEqual(await getFacts(store), {
      language: 'ja',
      siteHost: 'acme.org',
      name: 'Shop',
      version: 7,
    })
  },
})

async function save(store: Store, consequence: Consequence): Promise<void> {
  await store.change({
    endpointId: 'f_shop',
    now: NOW,
    idempotencyKey: null,
    decide: () => ({ answer: null, remember: false, consequences: [consequence] }),
  })
}

async function getFacts(store: Store) {
  const { endpoint } = (await store.findEndpoint('f_shop')) ?? assert.fail('the upgrade lost the form')
  const { language, siteHost, settings, version } = endpoint
  return { language, siteHost, name: settings.name, version }
}
