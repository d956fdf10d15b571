import assert from 'node:assert/strict'
import { test } from 'node:test'
import '../support/dashboard/english.ts'
import { toPreview } from '../../dashboard/src/screens/telemetry/event-preview.ts'

test('the row of an event shows its properties before its URL', () => {
  const props = { plan: 'pro', seats: 3, trial: false }
  const url = 'https://lovelace.dev/pricing'
  assert.equal(toPreview({ props, url }), 'plan: pro · seats: 3 · trial: false · lovelace.dev/pricing')
  assert.equal(toPreview({ props, url: null }), 'plan: pro · seats: 3 · trial: false')
  assert.equal(toPreview({ props: {}, url }), 'lovelace.dev/pricing')
  assert.equal(toPreview({ props: {}, url: '/pricing' }), '/pricing')
  assert.equal(toPreview({ props: {}, url: null }), 'no properties')
})
