import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addObservations,
  createObservations,
  MAX_OBSERVED_NAME_LENGTH,
  MAX_OBSERVED_NAMES,
  MAX_REFUSED_ORIGINS,
  type Observations,
  type Observed,
  observe,
  parseObservations,
  stringifyObservations,
} from '../../../src/domain/health/observations.ts'
import type { Field } from '../../../src/domain/submissions/fields.ts'

const PAGE = { origin: 'https://acme.dev', referer: 'https://acme.dev/contact' }

function accepted(values: Record<string, Field['value']>, page = PAGE): Observed {
  const fields = Object.entries(values).map(([name, value]) => ({ name, value }))
  return { kind: 'accepted', fields, page, isBrowser: true }
}

function refusedFrom(origin: string): Observed {
  return { kind: 'refused', code: 'origin_not_allowed', page: { origin, referer: null } }
}

function observeAll(observed: readonly Observed[], at = 1000): Observations {
  const observations = createObservations()
  for (const [index, one] of observed.entries()) observe(observations, one, at + index)
  return observations
}

test('counts how often each field was sent and filled in, and keeps no value', () => {
  const seen = observeAll([
    accepted({ email: 'jane@acme.dev', phone: '' }),
    accepted({ email: '', agree: true }),
    { kind: 'spam', isOnlyRepeated: true },
  ])
  assert.deepEqual([seen.accepted, seen.spam, seen.repeated], [2, 1, 1])
  assert.deepEqual(seen.fields.get('email'), { sent: 2, filled: 1, from: 0, to: 2, lastAt: 1001 })
  assert.deepEqual(seen.fields.get('phone'), { sent: 1, filled: 0, from: 0, to: 1, lastAt: 1000 })
  assert.deepEqual(seen.fields.get('agree'), { sent: 1, filled: 1, from: 1, to: 2, lastAt: 1001 })
  assert.doesNotMatch(stringifyObservations(seen), /jane/)
})

test('counts a repeated name of one submission once', () => {
  const fields = ['cheese', 'olives'].map((value) => ({ name: 'topping', value }))
  const seen = observeAll([{ kind: 'accepted', fields, page: PAGE, isBrowser: false }])
  assert.equal(seen.fields.get('topping')?.sent, 1)
})

test('observes a limited number of names of a limited length, and remembers that it left some out', () => {
  const names = (count: number, length = 4) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}`.padStart(length, 'n'), 'x']))
  const most = observeAll([accepted(names(MAX_OBSERVED_NAMES))])
  assert.deepEqual([most.fields.size, most.namesDropped], [MAX_OBSERVED_NAMES, false])
  const more = observeAll([accepted(names(MAX_OBSERVED_NAMES + 1))])
  assert.deepEqual([more.fields.size, more.namesDropped], [MAX_OBSERVED_NAMES, true])
  const longest = observeAll([accepted(names(1, MAX_OBSERVED_NAME_LENGTH))])
  assert.deepEqual([longest.fields.size, longest.namesDropped], [1, false])
  const longer = observeAll([accepted(names(1, MAX_OBSERVED_NAME_LENGTH + 1))])
  assert.deepEqual([longer.fields.size, longer.namesDropped], [0, true])
})

test('keeps the fields of most submissions when batches together have too many names', () => {
  const real = observeAll(Array.from({ length: 3 }, () => accepted({ email: 'a', message: 'b' })))
  for (let batch = 0; batch < 3; batch += 1) {
    const junk = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`junk ${batch} ${index}`, '']))
    addObservations(real, observeAll([accepted(junk)]))
  }
  assert.deepEqual([real.fields.size, real.namesDropped], [MAX_OBSERVED_NAMES, true])
  assert.ok(real.fields.has('email') && real.fields.has('message'))
})

test('remembers the newest refused origins, and only as origins', () => {
  const sent = [
    'https://a.dev/path?<b>',
    'https://B.dev',
    'javascript:alert(1)',
    `https://${'x'.repeat(200)}.dev`,
  ]
  const seen = observeAll([...sent, 'https://c.dev', 'https://a.dev'].map(refusedFrom))
  assert.deepEqual(seen.refusedOrigins, ['https://a.dev', 'https://c.dev', 'null', 'https://b.dev'])
  const many = Array.from({ length: 20 }, (_, index) => refusedFrom(`https://site${index}.dev`))
  addObservations(seen, observeAll(many))
  assert.equal(seen.refusedOrigins.length, MAX_REFUSED_ORIGINS)
  assert.equal(seen.refusedOrigins[0], 'https://site19.dev')
})

test('adding up batches gives what one batch would', () => {
  const events: Observed[] = [
    accepted({ email: 'a', message: 'b' }),
    refusedFrom('https://a.dev'),
    accepted({ email: 'a' }),
    refusedFrom('https://b.dev'),
    { kind: 'refused', code: 'fields_missing', page: PAGE },
    refusedFrom('https://c.dev'),
  ]
  const atOnce = observeAll(events)
  assert.deepEqual(atOnce.unanswered.get('origin_not_allowed'), { count: 2, since: 1003 })
  for (let cut = 0; cut <= events.length; cut += 1) {
    const sum = observeAll(events.slice(0, cut))
    addObservations(sum, observeAll(events.slice(cut), 1000 + cut))
    assert.deepEqual(sum, atOnce, `cut after ${cut}`)
  }
})

test('is the same after it was stored, whatever the names are', () => {
  const seen = observeAll([
    accepted(
      Object.fromEntries([
        ['__proto__', 'x'],
        ['\u0000\ud800"<b>', 'y'],
        ['', 'z'],
      ]),
    ),
    refusedFrom('https://a.dev'),
  ])
  assert.equal(seen.fields.size, 3)
  assert.deepEqual(parseObservations(stringifyObservations(seen)), seen)
  assert.doesNotMatch(stringifyObservations(seen), /\u0000/)
})

test('counts pages that hide their address among those of browsers', () => {
  const seen = observeAll([
    accepted({ a: 'x' }),
    accepted({ a: 'x' }, { origin: 'null', referer: null as never }),
    { kind: 'accepted', fields: [], page: { origin: null, referer: null }, isBrowser: true },
  ])
  assert.deepEqual([seen.byBrowser, seen.withoutPage], [2, 1])
})

test('observations of a version that counted no repeats have none', () => {
  const { repeated: _repeated, ...older } = JSON.parse(stringifyObservations(createObservations()))
  assert.deepEqual(parseObservations(JSON.stringify(older)), createObservations())
})
