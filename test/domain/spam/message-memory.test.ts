import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMessageMemory } from '../../../src/domain/spam/message-memory.ts'
import { NO_SIGHTINGS } from '../../../src/domain/spam/sightings.ts'
import { DAY, later } from '../../../src/domain/time.ts'

const NOW = new Date('2026-11-10T09:00:00.000Z')
const PLACE = { endpointKey: 1, accountKey: 1, now: NOW }

test('counts a message by form and by account for a day', () => {
  const memory = createMessageMemory(1)
  assert.deepEqual(memory.find(7, PLACE), NO_SIGHTINGS)
  memory.add(7, PLACE)
  memory.add(7, PLACE)
  memory.add(7, { ...PLACE, endpointKey: 2, accountKey: 2 })
  assert.deepEqual(memory.find(7, PLACE), { here: 2, endpoints: 2, accounts: 2 })
  assert.deepEqual(memory.find(7, { ...PLACE, endpointKey: 3 }), { here: 0, endpoints: 3, accounts: 2 })
  assert.deepEqual(memory.find(8, PLACE), NO_SIGHTINGS)
  const tomorrow = { ...PLACE, now: later(NOW, DAY) }
  assert.deepEqual(memory.find(7, tomorrow), NO_SIGHTINGS)
  memory.add(7, tomorrow)
  assert.equal(memory.find(7, tomorrow).here, 1)
})

test('keeps the newest ten thousand messages, and forgets older ones', () => {
  const memory = createMessageMemory(1)
  for (let hash = 0; hash < 30_000; hash += 1) memory.add(hash, PLACE)
  assert.equal(memory.find(29_999, PLACE).here, 1)
  assert.equal(memory.find(20_001, PLACE).here, 1)
  assert.equal(memory.find(0, PLACE).here, 0)
})

test('another seed gives the same message another hash', () => {
  const texts = [
    {
      field: 'message',
      text: 'A message of more than sixty letters, as spammers send them to very many forms',
    },
  ]
  assert.notEqual(createMessageMemory(1).hash(texts), createMessageMemory(2).hash(texts))
})
