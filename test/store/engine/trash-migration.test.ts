import assert from 'node:assert/strict'
import type { Folder } from '../../../src/domain/submissions/folder.ts'
import { later, MINUTE } from '../../../src/domain/time.ts'
import type { Mark } from '../../../src/store/contract/inbox-store.ts'
import type { Store } from '../../../src/store/contract/store.ts'
import { keyAt } from '../../../src/store/engine/sequence.ts'
import { createFilter } from '../../support/stores/owned-inbox.ts'
import { NOW } from '../../support/stores/stores.ts'
import { migrationsBefore, storeUpgrades } from '../../support/stores/upgraded.ts'

const ACCOUNT = 1
const RECEIVED = later(NOW, -MINUTE)
const [INBOX = 0, SPAM = 0, ARCHIVED = 0] = [0, 16, 32].map((place) => keyAt(RECEIVED) + place)

const testUpgrade = storeUpgrades()

testUpgrade('submissions from before the trash stay in their folders, and can be moved to it and back', {
  migrations: migrationsBefore(11),
  fill: [
    `insert into accounts (key, mailbox, plan, created_at) values (${ACCOUNT}, 'ada@lovelace.dev', 'free', 0)`,
    `insert into endpoints (key, id, recipient, mailbox_key, created_at, accepted_count, month_count, claimed_at, confirmed_at, account_key, newest_key)
     values (2, 'f_shop', 'ada@lovelace.dev', 'ada', 0, 2, 0, 0, 0, ${ACCOUNT}, ${ARCHIVED})`,
    `insert into submissions (key, endpoint_key, received_at, fields, spam_reasons, moved_to, read_at)
     values (${INBOX}, 2, ${RECEIVED.getTime()}, '[["message","hello"]]', null, null, null),
            (${SPAM}, 2, ${RECEIVED.getTime()}, '[["message","casino"]]', '["honeypot"]', null, null),
            (${ARCHIVED}, 2, ${RECEIVED.getTime()}, '[["message","done"]]', null, 'archive', ${RECEIVED.getTime()})`,
  ],
  async check(store) {
    const all = [INBOX, SPAM, ARCHIVED]
    const untouched = { inbox: [INBOX], spam: [SPAM], archive: [ARCHIVED], trash: [] }
    assert.deepEqual(await listFolders(store), untouched)
    for (const key of all) {
      assert.equal((await store.inbox.findSubmission(ACCOUNT, key))?.trashedAt, null)
    }
    assert.equal(await store.maintenance.purgeTrash(NOW), 0)

    await mark(store, all, { kind: 'folder', folder: 'trash' })
    assert.deepEqual(await listFolders(store), { inbox: [], spam: [], archive: [], trash: all })
    await mark(store, all, { kind: 'restored' })
    assert.deepEqual(await listFolders(store), untouched)
    assert.equal(await store.maintenance.purgeTrash(NOW), 0)

    await mark(store, [SPAM], { kind: 'folder', folder: 'trash' })
    assert.equal(await store.maintenance.purgeTrash(NOW), 1)
    assert.deepEqual(await listFolders(store), { ...untouched, spam: [] })
  },
})

const mark = (store: Store, keys: readonly number[], how: Mark) =>
  store.inbox.mark({ accountKey: ACCOUNT, keys, mark: how, now: NOW, deliveriesFor: () => [] })

/** Lists the keys in each folder, the oldest first. */
async function listFolders(store: Store): Promise<Record<Folder, number[]>> {
  const list = async (folder: Folder) => {
    const filter = createFilter(ACCOUNT, { folders: [folder] })
    const { keys } = await store.inbox.listKeys({ ...filter, limit: 9, olderThan: null })
    return keys.toSorted()
  }
  return {
    inbox: await list('inbox'),
    spam: await list('spam'),
    archive: await list('archive'),
    trash: await list('trash'),
  }
}
