import assert from 'node:assert/strict'
import { NO_SETTINGS } from '../../../src/domain/endpoints/settings.ts'
import { DEFAULT_QUEUE_LIMITS, MESSAGE_RETENTION_DAYS } from '../../../src/domain/queues/queue.ts'
import { DAY, HOUR, later } from '../../../src/domain/time.ts'
import type { Store } from '../../../src/store/contract/store.ts'
import { keyAt } from '../../../src/store/engine/sequence.ts'
import { getTexts, LEASE_MS, pull } from '../../support/stores/stored-queue.ts'
import { NOW } from '../../support/stores/stores.ts'
import { migrationsBefore, storeUpgrades } from '../../support/stores/upgraded.ts'

const QUEUE = 2
/** Older than the retention that an owner can choose now, younger than the one of all queues until then. */
const PUBLISHED = later(NOW, -(DAY + HOUR))
const FIRST = keyAt(PUBLISHED)

const testUpgrade = storeUpgrades()

testUpgrade('queues from before they had limits keep their messages, and get limits from then on', {
  migrations: migrationsBefore(9),
  fill: [
    `insert into accounts (key, mailbox, plan, created_at) values (1, 'ada@lovelace.dev', 'free', 0)`,
    `insert into endpoints (key, id, recipient, mailbox_key, created_at, accepted_count, month_count, claimed_at, confirmed_at, account_key, settings)
     values (${QUEUE}, 'q_shop', 'ada@lovelace.dev', 'ada', 0, 3, 0, 0, 0, 1, '{"name":"Shop"}')`,
    `insert into messages (key, endpoint_key, published_at, type, body, ready_at, deliveries, lease, dead_at)
     values (${FIRST}, ${QUEUE}, ${PUBLISHED.getTime()}, 'text', '"new"', null, 0, null, null),
            (${FIRST + 1}, ${QUEUE}, ${PUBLISHED.getTime()}, 'text', '"retried"', ${PUBLISHED.getTime()}, 3, null, null),
            (${FIRST + 2}, ${QUEUE}, ${PUBLISHED.getTime()}, 'text', '"dead"', ${PUBLISHED.getTime()}, 4, null, ${PUBLISHED.getTime()})`,
    `insert into queue_counts (endpoint_key, backlog, dead) values (${QUEUE}, 2, 1)`,
  ],
  async check(store) {
    const settings = (await store.findEndpoint('q_shop'))?.endpoint.settings
    assert.deepEqual([settings?.name, settings?.queueLimits], ['Shop', {}])
    assert.equal(await store.queues.purge({ now: NOW, limit: 9 }), 0)
    assert.partialDeepStrictEqual(await store.queues.count(QUEUE, NOW), { backlog: 2, dead: 1 })
    const { messages: dead } = await store.queues.listDead({ queueKey: QUEUE, before: null, limit: 9 })
    assert.deepEqual([getTexts(dead), dead[0]?.reason], [['dead'], null])

    const pulled = await pull(store, QUEUE)
    assert.deepEqual(getTexts(pulled).sort(), ['new', 'retried'])
    assert.deepEqual(
      pulled.map(({ reason }) => reason),
      [null, null],
    )
    const settled = await store.queues.settle({
      queueKey: QUEUE,
      limits: DEFAULT_QUEUE_LIMITS,
      now: NOW,
      acks: [],
      retries: pulled.map((message) => ({ ...message, readyAt: NOW, reason: 'no stock' })),
    })
    assert.equal(settled.retried.size, 2)
    const [again] = await pull(store, QUEUE, 1, later(NOW, LEASE_MS))
    assert.equal(again?.reason, 'no stock')

    await setRetentionDays(store, MESSAGE_RETENTION_DAYS - 1)
    assert.equal(await store.queues.purge({ now: NOW, limit: 9 }), 0)
    await setRetentionDays(store, 1)
    assert.equal(await store.queues.purge({ now: NOW, limit: 9 }), 3)
    assert.partialDeepStrictEqual(await store.queues.count(QUEUE, NOW), { backlog: 0, dead: 0 })
  },
})

async function setRetentionDays(store: Store, retentionDays: number): Promise<void> {
  const settings = { ...NO_SETTINGS, queueLimits: { retentionDays } }
  await store.change({
    endpointId: 'q_shop',
    now: NOW,
    idempotencyKey: null,
    decide: () => ({ answer: null, remember: false, consequences: [{ kind: 'settings', settings }] }),
  })
}
