import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { claimedBy } from '../../support/stores/owned-inbox.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { names, withStores } = storePlaces()
/** A submission that is routed to a queue, and reaches the quotas of both: itself, two emails, and an event. */
const KEYS_OF_A_SUBMISSION = 4

for (const place of names) {
  describe(`keys of one transaction, ${place}`, () => {
    test('changes that are saved together may each take the keys that a submission needs at most', () =>
      withStores(place, 1, async (store) => {
        const { id: endpointId } = await claimedBy(store, 'ada')
        const taken = await Promise.all(
          Array.from({ length: 12 }, async () => {
            const keys: number[] = []
            await store.change({
              endpointId,
              now: NOW,
              idempotencyKey: null,
              decide({ nextKey }) {
                keys.length = 0
                for (let key = 0; key < KEYS_OF_A_SUBMISSION; key += 1) keys.push(nextKey())
                return { answer: null, remember: false, consequences: [] }
              },
            })
            return keys
          }),
        )
        assert.equal(new Set(taken.flat()).size, 12 * KEYS_OF_A_SUBMISSION)
      }))
  })
}
