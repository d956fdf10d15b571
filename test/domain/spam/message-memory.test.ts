import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMessageMemory } from '../../../src/domain/spam/message-memory.ts'
import { readTexts } from '../../../src/domain/spam/read-texts.ts'
import { NO_SIGHTINGS } from '../../../src/domain/spam/sightings.ts'
import { DAY, HOUR, later, MINUTE } from '../../../src/domain/time.ts'

const NOW = new Date('2026-11-10T09:00:00.000Z')
const TEXT = 'I am interested in apartment no. 12, please call me back.'

test('counts copies of a submission for a day, and for an hour', () => {
  const { send, find } = openMemory()
  assert.deepEqual(find({ email: 'bo@a.example' }), NO_SIGHTINGS)
  send({ email: 'bo@a.example' })
  send({ email: 'cy@a.example' })
  send({ email: 'bo@a.example', now: later(NOW, HOUR - MINUTE) })
  assert.deepEqual(find({ email: 'bo@a.example', now: later(NOW, HOUR - MINUTE) }), { copies: 2, recent: 2 })
  assert.deepEqual(find({ email: 'bo@a.example', now: later(NOW, HOUR) }), { copies: 2, recent: 1 })
  assert.deepEqual(find({ email: 'cy@a.example' }), { copies: 1, recent: 1 })
  assert.deepEqual(find({ email: 'bo@a.example', form: 2 }), NO_SIGHTINGS, 'another form')
  assert.deepEqual(find({ email: 'bo@a.example', now: later(NOW, DAY) }), { copies: 1, recent: 0 })
})

test('messages that a stranger sends with the address of a visitor do not count against the one of the visitor', () => {
  const { send, find } = openMemory()
  for (let n = 0; n < 10; n += 1) send({ email: 'bo@a.example', name: 'Mallory' })
  for (let n = 0; n < 10; n += 1) send({ email: 'bo@a.example', message: `${TEXT} Nonsense.` })
  for (const visit of [
    { email: 'bo@a.example' },
    { email: 'bo@a.example', name: 'Bo' },
    { email: 'bo@a.example', name: 'Mallory', phone: 4930 },
    { email: 'bo@a.example', name: 'Mallory', message: TEXT.replace('12', '14') },
    { email: 'bo@a.example', name: 'Mallory', message: `${TEXT} https://bo.example` },
  ])
    assert.deepEqual(find(visit), NO_SIGHTINGS, JSON.stringify(visit))
})

test('only what names its sender is a copy: no fixed address, company or topic of the page', () => {
  const { send, find } = openMemory()
  for (const named of [
    { name: 'Bo' },
    { phone: '1' },
    { _replyto: 'bo@a.example' },
    { correo: 'bo@a.example' },
  ]) {
    assert.equal(send(named), true)
    assert.deepEqual(find(named), { copies: 1, recent: 1 })
  }
  assert.deepEqual(find({ phone: '2' }), NO_SIGHTINGS)
  for (const fixed of [
    {},
    { topic: 'rent' },
    { company: 'Acme' },
    { agent: 'agent@a.example' },
    { name: ' ' },
  ])
    assert.equal(send(fixed), false, JSON.stringify(fixed))
})

test('spam is no copy that the owner has', () => {
  const { send, find } = openMemory()
  send({ email: 'bo@a.example', isSpam: true })
  assert.deepEqual(find({ email: 'bo@a.example' }), NO_SIGHTINGS)
})

test('a text that the owner has dealt with no longer counts, whoever sends it, until they call it spam', () => {
  const { memory, send, find } = openMemory()
  for (const email of ['bo@a.example', 'bo@a.example', 'cy@a.example', 'cy@a.example']) send({ email })
  memory.settle([3, 999], NOW)
  assert.deepEqual(find({ email: 'bo@a.example' }), NO_SIGHTINGS)
  assert.deepEqual(find({ email: 'cy@a.example' }), NO_SIGHTINGS)
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
