import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import {
  getTextLength,
  MAX_EVENT_BYTES,
  MAX_EVENTS,
  MAX_LOG_PROPS,
  MAX_LOG_RECORDS,
} from '../../../src/domain/telemetry/event.ts'
import { DAY } from '../../../src/domain/time.ts'
import {
  type EventBody,
  parseLines,
  readEventBody,
} from '../../../src/http/telemetry/protocols/event-body.ts'
import { parseOtlpEvents } from '../../../src/http/telemetry/protocols/otlp.ts'
import { OTLP } from '../../../src/http/telemetry/protocols/otlp-protocol.ts'
import { PLAUSIBLE } from '../../../src/http/telemetry/protocols/plausible.ts'
import { readEvent } from '../../../src/http/telemetry/protocols/read-event.ts'
import { readEvents } from '../../../src/http/telemetry/protocols/read-events.ts'
import { UMAMI } from '../../../src/http/telemetry/protocols/umami.ts'

const NOW = new Date('2026-11-10T09:00:00.000Z')
const json = (value: unknown): EventBody => ({ type: 'json', bytes: Buffer.from(JSON.stringify(value)) })

function getEvent(raw: unknown) {
  const read = readEvent(raw, NOW)
  return read.kind === 'event' ? read : assert.fail(`${read.field}: ${read.message}`)
}

function getField(raw: unknown): string {
  const read = readEvent(raw, NOW)
  return read.kind === 'bad' ? read.field : assert.fail('it was taken')
}

