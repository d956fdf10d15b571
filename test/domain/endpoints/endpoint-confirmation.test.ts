import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  awaitsConfirmation,
  confirmEndpoint,
  isConfirmed,
  newEndpoint,
} from '../../../src/domain/endpoints/endpoint.ts'
import { later, MINUTE } from '../../../src/domain/time.ts'

const NOW = new Date('2026-11-10T09:00:00.000Z')
const LATER = later(NOW, MINUTE)
const unclaimed = newEndpoint({ id: 'f_0000000000000000', recipient: 'ada@lovelace.dev', now: NOW })
const byLink = { ...unclaimed, claimedAt: NOW }

test('a claimed endpoint awaits confirmation until a person confirms it', () => {
  assert.deepEqual([isConfirmed(unclaimed), awaitsConfirmation(unclaimed)], [false, false])
  assert.deepEqual([isConfirmed(byLink), awaitsConfirmation(byLink)], [false, true])
  const confirmed = confirmEndpoint(byLink, LATER)
  assert.deepEqual(confirmed, { ...byLink, confirmedAt: LATER })
  assert.deepEqual([isConfirmed(confirmed), awaitsConfirmation(confirmed)], [true, false])
})

test('a confirmation changes no other endpoint: unclaimed, retired, or confirmed before', () => {
  const retired = { ...byLink, retiredAt: NOW }
  const confirmed = { ...byLink, confirmedAt: NOW }
  for (const endpoint of [unclaimed, retired, confirmed]) {
    assert.equal(confirmEndpoint(endpoint, LATER), endpoint)
  }
  assert.equal(awaitsConfirmation(retired), false)
})
