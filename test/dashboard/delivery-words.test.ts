import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STATES } from '../../dashboard/src/screens/submission/delivery-words.ts'

test('says that an email was sent, and never that it was delivered, which nobody knows', () => {
  assert.equal(STATES.sent.label, 'Sent')
  assert.match(STATES.sent.explained, /^Your mail server accepted it\./)
  for (const [state, { label }] of Object.entries(STATES)) assert.doesNotMatch(label, /deliver/i, state)
})

test('says that a kept email was not sent', () => {
  assert.equal(STATES.kept.label, 'Kept')
  assert.match(STATES.kept.explained, /kept on this server and not sent/)
})
