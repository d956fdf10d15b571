import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMessageMemory } from '../../../src/domain/spam/message-memory.ts'
import { readTexts } from '../../../src/domain/spam/read-texts.ts'
import { NO_SIGHTINGS } from '../../../src/domain/spam/sightings.ts'
import { DAY, HOUR, later, MINUTE } from '../../../src/domain/time.ts'

const NOW = new Date('2026-11-10T09:00:00.000Z')
const TEXT = 'I am interested in apartment no. 12, please call me back.'

test('counts copies of a text by one sender for a day, and all messages of the sender for an hour', () => {
  const { send, find } = openMemory()
  assert.deepEqual(find({ email: 'bo@a.example' }), NO_SIGHTINGS)
  send({ email: 'bo@a.example' })
  send({ email: 'Bo+x@a.example', name: 'Somebody else' })
  send({ email: 'cy@a.example' })
  send({ email: 'bo@a.example', message: 'Something else that is long enough to be compared with others.' })
  assert.deepEqual(find({ email: 'bo@a.example' }), { copies: 2, recent: 3 })
  assert.deepEqual(find({ email: 'cy@a.example' }), { copies: 1, recent: 1 })
  assert.deepEqual(find({ email: 'bo@a.example', form: 2 }), NO_SIGHTINGS, 'another form')
  assert.deepEqual(find({ email: 'bo@a.example', now: later(NOW, HOUR) }), { copies: 2, recent: 0 })
  assert.deepEqual(find({ email: 'bo@a.example', now: later(NOW, DAY) }), NO_SIGHTINGS)
})

test('a submission without a reply address is known by its other fields, if one of them names somebody', () => {
  const { send, find } = openMemory()
  send({ name: 'Bo', phone: '1' })
  assert.deepEqual(find({ name: 'Bo', phone: '1' }), { copies: 1, recent: 1 })
  assert.deepEqual(find({ name: 'Bo', phone: '2' }), NO_SIGHTINGS)
  assert.equal(send({}), false, 'nobody is named')
  assert.equal(send({ topic: 'rent' }), false, 'a field that is the same for everybody')
})

test('spam is no copy that the owner has, but one of a burst', () => {
  const { send, find } = openMemory()
  send({ email: 'bo@a.example', isSpam: true })
  assert.deepEqual(find({ email: 'bo@a.example' }), { copies: 0, recent: 1 })
})

test('a text that the owner has dealt with no longer counts, whoever sends it, until they call it spam', () => {
  const { memory, send, find } = openMemory()
  for (const email of ['bo@a.example', 'bo@a.example', 'cy@a.example', 'cy@a.example']) send({ email })
  memory.settle([3, 999], NOW)
  assert.equal(find({ email: 'bo@a.example' }).copies, 0)
  assert.equal(find({ email: 'cy@a.example' }).copies, 0)
  memory.unsettle([2])
  assert.equal(find({ email: 'bo@a.example' }).copies, 2)
  send({ email: 'bo@a.example', form: 2 })
  memory.settle([1], NOW)
  assert.equal(find({ email: 'bo@a.example', form: 2 }).copies, 1, 'another form')
  assert.equal(find({ email: 'bo@a.example', now: later(NOW, DAY - MINUTE) }).copies, 0)
})

test('keeps the newest ten thousand messages, and forgets older ones', () => {
  const { send, find } = openMemory()
  for (let n = 0; n < 30_000; n += 1) send({ email: `v${n}@a.example` })
  assert.equal(find({ email: 'v29999@a.example' }).copies, 1)
  assert.equal(find({ email: 'v20001@a.example' }).copies, 1)
  assert.equal(find({ email: 'v0@a.example' }).copies, 0)
})

test('another seed gives the same message another hash', () => {
  const fields = [
    { name: 'email', value: 'bo@a.example' },
    { name: 'message', value: TEXT },
  ]
  const identify = (seed: number) =>
    createMessageMemory(seed).identify({ endpointKey: 1, fields, texts: readTexts(fields) })
  assert.deepEqual(identify(1), identify(1))
  assert.notDeepEqual(identify(1), identify(2))
})

type Sent = Record<string, unknown> & { form?: number; now?: Date; isSpam?: boolean }

function openMemory() {
  const memory = createMessageMemory(1)
  let submissionKey = 0
  const identify = ({ form = 1, now: _now, isSpam: _isSpam, ...values }: Sent) => {
    const fields = Object.entries({ message: TEXT, ...values }).map(([name, value]) => ({
      name,
      value: String(value),
    }))
    return memory.identify({ endpointKey: form, fields, texts: readTexts(fields) })
  }
  return {
    memory,
    /** Returns false for a submission that is not remembered. */
    send(sent: Sent): boolean {
      const message = identify(sent)
      submissionKey += 1
      const { isSpam = false, now = NOW } = sent
      if (message) memory.add(message, { submissionKey, isSpam, now })
      return message !== null
    },
    find(sent: Sent) {
      const message = identify(sent)
      assert.ok(message)
      return memory.find(message, sent.now ?? NOW)
    },
  }
}
