import assert from 'node:assert/strict'
import { MAX_STORED_SPAM } from '../../../src/domain/spam/spam-class.ts'
import { NOW } from '../../support/stores/stores.ts'
import { migrationsBefore, storeUpgrades } from '../../support/stores/upgraded.ts'

const testUpgrade = storeUpgrades()
const FIRST_KEY = 1000

testUpgrade('spam of an earlier version is of the class honeypot, and the next one deletes the oldest', {
  migrations: migrationsBefore(24),
  fill: [
    `insert into accounts (key, mailbox, plan, created_at) values (1, 'ada@lovelace.dev', 'free', 0)`,
    `insert into endpoints (key, id, recipient, mailbox_key, created_at, accepted_count, month_count, account_key)
     values (2, 'f_shop', 'ada@lovelace.dev', 'ada', 0, 3, 0, 1)`,
    ...Array.from(
      { length: MAX_STORED_SPAM },
      (_, n) =>
        `insert into submissions (key, endpoint_key, received_at, fields, spam_reasons)
         values (${FIRST_KEY + n}, 2, 0, '[["a","b"]]', '["honeypot"]')`,
    ),
  ],
  async check(store) {
    const spam = (reasons: string[]) =>
      store.change({
        endpointId: 'f_shop',
        now: NOW,
        idempotencyKey: null,
        decide: ({ nextKey }) => ({
          answer: null,
          remember: false,
          consequences: [{ kind: 'submission', key: nextKey(), text: '[]', spamReasons: reasons }],
        }),
      })
    const listOld = async () => {
      const everything = { unread: null, after: null, before: null, terms: [], limit: 1000, olderThan: null }
      const place = { accountKey: 1, endpointId: 'f_shop', folders: ['spam'] as const }
      const { keys } = await store.inbox.listKeys({ ...everything, ...place })
      return keys.filter((key) => key < FIRST_KEY + MAX_STORED_SPAM).sort((one, other) => one - other)
    }
    await spam(['links', 'markup'])
    assert.equal((await listOld()).length, MAX_STORED_SPAM)
    await spam(['honeypot'])
    assert.deepEqual([(await listOld()).length, (await listOld())[0]], [MAX_STORED_SPAM - 1, FIRST_KEY + 1])
  },
})
