import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  countByHour,
  cutAddress,
  parseStoredEvents,
  startOfHour,
  stringifyEvents,
  type TelemetryEvent,
  toHour,
} from '../../../src/domain/telemetry/event.ts'
import { parseEventSpan } from '../../../src/domain/telemetry/event-span.ts'

const NOW = new Date('2026-11-10T09:30:00.000Z')

function event(name: string, time = NOW): TelemetryEvent {
  return { name, time, props: [], url: null, referrer: null, user: null, id: null }
}

test('removes from a URL the parts that often identify a person', () => {
  for (const [given, kept] of [
    ['https://lovelace.dev/a?b=c#d', 'https://lovelace.dev/a'],
    ['https://lovelace.dev/a#d?b', 'https://lovelace.dev/a'],
    ['https://ada:secret@lovelace.dev/a', 'https://lovelace.dev/a'],
    ['//ada@lovelace.dev', '//lovelace.dev'],
    ['https://lovelace.dev/@ada', 'https://lovelace.dev/@ada'],
    ['/pricing', '/pricing'],
    ['?only', ''],
    ['', ''],
  ]) {
    assert.equal(cutAddress(given ?? ''), kept)
  }
})

test('serialized events are parsed as they were, whatever their names', () => {
  const text = fc.string({ unit: 'binary' }).map((some) => some.toWellFormed())
  const prop = fc.tuple(text, fc.oneof(text, fc.boolean(), fc.integer()))
  const events = fc.array(
    fc.record(
      {
        name: text,
        time: fc.date({ noInvalidDate: true }),
        props: fc.array(prop),
        url: fc.option(text),
        referrer: fc.option(text),
        user: fc.option(text),
        id: fc.option(text),
      },
      { noNullPrototype: true },
    ),
  )
  fc.assert(
    fc.property(events, (some) =>
      assert.deepEqual(
        parseStoredEvents(stringifyEvents(some)),
        some.map((event) => ({ ...event, isTest: false })),
      ),
    ),
  )
})

test('counts events by name in the hour in which they happened', () => {
  const before = new Date('2026-11-10T08:59:59.999Z')
  const counts = countByHour([event('a'), event('b'), event('a', before), event('a')])
  const hour = toHour(NOW)
  assert.deepEqual(counts, [
    { hour, name: 'a', count: 2 },
    { hour, name: 'b', count: 1 },
    { hour: hour - 1, name: 'a', count: 1 },
  ])
  assert.equal(startOfHour(hour).toISOString(), '2026-11-10T09:00:00.000Z')
})

test('a time span is whole hours or days, with a default, and neither empty nor too long', () => {
  const at = (text: string | null) => (text === null ? null : new Date(text))
  const span = (interval: 'hour' | 'day', since: string | null, until: string | null) => {
    const found = parseEventSpan({ interval, since: at(since), until: at(until), now: NOW })
    return (
      found &&
      [startOfHour(found.since), startOfHour(found.until)].map((one) => one.toISOString().slice(0, 13))
    )
  }
  assert.deepEqual(span('hour', null, null), ['2026-11-08T09', '2026-11-10T10'])
  assert.deepEqual(span('day', null, null), ['2026-10-11T00', '2026-11-11T00'])
  assert.deepEqual(span('hour', '2026-11-10T08:15:00Z', '2026-11-10T09:00:00Z'), [
    '2026-11-10T08',
    '2026-11-10T09',
  ])
  assert.deepEqual(span('day', '2026-11-09T23:59:59Z', '2026-11-10T00:00:00.001Z'), [
    '2026-11-09T00',
    '2026-11-11T00',
  ])
  assert.equal(span('day', '2026-11-10T00:00:00Z', '2026-11-10T00:00:00Z'), null)
  assert.notEqual(span('hour', '2026-10-10T00:00:00Z', '2026-11-10T00:00:00Z'), null)
  assert.equal(span('hour', '2026-10-09T23:59:59Z', '2026-11-10T00:00:00Z'), null)
})
