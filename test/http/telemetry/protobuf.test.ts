import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { LOGS_REQUEST } from '../../../src/http/telemetry/protocols/otlp-messages.ts'
import { OTLP, OTLP_PROTOBUF } from '../../../src/http/telemetry/protocols/otlp-protocol.ts'
import { decodeMessage } from '../../../src/http/telemetry/protocols/protobuf.ts'
import {
  eightBytes,
  encodeAnyValue,
  encodeLogsRequest,
  field,
  fixed64,
  integer,
  varint,
} from '../../support/fixtures/otlp-bytes.ts'

const NOW = new Date('2026-11-10T09:00:00.000Z')
const read = (bytes: Buffer) => OTLP_PROTOBUF.read({ type: 'protobuf', bytes }, NOW)
const readJson = (value: unknown) =>
  OTLP.read({ type: 'json', bytes: Buffer.from(JSON.stringify(value)) }, NOW)

/** Returns the only event of a request whose only record consists of these bytes. */
function eventOf(...record: Buffer[]) {
  const found = read(field(1, field(2, field(2, Buffer.concat(record)))))
  const [event] = found.kind === 'read' ? found.events : assert.fail('it was refused')
  return event ?? assert.fail('there is no event')
}
const attribute = (key: string, value: Buffer) => field(6, Buffer.concat([field(1, key), field(2, value)]))
const propsOf = (...record: Buffer[]) => Object.fromEntries(eventOf(...record).props)

describe('requests that SDKs and hostile senders encode by hand', () => {
  test('accepts requests, resources, scopes and values without content', () => {
    for (const bytes of [
      Buffer.alloc(0),
      field(1, ''),
      field(1, field(1, '')),
      field(1, field(2, field(1, ''))),
    ]) {
      assert.deepEqual(read(bytes), { kind: 'read', events: [], bad: [], problems: [] })
    }
    assert.deepEqual([eventOf().name, propsOf(field(5, ''))], ['log', {}])
    assert.deepEqual(propsOf(attribute('empty', field(1, '')), attribute('null', Buffer.alloc(0))), {
      empty: '',
    })
  })

  test('skips fields that it does not know, and known ones of another type', () => {
    const newer = [
      integer(4000, 7),
      field(4001, 'x'),
      fixed64(4002, '7'),
      Buffer.concat([varint((4003 << 3) | 5), Buffer.alloc(4)]),
    ]
    // dropped_attributes_count, flags; then a text where the number of the severity is expected.
    const unused = [
      integer(7, 3),
      Buffer.concat([varint((8 << 3) | 5), Buffer.alloc(4, 1)]),
      field(2, 'INFO'),
    ]
    const event = eventOf(...newer, field(12, 'kept'), ...unused, ...newer)
    assert.deepEqual([event.name, event.props], ['kept', []])
    assert.deepEqual(
      propsOf(attribute('packed', field(3, Buffer.concat([varint(1), varint(2)])))),
      {},
      'a packed list where one number is expected',
    )
  })

  test('takes the last value of a field that is sent twice, and joins the parts of a message', () => {
    const body = (value: Buffer) => field(5, value)
    const event = eventOf(field(12, 'first'), field(12, 'last'), body(field(1, 'text')), body(integer(3, 7)))
    assert.deepEqual([event.name, event.props], ['last', [['body', 7]]])
    const both = Buffer.concat([field(1, 'text'), integer(2, 1)])
    assert.deepEqual(propsOf(body(both)), { body: true })
    const resource = (key: string) =>
      field(1, field(1, Buffer.concat([field(1, key), field(2, field(1, 'x'))])))
    const parts = Buffer.concat([resource('a'), field(2, field(2, field(12, 'one'))), resource('b')])
    const found = read(field(1, parts))
    assert.deepEqual(found.kind === 'read' && found.events[0]?.props, [
      ['resource.a', 'x'],
      ['resource.b', 'x'],
    ])
  })

  test('reads numbers of every size exactly', () => {
    const values = {
      small: integer(3, -1),
      large: integer(3, 9_007_199_254_740_993n),
      least: integer(3, -(2n ** 63n)),
      fraction: eightBytes(4, Buffer.from('9a9999999999b93f', 'hex')),
      unlimited: eightBytes(4, Buffer.from('000000000000f07f', 'hex')),
      // A boolean is true for every other number than 0, and a number may be longer than it needs to be.
      long: Buffer.concat([varint(2 << 3), Buffer.from([0x81, 0x80, 0x80, 0x00])]),
    }
    assert.deepEqual(propsOf(...Object.entries(values).map(([key, value]) => attribute(key, value))), {
      small: -1,
      large: '9007199254740993',
      least: '-9223372036854775808',
      fraction: 0.1,
      unlimited: 'Infinity',
      long: true,
    })
  })

  test('refuses groups and everything that is not a message', () => {
    const record = (bytes: Buffer) => field(1, field(2, field(2, bytes)))
    for (const [name, bytes] of Object.entries({
      group: Buffer.concat([varint((4000 << 3) | 3), varint((4000 << 3) | 4)]),
      'end of a group': varint((4000 << 3) | 4),
      'type 6': varint((12 << 3) | 6),
      'type 7': varint((12 << 3) | 7),
      'field 0': field(0, 'x'),
      'field beyond 2^29': Buffer.concat([varint(2n ** 32n + 8n), varint(1)]),
      'length beyond the end': Buffer.concat([varint((12 << 3) | 2), varint(5), Buffer.from('four')]),
      'length without end': Buffer.concat([varint((12 << 3) | 2), Buffer.alloc(11, 0xff)]),
      'length of 2^64 - 1': Buffer.concat([varint((12 << 3) | 2), varint(2n ** 64n - 1n)]),
      'eight bytes of which three came': Buffer.concat([varint((1 << 3) | 1), Buffer.alloc(3)]),
      'tag without value': varint((12 << 3) | 2),
    })) {
      const found = read(record(bytes))
      assert.equal(found.kind === 'refused' && found.refusal.code, 'body_unparsable', name)
    }
    const json = read(Buffer.from('{"resourceLogs":[]}'))
    assert.equal(json.kind, 'refused')
  })

  test('skips what is nested too deep, and refuses a request of nothing but fields', () => {
    let deep = encodeAnyValue({ stringValue: 'bottom' })
    for (let n = 0; n < 3000; n += 1) deep = field(5, field(1, deep))
    assert.deepEqual(propsOf(field(5, deep)), propsOf(field(5, nest(40))))
    const found = read(Buffer.concat(Array(100_001).fill(field(1, ''))))
    assert.equal(found.kind === 'refused' && found.refusal.code, 'body_unparsable')
    assert.equal(read(Buffer.concat(Array(100_000).fill(field(1, '')))).kind, 'read')
  })
})

