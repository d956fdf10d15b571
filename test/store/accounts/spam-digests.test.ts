import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CATCH_UP_HOURS, latestSlot, WEEK_HOURS } from '../../../src/domain/outbox/spam-digest.ts'
import { HOUR, later } from '../../../src/domain/time.ts'
import { claimedBy } from '../../support/stores/owned-inbox.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { names, withStores } = storePlaces()
const ACCOUNTS = 3

for (const place of names) {
  describe(`weekly emails, ${place}`, () => {
    test('lists an account from its hour of the week on for a day, in each hour of the week', () =>
      withStores(place, 1, async (store) => {
        const keys: number[] = []
        for (let made = 0; made < ACCOUNTS; made += 1) {
          // Keys grow with time, so that the accounts have different hours.
          const now = later(NOW, made * HOUR)
          keys.push((await claimedBy(store, `person${made}@lovelace.dev`, { now })).accountKey)
        }
        const slots = new Set(keys.map((key) => latestSlot(key, NOW).getTime()))
        assert.equal(slots.size, ACCOUNTS)
        for (let hour = 0; hour < WEEK_HOURS; hour += 1) {
          const now = later(NOW, hour * HOUR)
          const due = await store.spamDigests.listDue({ now, after: 0, limit: 10 })
          const expected = keys.filter(
            (key) => now.getTime() - latestSlot(key, now).getTime() < CATCH_UP_HOURS * HOUR,
          )
          assert.deepEqual(
            due.map(({ key }) => key),
            expected,
            `${hour} hours later`,
          )
        }
      }))
  })
}
