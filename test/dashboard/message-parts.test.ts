import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toMessageParts } from '../../dashboard/src/screens/submission/message-parts.ts'

test('shows name and address in the heading, the message as the body and the rest as facts', () => {
  const parts = toMessageParts([
    ['name', 'Nina'],
    ['email', 'nina@studio.de'],
    ['budget', '2.000 €'],
    ['message', 'Hello'],
    ['phone', ''],
    ['_gotcha', ''],
    ['_subject', 'From the site'],
  ])
  assert.deepEqual(parts.body, ['message', 'Hello'])
  assert.deepEqual(parts.facts, [['budget', '2.000 €']])
  assert.deepEqual(parts.empty, ['phone'])
})

test('repeats a name or address that the heading does not show in full', () => {
  const { facts } = toMessageParts([
    ['name', 'x'.repeat(200)],
    ['email', 'not an address'],
    ['first_name', 'Ada'],
  ])
  assert.deepEqual(
    facts.map(([name]) => name),
    ['name', 'email', 'first_name'],
  )
})

test('leaves out first and last name when the heading joins them', () => {
  const { facts, body } = toMessageParts([
    ['first_name', 'Ada'],
    ['last_name', 'Lovelace'],
    ['email', 'ada@lovelace.org'],
    ['topic', 'Engines'],
  ])
  assert.deepEqual(facts, [['topic', 'Engines']])
  assert.equal(body, null)
})

test('takes the longest text for the body where no field is named like a message', () => {
  const long = 'A long story. '.repeat(20)
  const { body, facts } = toMessageParts([
    ['why', long],
    ['how', 'Short'],
    ['seats', 3],
  ])
  assert.deepEqual(body, ['why', long])
  assert.deepEqual(facts, [
    ['how', 'Short'],
    ['seats', 3],
  ])
})

test('counts null, blank text and empty lists as empty, but neither 0 nor false', () => {
  const { empty, facts } = toMessageParts([
    ['a', null],
    ['b', ' \n'],
    ['c', []],
    ['d', 0],
    ['e', false],
  ])
  assert.deepEqual(empty, ['a', 'b', 'c'])
  assert.deepEqual(
    facts.map(([name]) => name),
    ['d', 'e'],
  )
})