describe('parsing an event', () => {
  test("keeps the sender's values, and the time of arrival if none was sent", () => {
    const { event, problems } = getEvent({
      name: ' signup ',
      props: { plan: 'pro', seats: 3, trial: false, none: null },
      url: 'https://ada:secret@lovelace.dev/pricing?token=1#top',
      referrer: '/from?here',
      user: 42,
      id: 'a1',
      unknown: {},
    })
    assert.deepEqual(event, {
      name: 'signup',
      time: NOW,
      props: [
        ['plan', 'pro'],
        ['seats', 3],
        ['trial', false],
      ],
      url: 'https://lovelace.dev/pricing',
      referrer: '/from',
      user: '42',
      id: 'a1',
    })
    assert.deepEqual(
      problems.map(({ code, field }) => [code, field]),
      [['not_kept', 'unknown']],
    )
  })

  test("uses the sender's time unless it is 24 hours behind or five minutes ahead", () => {
    const at = (time: unknown) => {
      const { event, problems } = getEvent({ name: 'x', time })
      return [event.time.toISOString(), problems.some(({ code }) => code === 'time_replaced')]
    }
    assert.deepEqual(at('2026-11-10T10:00:00+02:00'), ['2026-11-10T08:00:00.000Z', false])
    assert.deepEqual(at(NOW.getTime() - 1), ['2026-11-10T08:59:59.999Z', false])
    assert.deepEqual(at('2026-11-09T09:00:00Z'), ['2026-11-09T09:00:00.000Z', false])
    assert.deepEqual(at('2026-11-09T08:59:59.999Z'), [NOW.toISOString(), true])
    assert.deepEqual(at('2026-11-10T09:05:00Z'), ['2026-11-10T09:05:00.000Z', false])
    assert.deepEqual(at('2026-11-10T09:05:00.001Z'), [NOW.toISOString(), true])
    assert.deepEqual(at(1_762_765_200), [NOW.toISOString(), true], 'seconds are no milliseconds')
    for (const time of ['yesterday', '2026-11-10', '2026-13-01T00:00:00Z', 1e300, true, {}]) {
      assert.equal(getField({ name: 'x', time }), 'time', String(time))
    }
  })

  test('rejects an event by the field that exceeds a limit, and accepts it at the limit', () => {
    getEvent({ name: 'n'.repeat(120) })
    assert.equal(getField({ name: 'n'.repeat(121) }), 'name')
    for (const raw of [{}, { name: '' }, { name: ' ' }, { name: {} }, { name: true }]) {
      assert.equal(getField(raw), 'name')
    }
    for (const raw of [null, 'signup', 7, ['signup'], undefined]) assert.equal(getField(raw), '')
    const props = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, n]))
    getEvent({ name: 'x', props: props(30) })
    const bad: unknown[] = [
      props(31),
      { ['k'.repeat(65)]: 1 },
      { '': 1 },
      { text: 't'.repeat(2001) },
      { nested: {} },
      { list: [1] },
      { many: Number.POSITIVE_INFINITY },
      'text',
      [],
    ]
    for (const one of bad) assert.equal(getField({ name: 'x', props: one }), 'props')
    getEvent({ name: 'x', props: { ['k'.repeat(64)]: 't'.repeat(2000) }, user: 'u'.repeat(128) })
    const long = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, 't'.repeat(2000)]))
    getEvent({ name: 'x', props: { ...long(8), rest: 't'.repeat(16_384 - 1 - 8 * 2002 - 4) } })
    assert.equal(
      getField({ name: 'x', props: { ...long(8), rest: 't'.repeat(16_384 - 8 * 2002 - 4) } }),
      'props',
    )
    assert.equal(getField({ name: 'x', user: 'u'.repeat(129) }), 'user')
    assert.equal(getField({ name: 'x', id: 'i'.repeat(129) }), 'id')
    assert.equal(getField({ name: 'x', url: 'u'.repeat(2001) }), 'url')
  })

  test('keeps unknown fields as props, after those in props', () => {
    const { event, problems } = getEvent({
      name: 'pageview',
      path: '/a',
      props: { plan: 'pro' },
      count: 2,
      paid: false,
      nothing: null,
    })
    assert.deepEqual(event.props, [
      ['plan', 'pro'],
      ['path', '/a'],
      ['count', 2],
      ['paid', false],
    ])
    assert.deepEqual(problems, [])
  })

  test('accepts an event without what cannot be a prop, and names it', () => {
    const getProblems = (raw: object) => {
      const { event, problems } = getEvent({ name: 'x', ...raw })
      return { kept: event.props.length, named: problems.map(({ code, field }) => [code, field]) }
    }
    const many = Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`p${n}`, n]))
    assert.deepEqual(getProblems({ context: {} }), { kept: 0, named: [['not_kept', 'context']] })
    assert.deepEqual(getProblems({ tags: ['a'] }), { kept: 0, named: [['not_kept', 'tags']] })
    assert.deepEqual(getProblems({ plan: 'free', props: { plan: 'pro' } }), {
      kept: 1,
      named: [['not_kept', 'plan']],
    })
    assert.deepEqual(getProblems({ text: 't'.repeat(2000) }), { kept: 1, named: [] })
    assert.deepEqual(getProblems({ text: 't'.repeat(2001) }), { kept: 0, named: [['not_kept', 'text']] })
    assert.deepEqual(getProblems({ ['k'.repeat(64)]: 1 }), { kept: 1, named: [] })
    assert.deepEqual(getProblems({ ['k'.repeat(65)]: 1 }), { kept: 0, named: [['not_kept', 'k'.repeat(64)]] })
    assert.deepEqual(getProblems(many), { kept: 30, named: [['not_kept', 'p30']] })
    const long = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`p${n}`, 't'.repeat(2000)]))
    assert.deepEqual(
      getProblems(long),
      { kept: 8, named: [['not_kept', 'p8']] },
      '16,384 characters in total',
    )
    const nested = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`p${n}`, {}]))
    const { problems } = getEvent({ name: 'x', ...nested })
    assert.equal(problems.length, 11)
    assert.match(problems.at(-1)?.message ?? '', /4990/)
  })

  test('reads the time from a timestamp when there is no time', () => {
    const at = (raw: object) => getEvent({ name: 'x', ...raw }).event
    const time = '2026-11-10T08:00:00.000Z'
    assert.equal(at({ timestamp: time }).time.toISOString(), time)
    assert.equal(at({ timestamp: Date.parse(time) }).time.toISOString(), time)
    assert.equal(at({ timestamp: Date.parse(time) / 1000 }).time.toISOString(), time, 'seconds')
    assert.deepEqual(at({ timestamp: time }).props, [])
    const both = at({ timestamp: '2026-11-10T07:00:00.000Z', time })
    assert.equal(both.time.toISOString(), time)
    assert.deepEqual(both.props, [['timestamp', '2026-11-10T07:00:00.000Z']])
    const unreadable = at({ timestamp: 'yesterday' })
    assert.deepEqual(unreadable.props, [['timestamp', 'yesterday']])
    const { event, problems } = getEvent({ name: 'x', timestamp: '2020-01-01T00:00:00Z' })
    assert.equal(event.time.toISOString(), NOW.toISOString())
    assert.deepEqual(
      problems.map(({ code, field }) => [code, field]),
      [['time_replaced', 'timestamp']],
      'under the name that the sender knows',
    )
    assert.equal(unreadable.time.getTime(), NOW.getTime())
  })

  test('accepts names that are special in JavaScript', () => {
    const { event } = getEvent(
      JSON.parse('{"name":"constructor","props":{"__proto__":"a","constructor":"b","a\\u0000":"\\ud800"}}'),
    )
    assert.deepEqual(event.props, [
      ['__proto__', 'a'],
      ['constructor', 'b'],
      ['a\uFFFD', '\uFFFD'],
    ])
    assert.equal(getField(JSON.parse('{"__proto__":{"name":"x"}}')), 'name')
  })
})