/** Returns a value in `count` arrays. */
function nest(count: number): Buffer {
  let value = encodeAnyValue({ stringValue: 'bottom' })
  for (let n = 0; n < count; n += 1) value = field(5, field(1, value))
  return value
}

test('any bytes are read or refused', () => {
  const noise = fc.uint8Array({ maxLength: 300 })
  const valid = requests().map((request) => encodeLogsRequest(request))
  const damaged = fc.tuple(valid, fc.nat(), fc.nat(255)).map(([bytes, place, value]) => {
    const copy = Buffer.from(bytes)
    if (copy.length > 0) copy[place % copy.length] = value
    return copy
  })
  fc.assert(
    fc.property(fc.oneof(noise, damaged), (bytes) => {
      decodeMessage(Buffer.from(bytes), LOGS_REQUEST)
      const found = read(Buffer.from(bytes))
      if (found.kind === 'refused') assert.equal(found.refusal.code, 'body_unparsable')
    }),
    { numRuns: 500 },
  )
})

test('a request means the same in JSON and in protobuf', () => {
  fc.assert(
    fc.property(requests(), (request) => {
      const json = readJson(request)
      assert.equal(json.kind, 'read')
      assert.deepEqual(read(encodeLogsRequest(request)), json)
    }),
    { numRuns: 300 },
  )
})

/** Returns random requests in their JSON form. */
function requests() {
  const text = fc.string({ unit: 'grapheme', maxLength: 12 })
  const { value } = fc.letrec<{ value: Record<string, unknown> }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      text.map((stringValue) => ({ stringValue })),
      fc.boolean().map((boolValue) => ({ boolValue })),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((n) => ({ intValue: String(n) })),
      fc.double().map((n) => ({ doubleValue: Number.isFinite(n) ? n + 0 : String(n) })),
      fc.uint8Array({ maxLength: 9 }).map((some) => ({ bytesValue: Buffer.from(some).toString('base64') })),
      fc.constant({}),
      fc.array(tie('value'), { maxLength: 3 }).map((values) => ({ arrayValue: { values } })),
      fc
        .array(fc.record({ key: text, value: tie('value') }), { maxLength: 3 })
        .map((values) => ({ kvlistValue: { values } })),
    ),
  }))
  const keys = fc.oneof(text, fc.constantFrom('event.name', 'user.id', 'body', 'trace_id', '__proto__'))
  const attributes = fc.array(fc.record({ key: keys, value }), { maxLength: 6 })
  const nanos = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String)
  const hex = fc.uint8Array({ minLength: 0, maxLength: 17 }).map((some) => Buffer.from(some).toString('hex'))
  const record = fc.record(
    {
      timeUnixNano: nanos,
      observedTimeUnixNano: nanos,
      severityNumber: fc.nat(30),
      severityText: text,
      body: value,
      attributes,
      traceId: hex,
      spanId: hex,
      eventName: text,
    },
    { requiredKeys: [] },
  )
  const scope = fc.record({ name: text, version: text }, { requiredKeys: [] })
  const scopeLogs = fc.record({ scope, logRecords: fc.array(record, { maxLength: 4 }) }, { requiredKeys: [] })
  const logs = fc.record(
    {
      resource: fc.record({ attributes }, { requiredKeys: [] }),
      scopeLogs: fc.array(scopeLogs, { maxLength: 3 }),
    },
    { requiredKeys: [] },
  )
  return fc.record({ resourceLogs: fc.array(logs, { maxLength: 3 }) })
}
