import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storeOutcomes } from '../../src/delivery/settle.ts'
import { StoreUnavailable } from '../../src/store/contract/errors.ts'
import type { Settlement } from '../../src/store/contract/outbox-store.ts'

const NOW = new Date('2026-11-10T09:00:00.000Z')

/** An outbox that fails a write as a whole when it contains a delivery that `fault` names. */
function openFailing(fault: (deliveryKey: number) => Error | null) {
  const writes: number[][] = []
  return {
    writes,
    outbox: {
      async settle(settlements: readonly Settlement[]) {
        const keys = settlements.map(({ lease }) => lease.deliveryKey)
        writes.push(keys)
        for (const key of keys) {
          const error = fault(key)
          if (error) throw error
        }
        return keys.map((key) => key === 3)
      },
    },
    isClosing: () => true,
  }
}

function sent(deliveryKey: number): { settlement: Settlement } {
  const lease = { deliveryKey, attemptKey: 10 * deliveryKey }
  const next = { kind: 'settled', outcome: 'sent' } as const
  return { settlement: { lease, now: NOW, outcome: 'accepted', answer: '250', next } }
}

test('an outcome that cannot be stored fails no other', async () => {
  const bad = new Error('bad')
  const failing = openFailing((key) => (key === 2 ? bad : null))
  const items = [sent(1), sent(2), sent(3)]
  const outcomes = await storeOutcomes(failing, items)
  assert.deepEqual(outcomes, [
    { item: items[0], outcome: { kind: 'done', value: false } },
    { item: items[1], outcome: { kind: 'failed', error: bad } },
    { item: items[2], outcome: { kind: 'done', value: true } },
  ])
  assert.deepEqual(failing.writes, [[1, 2, 3], [1], [2], [3]])
})

test('nothing is stored one by one while the store is unavailable', async () => {
  const away = new StoreUnavailable('away')
  const failing = openFailing(() => away)
  const results = await storeOutcomes(failing, [sent(1), sent(2)])
  const failed = { kind: 'failed', error: away }
  assert.deepEqual(
    results.map(({ outcome }) => outcome),
    [failed, failed],
  )
  assert.deepEqual(failing.writes, [[1, 2]])
})