describe('parsing a body of events', () => {
  const read = (body: Buffer, headers: Record<string, string>) =>
    readEventBody(
      { id: '', method: 'POST', url: '/', socket: {} as never, headers, body },
      { maxBytes: MAX_EVENT_BYTES, types: ['json', 'lines', 'urlencoded'] },
    )
  const getCode = (body: Buffer, headers: Record<string, string>) => {
    const found = read(body, headers)
    return found.kind === 'refused' ? found.refusal.code : 'read'
  }

  test('decompresses a body up to the limit of an uncompressed one', () => {
    const packed = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const found = read(gzipSync('{"name":"x"}'), packed)
    assert.equal(found.kind === 'read' && found.body.bytes.toString(), '{"name":"x"}')
    assert.equal(getCode(gzipSync(Buffer.alloc(MAX_EVENT_BYTES)), packed), 'read')
    assert.equal(getCode(gzipSync(Buffer.alloc(MAX_EVENT_BYTES + 1)), packed), 'payload_too_large')
    assert.equal(getCode(gzipSync(Buffer.alloc(50_000_000)), packed), 'payload_too_large')
    assert.equal(getCode(Buffer.from('no gzip'), packed), 'body_unparsable')
    assert.equal(getCode(gzipSync('{}').subarray(0, 10), packed), 'body_unparsable')
    assert.equal(getCode(Buffer.alloc(1), { ...packed, 'content-encoding': 'br' }), 'unsupported_media_type')
  })

  test('rejects unreadable media types', () => {
    for (const type of [
      'application/json',
      'APPLICATION/JSON ;charset=utf-8',
      'text/plain;charset=UTF-8',
      'application/x-ndjson',
      'application/x-www-form-urlencoded',
    ]) {
      assert.equal(getCode(Buffer.from('{}'), { 'content-type': type }), 'read', type)
    }
    for (const type of [
      '',
      'text/html',
      'application/json;charset=utf-16',
      'multipart/form-data; boundary=x',
    ]) {
      assert.equal(getCode(Buffer.from('{}'), { 'content-type': type }), 'unsupported_media_type', type)
    }
  })

  test('accepts one event, a list, or lines, at most a hundred', () => {
    const namesIn = (body: EventBody) => {
      const found = readEvents(body, NOW)
      return found.kind === 'refused'
        ? found.refusal.code
        : [...found.events.map((event) => event.name), ...found.bad.map((bad) => bad.index)].join(' ')
    }
    assert.equal(namesIn(json({ name: 'a' })), 'a')
    assert.equal(namesIn(json([{ name: 'a' }, { name: 'b' }])), 'a b')
    assert.equal(namesIn(json({ events: [{ name: 'a' }, {}, { name: 'b' }] })), 'a b 1')
    assert.equal(
      namesIn({ type: 'lines', bytes: Buffer.from('{"name":"a"}\r\n\nno\n{"name":"b"}') }),
      'a b 1',
    )
    assert.equal(namesIn({ type: 'json', bytes: Buffer.from('\uFEFF{"name":"a"}') }), 'a')
    assert.equal(namesIn(json([{ name: 'a', n: 'b', props: { nested: {} } }])), '0', 'no event of Plausible')
    assert.equal(namesIn({ type: 'json', bytes: Buffer.from('{') }), 'body_unparsable')
    for (const body of [json([]), json({ events: [] }), json(Array(101).fill({ name: 'a' }))]) {
      assert.equal(namesIn(body), 'event_invalid')
    }
    assert.equal(namesIn(json(Array(100).fill({ name: 'a' }))), Array(100).fill('a').join(' '))
  })

  test('parses a form as one event with its further fields as props', () => {
    const bytes = Buffer.from('name=signup&plan=pro&plan=free&time=1762765199999&url=/a%3Fb&__proto__=x')
    const found = readEvents({ type: 'urlencoded', bytes }, new Date(1_762_765_200_000))
    const [event] = found.kind === 'read' ? found.events : []
    assert.deepEqual(event, {
      name: 'signup',
      time: new Date(1_762_765_199_999),
      props: [
        ['plan', 'pro'],
        ['__proto__', 'x'],
      ],
      url: '/a',
      referrer: null,
      user: null,
      id: null,
    })
  })

  test('parses or rejects any bytes without an error', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 500 }),
      fc.json().map((text) => Buffer.from(text)),
    )
    fc.assert(
      fc.property(bytes, fc.constantFrom('json', 'lines', 'urlencoded'), (some, type) => {
        const body = { type, bytes: Buffer.from(some) } as const
        readEvents(body, NOW)
        for (const protocol of [OTLP, PLAUSIBLE, UMAMI]) protocol.read(body, NOW)
      }),
    )
    const deep = Buffer.from(
      `{"name":"x","payload":{"data":{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}}}`,
    )
    for (const protocol of [OTLP, PLAUSIBLE, UMAMI]) protocol.read({ type: 'json', bytes: deep }, NOW)
    readEvents({ type: 'json', bytes: deep }, NOW)
    for (const key of ['{"toString":1,"valueOf":1}', `${'['.repeat(30_000)}${']'.repeat(30_000)}`]) {
      const body = `{"kvlistValue":{"values":[{"key":${key},"value":{"stringValue":"a"}}]}}`
      const log = `{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":${body}}]}]}]}`
      OTLP.read({ type: 'json', bytes: Buffer.from(log) }, NOW)
    }
  })

  test('stops reading a body as soon as it holds too many events', () => {
    assert.equal(parseLines(Buffer.from('x\n'.repeat(30_000)), MAX_EVENTS + 1).length, MAX_EVENTS + 1)
    const logs = { resourceLogs: [{ scopeLogs: [{ logRecords: Array(30_000).fill({}) }] }] }
    assert.equal(parseOtlpEvents(logs, NOW)?.length, MAX_LOG_RECORDS + 1)
  })
})

