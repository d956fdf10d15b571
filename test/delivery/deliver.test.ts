import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDeliverer } from '../../src/delivery/deliver.ts'
import { later, MINUTE } from '../../src/domain/time.ts'
import { openLog } from '../../src/runtime/log.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import type { OutboxStore } from '../../src/store/contract/outbox-store.ts'
import { createMemoryChannel } from '../support/memory-channel/memory-channel.ts'
import { claimedBy, receive } from '../support/stores/owned-inbox.ts'
import { NOW, storePlaces } from '../support/stores/stores.ts'

const { names, withStores } = storePlaces()

for (const place of names) {
  describe(`beginning deliveries, ${place}`, () => {
    test('a delivery that cannot begin is postponed for two minutes and stops no other, whatever fails about it', () =>
      withStores(place, 1, async (store) => {
        const { id } = await claimedBy(store, 'ada')
        const keys: number[] = []
        for (let each = 0; each < 4; each += 1) keys.push(await receive(store, id, { email: true }))
        const [first, undecidable, unsavable, last] = keys
        let now = NOW
        const clock = { now: () => now }
        const outbox: OutboxStore = {
          ...store.outbox,
          begin: (request) =>
            store.outbox.begin({
              ...request,
              async decide(delivery, reads) {
                const decision = await request.decide(delivery, reads)
                if (delivery.key === unsavable && now === NOW) throw new Error('it cannot be saved')
                return decision
              },
            }),
        }
        const memory = createMemoryChannel({ outbox, clock })
        using deliverer = createDeliverer(
          {
            outbox,
            holder: 'node',
            clock,
            log: openLog('silent'),
            metrics: createMetrics(),
            jitter: () => 0,
            failpoint: undefined,
            isClosing: () => false,
          },
          {
            ...memory,
            kind: 'email',
            async begin({ key }) {
              if (key === undecidable && now === NOW) throw new Error('it cannot be read')
              return { kind: 'send', content: key, budget: null, expiresAt: null }
            },
          },
        )
        const begun: unknown[] = []
        const beginAll = async () => {
          for (;;) {
            const some = await deliverer.begin(9)
            if (some === null) return
            begun.push(...some.map(({ content }) => content))
          }
        }
        await beginAll()
        assert.deepEqual(begun, [first, last])
        now = later(NOW, 2 * MINUTE - 1)
        await beginAll()
        assert.deepEqual(begun, [first, last])
        now = later(NOW, 2 * MINUTE)
        await beginAll()
        assert.deepEqual(begun, [first, last, undecidable, unsavable])
      }))
  })
}
