import assert from 'node:assert/strict'
import { later, MINUTE } from '../../../src/domain/time.ts'
import { keyAt } from '../../../src/store/engine/sequence.ts'
import { createFilter } from '../../support/stores/owned-inbox.ts'
import { NOW } from '../../support/stores/stores.ts'
import { migrationsBefore, storeUpgrades } from '../../support/stores/upgraded.ts'

const ACCOUNT = 1
const RECEIVED = later(NOW, -MINUTE)
const [FIRST = 0, SECOND = 0] = [0, 16].map((place) => keyAt(RECEIVED) + place)

const testUpgrade = storeUpgrades()

testUpgrade('submissions from before health, receipts and judgements are found, moved and withdrawn', {
  migrations: migrationsBefore(19),
  fill: [
    `insert into accounts (key, mailbox, plan, created_at) values (${ACCOUNT}, 'ada@lovelace.dev', 'free', 0)`,
    `insert into endpoints (key, id, recipient, mailbox_key, created_at, accepted_count, month_count, claimed_at, confirmed_at, account_key, newest_key)
     values (2, 'f_shop', 'ada@lovelace.dev', 'ada', 0, 2, 0, 0, 0, ${ACCOUNT}, ${SECOND})`,
    `insert into submissions (key, endpoint_key, received_at, fields)
     values (${FIRST}, 2, ${RECEIVED.getTime()}, '[["message","hello"]]'),
            (${SECOND}, 2, ${RECEIVED.getTime()}, '[["message","a secret"]]')`,
  ],
  async check(store) {
    const list = async (folder: 'inbox' | 'spam') =>
      (
        await store.inbox.listKeys({
          ...createFilter(ACCOUNT, { folders: [folder] }),
          limit: 9,
          olderThan: null,
        })
      ).keys.toSorted()
    const found = await store.inbox.findSubmission(ACCOUNT, FIRST)
    assert.deepEqual([found?.withdrawnAt, found?.answer], [null, null])
    const receipt = await store.receipts.find(FIRST)
    assert.deepEqual([receipt?.withdrawnAt, receipt?.answer], [null, null])

    assert.equal(await store.receipts.withdraw({ submissionKey: SECOND, now: NOW }), 'withdrawn')
    const withdrawn = await store.inbox.findSubmission(ACCOUNT, SECOND)
    assert.deepEqual(withdrawn?.withdrawnAt, NOW)
    assert.equal(JSON.stringify(withdrawn).includes('a secret'), false)

    assert.deepEqual(await list('inbox'), [FIRST, SECOND])
    await store.inbox.mark({
      accountKey: ACCOUNT,
      keys: [FIRST],
      mark: { kind: 'folder', folder: 'spam' },
      now: NOW,
      deliveriesFor: () => [],
    })
    assert.deepEqual([await list('inbox'), await list('spam')], [[SECOND], [FIRST]])
  },
})