const logsOf = (record: object) => ({ resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] })

describe('parsing the formats of other clients', () => {
  const [first] = [0]
  const eventIn = (protocol: typeof OTLP, value: unknown) => {
    const found = protocol.read(json(value), NOW)
    return found.kind === 'read' ? found.events[first] : assert.fail(found.refusal.code)
  }

  test('parses Plausible events with long or short names', () => {
    const event = {
      name: 'Purchase',
      time: NOW,
      props: [
        ['plan', 'pro'],
        ['revenue', '9.99'],
        ['currency', 'EUR'],
      ],
      url: 'https://lovelace.dev/shop',
      referrer: 'https://search.dev/',
      user: null,
      id: null,
    }
    const revenue = { amount: '9.99', currency: 'EUR' }
    assert.deepEqual(
      eventIn(PLAUSIBLE, {
        name: 'Purchase',
        url: 'https://lovelace.dev/shop?q=1',
        domain: 'lovelace.dev',
        referrer: 'https://search.dev/?q=ada',
        props: { plan: 'pro' },
        revenue,
      }),
      event,
    )
    const short = {
      n: 'Purchase',
      u: 'https://lovelace.dev/shop?q=1',
      d: 'lovelace.dev',
      r: 'https://search.dev/?q=ada',
      p: JSON.stringify({ plan: 'pro' }),
      $: revenue,
      v: 1,
    }
    assert.deepEqual(eventIn(PLAUSIBLE, short), event)
    const own = readEvents(json(short), NOW)
    assert.deepEqual(own.kind === 'read' && own.events[0], event)
  })

  test('parses Umami events without visitor data', () => {
    const payload = {
      website: 'x',
      screen: '1920x1080',
      ip: '192.0.2.1',
      userAgent: 'Firefox',
      url: '/pricing?a=b',
      name: 'click',
      data: { button: 'buy', nested: { deep: [1] } },
      title: 'Pricing',
      timestamp: NOW.getTime() / 1000 - 60,
    }
    const event = eventIn(UMAMI, { type: 'event', payload })
    assert.deepEqual(event?.props, [
      ['button', 'buy'],
      ['nested', '{"deep":[1]}'],
      ['title', 'Pricing'],
    ])
    assert.deepEqual(
      [event?.name, event?.url, event?.time.getTime()],
      ['click', '/pricing', NOW.getTime() - 60_000],
    )
    assert.equal(eventIn(UMAMI, { type: 'event', payload: {} })?.name, 'pageview')
    assert.equal(UMAMI.read(json({ type: 'event' }), NOW).kind, 'refused')
  })

  test('parses each OpenTelemetry log record as an event', () => {
    const value = (key: string, value: unknown) => ({ key, value })
    const record = {
      timeUnixNano: `${BigInt(NOW.getTime() - 5) * 1_000_000n}`,
      eventName: 'checkout',
      severityText: 'INFO',
      body: { stringValue: 'paid' },
      attributes: [
        value('seats', { intValue: '3' }),
        value('total', { doubleValue: 9.5 }),
        value('tags', { arrayValue: { values: [{ stringValue: 'a' }, { intValue: 2 }] } }),
        value('card', { kvlistValue: { values: [value('kind', { stringValue: 'visa' })] } }),
        value('user.id', { stringValue: 'ada' }),
        value('event.name', { stringValue: 'older name' }),
      ],
    }
    const event = eventIn(OTLP, { resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] })
    assert.deepEqual(event, {
      name: 'checkout',
      time: new Date(NOW.getTime() - 5),
      props: [
        ['body', 'paid'],
        ['severity', 'INFO'],
        ['seats', 3],
        ['total', 9.5],
        ['tags', '["a",2]'],
        ['card', '{"kind":"visa"}'],
      ],
      url: null,
      referrer: null,
      user: 'ada',
      id: null,
    })
    const { eventName: _, ...older } = record
    assert.equal(
      eventIn(OTLP, { resourceLogs: [{ scopeLogs: [{ logRecords: [older] }] }] })?.name,
      'older name',
    )
    assert.equal(eventIn(OTLP, { resourceLogs: [{ scopeLogs: [{ logRecords: [{}] }] }] })?.name, 'log')
    const fat = Array.from({ length: 30 }, (_, n) => value(`p${n}`, { stringValue: 't'.repeat(5000) }))
    const cut = eventIn(OTLP, { resourceLogs: [{ scopeLogs: [{ logRecords: [{ attributes: fat }] }] }] })
    assert.deepEqual(cut?.props.length, 5)
    assert.deepEqual(
      cut?.props.map(([, text]) => String(text).length),
      Array(5).fill(2000),
    )
    const many = (count: number) =>
      OTLP.read(json({ resourceLogs: [{ scopeLogs: [{ logRecords: Array(count).fill({}) }] }] }), NOW).kind
    assert.deepEqual([many(512), many(513)], ['read', 'refused'])
  })

  test('names a log record after its event name, else its attribute, else a body that is a name', () => {
    const nameOf = (record: object) => eventIn(OTLP, logsOf(record))?.name
    const named = [{ key: 'event.name', value: { stringValue: 'by attribute' } }]
    const body = { stringValue: 'app.user_signed-in' }
    assert.equal(nameOf({ eventName: 'by field', attributes: named, body }), 'by field')
    assert.equal(nameOf({ eventName: ' ', attributes: named, body }), 'by attribute')
    assert.equal(
      nameOf({ attributes: [{ key: 'event.name', value: { boolValue: true } }], body }),
      body.stringValue,
    )
    for (const sentence of [
      'started',
      'Listening on 8080',
      'GET /cart/7',
      'a.b.',
      'a..b',
      '10.0.0.1',
      `a.${'b'.repeat(119)}`,
    ]) {
      assert.equal(nameOf({ body: { stringValue: sentence } }), 'log', sentence)
    }
  })

  test('keeps resource, scope, trace and severity of a log record as props', () => {
    const text = (key: string, stringValue: string) => ({ key, value: { stringValue } })
    const record = {
      timeUnixNano: `${BigInt(NOW.getTime() - 5) * 1_000_000n}`,
      observedTimeUnixNano: `${BigInt(NOW.getTime()) * 1_000_000n}`,
      severityNumber: 18,
      traceId: '5B8EFFF798038103D269B633813FC60C',
      spanId: 'eee19b7ec3c1b174',
      body: { kvlistValue: { values: [{ key: 'n', value: { intValue: '9007199254740993' } }] } },
      attributes: [
        text('trace_id', 'of the sender'),
        text('code', '7'),
        text('code', 'again'),
        { key: 'sum', value: { bytesValue: 'AAH/' } },
      ],
    }
    const resourceLogs = [
      {
        resource: {
          attributes: [
            text('process.pid', '7'),
            text('host.name', 'ada'),
            text('service.name', 'shop'),
            text('process.command_args', 'x'.repeat(1990)),
          ],
        },
        scopeLogs: [{ scope: { name: 'cart', version: '1.2.0' }, logRecords: [record, {}] }],
      },
    ]
    const found = OTLP.read(json({ resourceLogs }), NOW)
    const [event, bare] = found.kind === 'read' ? found.events : []
    const shared = [
      ['scope.name', 'cart'],
      ['scope.version', '1.2.0'],
      ['resource.service.name', 'shop'],
      ['resource.host.name', 'ada'],
      ['resource.process.pid', '7'],
    ]
    assert.deepEqual(event?.props, [
      ['body', '{"n":"9007199254740993"}'],
      ['severity', 'ERROR2'],
      ['trace_id', '5b8efff798038103d269b633813fc60c'],
      ['span_id', 'eee19b7ec3c1b174'],
      ['observed_time', NOW.toISOString()],
      ['code', '7'],
      ['sum', 'AAH/'],
      ...shared,
    ])
    assert.deepEqual(bare?.props, shared)
    const late = eventIn(OTLP, logsOf({ timeUnixNano: `${BigInt(NOW.getTime() - DAY - 1) * 1_000_000n}` }))
    assert.equal(late?.time.toISOString(), NOW.toISOString())
    assert.deepEqual(late?.props, [['record_time', '2026-11-09T08:59:59.999Z']], 'its own time is not lost')
    const none = { severityNumber: 25, traceId: '0'.repeat(32), spanId: 'xyz', observedTimeUnixNano: '0' }
    assert.deepEqual(eventIn(OTLP, logsOf(none))?.props, [])
  })

  test('keeps integers of logs exactly when a sender leaves out the quotation marks', () => {
    const body = (value: string) =>
      `{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"attributes":[{"key":"n","value":{${value}}}]}]}]}]}`
    const propsOf = (value: string) => {
      const found = OTLP.read({ type: 'json', bytes: Buffer.from(body(value)) }, NOW)
      return found.kind === 'read' ? found.events[0]?.props : found
    }
    assert.deepEqual(propsOf('"intValue": 9007199254740993'), [['n', '9007199254740993']])
    assert.deepEqual(propsOf('"intValue":-9223372036854775808'), [['n', '-9223372036854775808']])
    assert.deepEqual(propsOf('"intValue":42'), [['n', 42]])
    const quoted = '"intValue": 9007199254740993'
    assert.deepEqual(propsOf(`"stringValue":${JSON.stringify(quoted)}`), [['n', quoted]])
  })

  test('stores no more for the records of a request than its resource may have', () => {
    const attributes = Array.from({ length: 200 }, (_, n) => ({
      key: `k${n}`,
      value: { stringValue: 'x'.repeat(100) },
    }))
    const found = OTLP.read(
      json({
        resourceLogs: [{ resource: { attributes }, scopeLogs: [{ logRecords: Array(512).fill({}) }] }],
      }),
      NOW,
    )
    const [event] = found.kind === 'read' ? found.events : []
    assert.ok(event && event.props.length > 5 && getTextLength(event) <= 1600, String(event?.props.length))
    const own = Array.from({ length: 100 }, (_, n) => ({ key: `k${n}`, value: { intValue: n } }))
    assert.equal(eventIn(OTLP, logsOf({ attributes: own }))?.props.length, MAX_LOG_PROPS)
  })
})
