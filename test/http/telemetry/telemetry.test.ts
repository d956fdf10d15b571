import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createCalls, FROM_HERE, signIn } from '../../support/fixtures/owner.ts'
import { follow } from '../../support/service/event-stream.ts'
import { ADA, BO, startService, type TestService } from '../../support/service/service.ts'
import { until } from '../../support/service/until.ts'

type Telemetry = { url: string; id: string; key: string; bearer: { authorization: string } }

async function create(service: TestService, recipient = ADA): Promise<Telemetry> {
  const made = await service.post('/t/new', { form: { recipient } })
  assert.equal(made.status, 201, made.text)
  service.pass({ seconds: 2 })
  const key = String(made.json.read_key)
  return {
    url: String(made.json.telemetry_url),
    id: String(made.json.telemetry_id),
    key,
    bearer: { authorization: `Bearer ${key}` },
  }
}

const many = (count: number, name = 'tick') => Array.from({ length: count }, () => ({ name }))

/** Sends events in batches of the maximum size. */
async function sendMany(service: TestService, telemetry: Telemetry, count: number): Promise<number> {
  let accepted = 0
  for (let sent = 0; sent < count; sent += 100) {
    const answer = await service.post(telemetry.url, { json: many(Math.min(100, count - sent)) })
    accepted += Number(answer.json.accepted ?? 0)
  }
  return accepted
}

async function namesIn(service: TestService, { url, bearer }: Telemetry, query = ''): Promise<string[]> {
  const listed = await service.get(`${url}/events${query}`, bearer)
  assert.equal(listed.status, 200, listed.text)
  return Object(listed.json).data.map((event: { name: string }) => event.name)
}

describe('sending events', () => {
  test('creates an endpoint with one request, stores events and returns them', async () => {
    await using service = await startService()
    const made = await service.post('/t/new', { form: { recipient: ADA } })
    const { telemetry_id: id, read_key: key, ...rest } = made.json
    assert.match(String(id), /^t_[0-9a-z]{16}$/)
    assert.match(String(key), /^tk_/)
    assert.equal(made.headers.get('location'), `${service.base}/t/${id}`)
    assert.deepEqual(
      { ...rest, claim_note: '' },
      {
        telemetry_url: `${service.base}/t/${id}`,
        unclaimed: true,
        claim_note: '',
        status_url: `${service.base}/t/${id}/status`,
        expires_at: '2026-12-10T09:00:00.000Z',
        limits: { lifetime_events: 5000, idle_days: 30, retention_days: 7 },
      },
    )
    const sent = await service.post(`/t/${id}`, {
      json: { name: 'signup', props: { plan: 'pro' }, id: 'a1' },
    })
    assert.deepEqual([sent.status, sent.json], [202, { ok: true, accepted: 1 }])
    assert.equal(sent.headers.get('set-cookie'), null)
    assert.equal(sent.headers.get('access-control-allow-origin'), '*')
    const listed = await service.get(`/t/${id}/events`, { authorization: `Bearer ${key}` })
    const [event] = Object(listed.json).data
    assert.match(event.id, /^evt_/)
    assert.deepEqual(
      { ...event, id: '' },
      {
        id: '',
        name: 'signup',
        time: '2026-11-10T09:00:00.000Z',
        received_at: '2026-11-10T09:00:00.000Z',
        test: false,
        props: { plan: 'pro' },
        url: null,
        referrer: null,
        user: null,
        client_id: 'a1',
      },
    )
    assert.equal(listed.json.next_cursor, null)
  })

  test('accepts lists, lines, forms, texts and compressed bodies', async () => {
    await using service = await startService()
    const telemetry = await create(service)
    const send = async (type: string, body: string | Uint8Array<ArrayBuffer>, headers = {}) => {
      const answer = await service.post(telemetry.url, {
        body,
        headers: { 'content-type': type, ...headers },
      })
      assert.equal(answer.status, 202, answer.text)
      return answer.json.accepted
    }
    assert.equal(await send('application/json', '[{"name":"a"},{"name":"b"}]'), 2)
    assert.equal(await send('text/plain;charset=UTF-8', '{"events":[{"name":"c"}]}'), 1)
    assert.equal(await send('application/x-ndjson', '{"name":"d"}\n{"name":"e"}\n'), 2)
    assert.equal(await send('application/x-www-form-urlencoded', 'name=f&plan=pro'), 1)
    const packed = new Uint8Array(gzipSync('{"name":"g"}'))
    assert.equal(await send('application/json', packed, { 'content-encoding': 'gzip' }), 1)
    const unknown = await service.post('/t/t_0000000000000000', {
      body: packed,
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', 'idempotency-key': '?' },
    })
    assert.equal(unknown.status, 404, 'nothing of it is looked at')
    assert.deepEqual(await namesIn(service, telemetry), ['g', 'f', 'e', 'd', 'c', 'b', 'a'])
  })

  test('keeps unknown fields of events as props, and names those that it cannot keep', async () => {
    await using service = await startService()
    const telemetry = await create(service)
    const json = [
      { name: 'pageview', path: '/a' },
      { name: 'click', path: '/b', context: { app: 1 } },
    ]
    const problems = [
      {
        index: 1,
        code: 'not_kept',
        field: 'context',
        message: 'Not kept. A prop must be a string, a number or a boolean. Nesting is not supported.',
      },
    ]
    const dryRun = await service.post(`${telemetry.url}?dry_run=1`, { json })
    assert.deepEqual([dryRun.json.would_accept, dryRun.json.problems], [2, problems])
    const sent = await service.post(telemetry.url, { json })
    assert.deepEqual(sent.json, { ok: true, accepted: 2, problems })
    const events = await service.get(`${telemetry.url}/events`, {
      authorization: `Bearer ${telemetry.key}`,
    })
    assert.deepEqual(
      Object(events.json).data.map((event: { props: object }) => event.props),
      [{ path: '/b' }, { path: '/a' }],
    )
  })

  test('accepts the valid events of a request and reports the invalid ones', async () => {
    await using service = await startService()
    const { url } = await create(service)
    const partly = await service.post(url, {
      json: [{ name: 'a' }, { props: {} }, { name: 'b', time: '2020-01-01T00:00:00Z' }],
    })
    assert.equal(partly.status, 202)
    assert.deepEqual(partly.json, {
      ok: true,
      accepted: 2,
      rejected: 1,
      errors: [
        {
          index: 1,
          code: 'event_invalid',
          field: 'name',
          message: 'An event needs a name, a non-empty string.',
        },
      ],
      warnings: [
        {
          index: 2,
          field: 'time',
          message:
            'More than 24 hours in the past or 5 minutes in the future: the time of arrival was used instead.',
        },
      ],
    })
    const bad = await service.post(url, { json: [{}, { name: 'x', props: 1 }] })
    assert.deepEqual([bad.status, bad.json.code, bad.json.field], [400, 'event_invalid', 'name'])
    assert.equal(Object(bad.json).errors.length, 2)
    for (const [json, code] of [
      [[], 'event_invalid'],
      [many(101), 'event_invalid'],
    ] as const) {
      const answer = await service.post(url, { json })
      assert.deepEqual([answer.status, answer.json.code], [400, code])
    }
    const huge = await service.post(url, { json: { name: 'x', props: { a: 'x'.repeat(70_000) } } })
    assert.deepEqual([huge.status, huge.json.code], [413, 'payload_too_large'])
    const bomb = await service.post(url, {
      body: new Uint8Array(gzipSync(Buffer.alloc(10_000_000))),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    })
    assert.deepEqual([bomb.status, bomb.json.code], [413, 'payload_too_large'])
  })

  test('stores an event ID once, even when sent twice at once, and again after a day', async () => {
    await using service = await startService()
    const telemetry = await create(service)
    const send = async (...ids: string[]) => {
      const { json } = await service.post(telemetry.url, { json: ids.map((id) => ({ name: 'a', id })) })
      return [json.accepted, json.duplicates ?? 0]
    }
    assert.deepEqual(await send('1', '2', '1'), [2, 1])
    assert.deepEqual(await send('2', '3'), [1, 1])
    assert.deepEqual(await send('1'), [0, 1])
    const atOnce = await Promise.all(Array.from({ length: 10 }, () => send('4')))
    assert.equal(atOnce.filter(([accepted]) => accepted === 1).length, 1)
    const { json } = await service.post(`${telemetry.url}?dry_run=1`, {
      json: [
        { name: 'a', id: '4' },
        { name: 'a', id: '5' },
      ],
    })
    assert.deepEqual([json.would_accept, json.would_skip], [1, 1])
    service.pass({ hours: 23, minutes: 59 })
    assert.deepEqual(await send('4'), [0, 1])
    await service.service.purge()
    assert.deepEqual(await send('4'), [0, 1])
    service.pass({ minutes: 1 })
    assert.deepEqual(await send('4'), [1, 0])
    assert.equal((await namesIn(service, telemetry)).length, 5)
    const other = await create(service)
    assert.deepEqual((await service.post(other.url, { json: { name: 'a', id: '4' } })).json.accepted, 1)
  })

  test("shows the first event's name in the claim email without creating a link", async () => {
    await using service = await startService()
    const telemetry = await create(service)
    await service.post(telemetry.url, { json: { name: 'https://evil.dev\r\nBcc: bo@builds.dev <b>' } })
    await service.deliver()
    const [email] = await service.emails()
    assert.match(email?.text ?? '', /is named:\n {2}hxxps:\/\/evil\[\.\]dev Bcc:/)
    assert.match(email?.html ?? '', /is named: hxxps[^<]*evil[^<]*&lt;b&gt;/)
    assert.doesNotMatch(email?.html ?? '', /evil\.dev|builds\.dev/)
    assert.deepEqual([email?.to?.length, email?.bcc], [1, undefined])
  })

  test('sends the claim email with the first event, and no other email', async () => {
    await using service = await startService()
    const telemetry = await create(service)
    await service.post(`${telemetry.url}?dry_run=1`, { json: { name: 'rehearsal' } })
    await service.deliver()
    assert.equal((await service.emails()).length, 0)
    await Promise.all(
      Array.from({ length: 5 }, (_, n) => service.post(telemetry.url, { json: { name: `e${n}` } })),
    )
    await service.deliver()
    const emails = await service.emails()
    assert.equal(emails.length, 1)
    assert.match(emails[0]?.text ?? '', /The first event is named:\n {2}e\d/)
    const claim = await service.get(await service.linkIn('claim'), { accept: 'text/html' })
    assert.equal(claim.status, 200)
    const status = await service.get(`${telemetry.url}/status`)
    assert.deepEqual([status.json.state, status.json.telemetry_id], ['claimed', telemetry.id])
    await service.post(telemetry.url, { json: { name: 'later' } })
    await service.deliver()
    assert.equal((await service.emails()).length, 1)
  })

  test('accepts five thousand events before the claim, and of a larger batch what fits', async () => {
    await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
    const telemetry = await create(service)
    assert.equal(await sendMany(service, telemetry, 4950), 4950)
    const dryRun = await service.post(`${telemetry.url}?dry_run=1`, { json: many(100) })
    assert.deepEqual([dryRun.json.would_accept, dryRun.json.would_reject], [50, 50])
    const crossing = await service.post(telemetry.url, { json: many(100) })
    assert.equal(crossing.status, 202)
    assert.deepEqual([crossing.json.accepted, crossing.json.rejected], [50, 50])
    assert.equal(Object(crossing.json).errors[0].code, 'telemetry_frozen')
    const frozen = await service.post(telemetry.url, { json: many(1) })
    assert.deepEqual([frozen.status, frozen.json.error], [429, 'event cap reached'])
    assert.equal(frozen.headers.get('retry-after'), null)
    assert.equal((await service.get(`${telemetry.url}/status`)).json.state, 'frozen')
    const logs = await service.post(`${telemetry.url}/v1/logs`, {
      json: { resourceLogs: [{ scopeLogs: [{ logRecords: [{}, {}] }] }] },
    })
    assert.equal(logs.status, 200)
    assert.equal(Object(logs.json).partialSuccess.rejectedLogRecords, 2)
    const logsDryRun = await service.post(`${telemetry.url}/v1/logs?dry_run=1`, {
      json: { resourceLogs: [{ scopeLogs: [{ logRecords: [{}, {}] }] }] },
    })
    assert.deepEqual([logsDryRun.status, logsDryRun.json.dry_run], [429, true])
    await service.get(await service.linkIn('claim'), { accept: 'text/html' })
    assert.equal(
      (await service.post(telemetry.url, { json: many(1) })).status,
      429,
      'a scanner follows it too',
    )
    await service.post(await service.linkIn('claim'), { headers: FROM_HERE })
    assert.equal((await service.post(telemetry.url, { json: many(1) })).status, 202)
  })

  test('shares the quota of its account, without submissions, until the month ends', async () => {
    await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
    const ada = await signIn(service)
    const ids = await Promise.all([0, 1].map(async () => (await ada.post('/telemetry')).json))
    const [one, other] = ids.map((made) => ({
      url: String(made.telemetry_url),
      id: String(made.id),
      key: String(made.read_key),
      bearer: { authorization: `Bearer ${made.read_key}` },
    }))
    assert.ok(one && other)
    assert.equal(await sendMany(service, one, 2500), 2500)
    assert.equal(await sendMany(service, other, 2600), 2500)
    const full = await service.post(one.url, { json: many(1) })
    assert.deepEqual([full.status, full.json.error], [429, 'monthly quota reached'])
    assert.equal(
      Number(full.headers.get('retry-after')),
      (Date.UTC(2026, 11, 1) - service.now().getTime()) / 1000,
    )
    const events = Object((await ada.get(`/telemetry/${one.id}`)).json).events
    assert.deepEqual([events.total, events.this_month, events.used, events.limit], [2500, 2500, 5000, 5000])
    await service.deliver()
    const warnings = (await service.emails()).filter((email) => email.text?.includes('events'))
    assert.equal(warnings.length, 2, 'one at 80 % and one at the whole quota')
    const submitted = await service.submit(ada.endpoint, { a: 'b' })
    assert.equal(submitted.status, 200)
    service.pass({ days: 21 })
    assert.equal((await service.post(one.url, { json: many(1) })).status, 202)
  })

  test('expires after thirty days without an event, and ends when its owner retires it', async () => {
    await using service = await startService()
    const quiet = await create(service)
    const ada = await signIn(service)
    const made = (await ada.post('/telemetry')).json
    assert.equal((await ada.post(`/telemetry/${made.id}/retire`)).status, 200)
    const retired = await service.post(String(made.telemetry_url), { json: many(1) })
    assert.deepEqual([retired.status, retired.json.code], [410, 'endpoint_retired'])
    service.pass({ days: 30 })
    const expired = await service.post(quiet.url, { json: many(1) })
    assert.deepEqual([expired.status, expired.json.code], [410, 'endpoint_expired'])
    assert.equal(
      (await service.post(quiet.url, { body: 'x', headers: { 'content-type': 'text/plain' } })).status,
      410,
    )
    const unknown = await service.post('/t/t_0000000000000000', { json: many(1) })
    assert.deepEqual([unknown.status, unknown.json.code], [404, 'endpoint_not_found'])
    assert.equal((await service.post('/t/f_0000000000000000', { json: many(1) })).status, 404)
  })

  test('a dry run states what would happen and changes nothing', async () => {
    await using service = await startService()
    const telemetry = await create(service)
    const { status, json } = await service.post(`${telemetry.url}?dry_run=1`, {
      json: [{ name: 'a', url: 'https://lovelace.dev/?q=1' }, {}],
    })
    assert.equal(status, 200)
    assert.deepEqual(json, {
      dry_run: true,
      would_succeed: true,
      would_accept: 1,
      would_reject: 1,
      would_skip: 0,
      claim_status: { state: 'unclaimed', claimed: false, would_send_claim_email: true },
      events: [
        {
          name: 'a',
          time: service.now().toISOString(),
          props: {},
          url: 'https://lovelace.dev/',
          referrer: null,
          user: null,
          client_id: null,
        },
      ],
      problems: [
        {
          index: 1,
          code: 'event_invalid',
          field: 'name',
          message: 'An event needs a name, a non-empty string.',
        },
      ],
    })
    const bad = await service.post(`${telemetry.url}?dry_run=1`, { json: {} })
    assert.deepEqual([bad.status, bad.json.dry_run], [400, true])
    assert.deepEqual(await namesIn(service, telemetry), [])
  })

  test('gives each of a hundred events an id of digits that are not misread', async () => {
    await using service = await startService()
    const telemetry = await create(service)
    await service.post(telemetry.url, { json: many(100) })
    const listed = await service.get(`${telemetry.url}/events?limit=100`, telemetry.bearer)
    const ids = Object(listed.json).data.map(({ id }: { id: string }) => id)
    for (const id of ids) assert.match(id, /^evt_[0-9a-hjkmnp-tv-z]{28}$/)
    assert.equal(new Set(ids).size, 100)
  })

  test('answers a repeated request with the same Idempotency-Key like the first', async () => {
    await using service = await startService()
    const telemetry = await create(service)
    const headers = { 'idempotency-key': 'one-and-the-same' }
    const first = await service.post(telemetry.url, { json: many(3), headers })
    const second = await service.post(telemetry.url, { json: many(3), headers })
    assert.deepEqual(second.json, first.json)
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
    assert.equal((await service.post(telemetry.url, { json: many(2), headers })).status, 422)
    assert.equal((await namesIn(service, telemetry)).length, 3)
  })

  test('stores no client address or browser, and with Sec-GPC no user or referrer', async () => {
    await using service = await startService()
    const telemetry = await create(service)
    const event = { name: 'a', user: 'ada', referrer: 'https://from.dev/', url: 'https://lovelace.dev/' }
    await service.post(telemetry.url, { json: event, headers: { 'sec-gpc': '1' } })
    await service.post(telemetry.url, { json: event, headers: { 'user-agent': 'Firefox of Ada' } })
    const listed = await service.get(`${telemetry.url}/events`, telemetry.bearer)
    const about = Object(listed.json).data.map((one: { user: string; referrer: string; url: string }) => [
      one.user,
      one.referrer,
      one.url,
    ])
    assert.deepEqual(about, [
      ['ada', 'https://from.dev/', 'https://lovelace.dev/'],
      [null, null, 'https://lovelace.dev/'],
    ])
    const rows = JSON.stringify(await service.sql('select * from event_batches'))
    for (const trace of ['127.0.0.1', '::1', 'Firefox']) assert.equal(rows.includes(trace), false, trace)
  })

  test('explains JSON sent as a form, as curl does without a header', async () => {
    await using service = await startService()
    const telemetry = await create(service)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const body of ['{"name":"signup"}', '[{"name":"a=b&c"}]']) {
      const answer = await service.post(telemetry.url, { body, headers })
      assert.deepEqual([answer.status, answer.json.code], [400, 'body_unparsable'])
      assert.match(String(answer.json.message), /Add the header Content-Type: application\/json/)
    }
    assert.equal((await service.post(telemetry.url, { body: 'name=a&{b=c', headers })).status, 202)
  })

  test('answers OpenTelemetry clients in OTLP format', async () => {
    await using service = await startService()
    const { url } = await create(service)
    const logs = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ eventName: 'a' }] }] }] }
    const accepted = await service.post(`${url}/v1/logs`, { json: logs })
    assert.deepEqual([accepted.status, accepted.json], [200, {}])
    const form = await service.post(`${url}/v1/logs`, { form: { name: 'a' } })
    assert.deepEqual(
      [form.status, form.json],
      [415, { message: 'Send logs as application/x-protobuf or application/json, with gzip or without.' }],
    )
    for (const signal of ['traces', 'metrics']) {
      const other = await service.post(`${url}/v1/${signal}`, { json: {} })
      assert.equal(other.status, 404)
      assert.match(String(other.json.message), /Only logs/)
    }
    assert.equal((await service.post(`${url}/v1/logs`, { json: {} })).status, 400)
  })
})

describe('streaming events', () => {
  test('streams each event of this endpoint as it arrives', async () => {
    await using service = await startService()
    const telemetry = await create(service)
    const other = await create(service, BO)
    await using stream = await follow(`${telemetry.url}/stream`, telemetry.bearer)
    await until(() => stream.named('ready').length > 0)
    assert.equal(stream.headers.get('access-control-allow-origin'), '*')
    await service.post(other.url, { json: { name: 'elsewhere' } })
    await service.post(telemetry.url, { json: [{ name: 'a', props: { plan: 'pro' } }, { name: 'b' }] })
    await until(() => stream.named('event').length === 2)
    const listed = await service.get(`${telemetry.url}/events`, telemetry.bearer)
    assert.deepEqual(stream.named('event').reverse(), listed.json.data)
    const logRecords = Array.from({ length: 130 }, (_, n) => ({ eventName: `log ${n}` }))
    await service.post(`${telemetry.url}/v1/logs`, {
      json: { resourceLogs: [{ scopeLogs: [{ logRecords }] }] },
    })
    await until(() => stream.named('event').length === 102)
    assert.deepEqual(stream.named('missed'), [{ count: 30 }])
    assert.equal(Object(stream.named('event').at(-1)).name, 'log 129')
  })

  test('streams events to the owner too', async () => {
    await using service = await startService()
    const ada = await signIn(service)
    const made = (await ada.post('/telemetry')).json
    await using stream = await follow(`${service.base}/api/v1/telemetry/${made.id}/stream`, {
      cookie: ada.cookie,
    })
    await using account = await follow(`${service.base}/api/v1/stream`, { cookie: ada.cookie })
    await until(() => stream.named('ready').length + account.named('ready').length === 2)
    await service.post(String(made.telemetry_url), { json: { name: 'a' } })
    await until(() => stream.named('event').length === 1 && account.named('changed').length > 0)
    assert.equal(Object(account.named('changed')[0]).endpoint_id, made.id)
  })
})

describe('reading events', () => {
  test('finds events by a prop, by its value, or by a value in any prop', async () => {
    await using service = await startService()
    const telemetry = await create(service)
    const trace = '5b8efff798038103d269b633813fc60c'
    await service.post(telemetry.url, {
      json: [
        { name: 'a', props: { trace_id: trace, seats: 3 } },
        { name: 'b', props: { parent: trace } },
        { name: 'b', props: { seats: 30 } },
        { name: 'c', props: { trace_id: trace, trial: true } },
        { name: 'd' },
      ],
    })
    const named = (query: string) => namesIn(service, telemetry, query)
    assert.deepEqual(await named(`?value=${trace}`), ['c', 'b', 'a'])
    assert.deepEqual(await named(`?prop=trace_id&value=${trace}`), ['c', 'a'])
    assert.deepEqual(await named(`?prop=trace_id&value=${trace}&name=a`), ['a'])
    assert.deepEqual(await named('?prop=seats'), ['b', 'a'])
    assert.deepEqual(await named('?prop=seats&value=3'), ['a'])
    assert.deepEqual(await named('?value=true'), ['c'])
    assert.deepEqual(await named('?prop=Seats'), [])
    assert.deepEqual(await named('?value='), [])
    const first = await service.get(`${telemetry.url}/events?value=${trace}&limit=2`, telemetry.bearer)
    const next = await named(`?value=${trace}&limit=2&cursor=${first.json.next_cursor}`)
    assert.deepEqual(next, ['a'])
    const { json } = await service.get(`${telemetry.url}/props?prop=seats`, telemetry.bearer)
    assert.deepEqual([json.events, Object(json).data.length], [2, 2])
    const long = await service.get(`${telemetry.url}/events?value=${'x'.repeat(2001)}`, telemetry.bearer)
    assert.equal(long.status, 400)
  })

  test('requires the read key of the endpoint or a key of its owner', async () => {
    await using service = await startService()
    const ada = await signIn(service)
    const made = (await ada.post('/telemetry')).json
    const url = String(made.telemetry_url)
    await service.post(url, { json: many(1) })
    const mallory = await create(service, BO)
    const key = (await ada.post('/keys', { name: 'all', scopes: ['read'] })).json.key
    const writer = (await ada.post('/keys', { name: 'writer', scopes: ['write'] })).json.key
    const bo = await signIn(service, BO)
    const bosKey = (await bo.post('/keys', { name: 'all', scopes: ['read'] })).json.key
    for (const path of ['/events', '/stats', '/props', '/values?prop=x', '/stream']) {
      const statusWith = async (secret: unknown, target = url) => {
        const answer = await service.post(`${target}${path}`, {
          method: 'HEAD',
          headers: { authorization: `Bearer ${secret}` },
        })
        return answer.status
      }
      assert.equal(await statusWith(made.read_key), 200, path)
      assert.equal(await statusWith(key), 200)
      assert.equal(await statusWith(writer), 403)
      assert.equal(await statusWith(mallory.key), 404)
      assert.equal(await statusWith(bosKey), 404)
      assert.equal(await statusWith(key, `${service.base}/t/t_0000000000000000`), 404)
      assert.equal(await statusWith(`tk_${'A'.repeat(40)}`), 401)
      assert.equal((await service.get(`${url}${path}`)).status, 401)
      assert.equal((await service.get(`${url}${path}`, { cookie: ada.cookie })).status, 401)
    }
    const listed = (await ada.get(`/telemetry/${made.id}/keys`)).json
    const [first] = Object(listed).data
    assert.notEqual(first.last_used_at, null)
    await ada.delete(`/telemetry/${made.id}/keys/${first.id}`)
    assert.equal(
      (await service.get(`${url}/events`, { authorization: `Bearer ${made.read_key}` })).status,
      401,
    )
  })

  test('paginates and filters all events, newest first', async () => {
    await using service = await startService()
    const telemetry = await create(service)
    for (let n = 0; n < 4; n += 1) {
      await service.post(telemetry.url, { json: [0, 1, 2].map((m) => ({ name: `e${n}${m}` })) })
      service.pass({ hours: 1 })
    }
    const all = ['e32', 'e31', 'e30', 'e22', 'e21', 'e20', 'e12', 'e11', 'e10', 'e02', 'e01', 'e00']
    assert.deepEqual(await namesIn(service, telemetry), all)
    for (const limit of [1, 2, 3, 5, 12]) {
      const seen: string[] = []
      let cursor: unknown
      do {
        const query = cursor ? `&cursor=${cursor}` : ''
        const { json } = await service.get(`${telemetry.url}/events?limit=${limit}${query}`, telemetry.bearer)
        seen.push(...Object(json).data.map((event: { name: string }) => event.name))
        cursor = json.next_cursor
      } while (cursor)
      assert.deepEqual(seen, all, `by ${limit}`)
    }
    assert.deepEqual(await namesIn(service, telemetry, '?name=e21'), ['e21'])
    const span = '?since=2026-11-10T10:00:00Z&until=2026-11-10T11:30:00Z'
    assert.deepEqual(await namesIn(service, telemetry, span), ['e22', 'e21', 'e20', 'e12', 'e11', 'e10'])
    for (const query of ['cursor=x', 'cursor=a.1', 'limit=0', 'since=yesterday', 'surprise=1']) {
      assert.equal(
        (await service.get(`${telemetry.url}/events?${query}`, telemetry.bearer)).status,
        400,
        query,
      )
    }
  })

  test('counts events by name per hour and per day of their own time', async () => {
    await using service = await startService()
    const telemetry = await create(service)
    await service.post(telemetry.url, {
      json: [
        { name: 'a' },
        { name: 'b' },
        { name: 'a' },
        { name: 'a', time: '2026-11-10T08:59:59Z' },
        { name: 'a', time: '2026-11-09T23:59:59Z' },
      ],
    })
    await service.post(telemetry.url, { json: { name: 'a' } })
    const stats = async (query: string) => {
      const { json, text } = await service.get(`${telemetry.url}/stats${query}`, telemetry.bearer)
      assert.ok(json.data, text)
      return Object(json).data.map((one: { time: string; name: string; count: number }) =>
        [one.time.slice(0, 13), one.name, one.count].join(' '),
      )
    }
    assert.deepEqual(await stats(''), ['2026-11-09T00 a 1', '2026-11-10T00 a 4', '2026-11-10T00 b 1'])
    assert.deepEqual(await stats('?interval=hour'), [
      '2026-11-09T23 a 1',
      '2026-11-10T08 a 1',
      '2026-11-10T09 a 3',
      '2026-11-10T09 b 1',
    ])
    assert.deepEqual(await stats('?interval=hour&name=b'), ['2026-11-10T09 b 1'])
    assert.deepEqual(await stats('?interval=hour&since=2026-11-10T08:30:00Z&until=2026-11-10T09:00:00Z'), [
      '2026-11-10T08 a 1',
    ])
    assert.deepEqual(await stats('?since=2026-11-10T08:30:00Z'), ['2026-11-10T00 a 4', '2026-11-10T00 b 1'])
    for (const query of [
      'interval=week',
      'since=2026-11-11T00:00:00Z&until=2026-11-10T00:00:00Z',
      'since=2020-01-01T00:00:00Z',
    ]) {
      assert.equal(
        (await service.get(`${telemetry.url}/stats?${query}`, telemetry.bearer)).status,
        400,
        query,
      )
    }
    await service.post(telemetry.url, { json: { name: 'nul\0' } })
    assert.deepEqual(await stats('?name=nul%00'), ['2026-11-10T00 nul\uFFFD 1'])
    assert.deepEqual(await namesIn(service, telemetry, '?name=nul%00'), ['nul\uFFFD'])
  })

  test('breaks props down by value', async () => {
    await using service = await startService()
    const telemetry = await create(service)
    const plans = ['pro', 'free', 'pro']
    await service.post(telemetry.url, {
      json: plans.map((plan) => ({ name: 'signup', props: { plan, trial: true } })),
    })
    await service.post(telemetry.url, { json: { name: 'other', props: { plan: 7 } } })
    const { json } = await service.get(`${telemetry.url}/props?name=signup`, telemetry.bearer)
    assert.deepEqual(json, {
      events: 3,
      complete: true,
      data: [
        {
          prop: 'plan',
          count: 3,
          values: [
            { value: 'pro', count: 2 },
            { value: 'free', count: 1 },
          ],
          numbers: null,
        },
        { prop: 'trial', count: 3, values: [{ value: true, count: 3 }], numbers: null },
      ],
      ...{ pages: [], sources: [], users: [] },
    })
  })

  test('adds numbers up, with median and 95th percentile, and counts pages, sources and users', async () => {
    await using service = await startService()
    const telemetry = await create(service)
    const amounts = [...Array.from({ length: 20 }, (_, place) => place + 1), 'gift']
    await service.post(telemetry.url, {
      json: amounts.map((amount) => ({ name: 'order', props: { amount } })),
    })
    const visits = [
      { url: 'https://acme.org/a?secret=1', referrer: 'https://www.news.example/x', user: 'ada' },
      { url: 'https://acme.org/a', referrer: 'https://acme.org/b', user: 'ada' },
      { url: 'https://acme.org/b', referrer: 'https://NEWS.example/y' },
    ]
    await service.post(telemetry.url, { json: visits.map((visit) => ({ name: 'pageview', ...visit })) })
    const { json } = await service.get(`${telemetry.url}/props`, telemetry.bearer)
    const [amount] = json.data as { numbers: object }[]
    assert.deepEqual(amount?.numbers, { count: 20, sum: 210, median: 10.5, p95: 19 })
    assert.deepEqual(json.pages, [
      { value: 'https://acme.org/a', count: 2 },
      { value: 'https://acme.org/b', count: 1 },
    ])
    assert.deepEqual(json.sources, [{ value: 'news.example', count: 2 }])
    assert.deepEqual(json.users, [{ value: 'ada', count: 2 }])
  })

  test('deletes events with the retention of the plan, after seven days if unclaimed', async () => {
    await using service = await startService()
    const telemetry = await create(service)
    await service.post(telemetry.url, { json: { name: 'old' } })
    service.pass({ hours: 1 })
    await service.post(telemetry.url, { json: { name: 'young' } })
    service.pass({ days: 7, hours: -1, milliseconds: -1 })
    await service.service.purge()
    assert.deepEqual(await namesIn(service, telemetry), ['young', 'old'])
    service.pass({ milliseconds: 1 })
    await service.service.purge()
    assert.deepEqual(await namesIn(service, telemetry), ['young'])
    service.pass({ days: 1 })
    await service.service.purge()
    assert.deepEqual(await namesIn(service, telemetry), [])
    for (const table of ['event_batches', 'event_counts', 'event_ids']) {
      assert.deepEqual(await service.sql(`select * from ${table}`), [], table)
    }
    await service.deliver()
    assert.equal((await service.get(`${telemetry.url}/status`)).json.claim_email_sent, true)
  })

  test('“This wasn’t me” and account deletion leave no events behind', async () => {
    await using service = await startService()
    const telemetry = await create(service, BO)
    await service.post(telemetry.url, { json: { name: 'nobody else’s business', id: '1' } })
    // Makes her email the newest when she signs in.
    await service.deliver()
    const ada = await signIn(service)
    const made = (await ada.post('/telemetry')).json
    await service.post(String(made.telemetry_url), { json: { name: 'a', id: '1' } })
    const email = (await service.emails()).find((one) => one.text?.includes(telemetry.id))
    const declineUrl = email?.text?.match(new RegExp(`${service.base}/disown/[0-9a-z]+`))?.[0] ?? ''
    assert.equal((await service.post(declineUrl)).status, 200)
    assert.equal((await service.post(telemetry.url, { json: many(1) })).status, 410)
    const account = createCalls(service, { cookie: ada.cookie, 'sec-fetch-site': 'same-origin' })
    const gone = await account.delete('/account')
    assert.ok(gone.status < 300, gone.text)
    service.pass({ days: 1 })
    await service.service.purge()
    const notices = await service.sql('select data from notices')
    assert.doesNotMatch(JSON.stringify(notices), /business/, 'the claim email names its first event')
    for (const table of ['event_batches', 'event_counts', 'event_ids']) {
      assert.deepEqual(await service.sql(`select * from ${table}`), [], table)
    }
    assert.equal(
      (await service.sql('select * from endpoint_keys')).length,
      1,
      'only that of the disowned one',
    )
  })
})

test('limits the names per hour over a long period to keep the response small', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const { json } = await service.post('/t/new', { form: { recipient: ADA } })
  const names = Array.from({ length: 80 }, (_, n) => ({ name: `name ${n}` }))
  assert.equal((await service.post(String(json.telemetry_url), { json: names })).status, 202)
  const readDays = async (days: number) => {
    const since = new Date(service.now().getTime() - days * 86_400_000).toISOString()
    const answer = await service.get(`${json.telemetry_url}/stats?interval=hour&since=${since}`, {
      authorization: `Bearer ${json.read_key}`,
    })
    const data: { name: string; count: number }[] = Object(answer.json.data)
    return [data.length, data.reduce((sum, { count }) => sum + count, 0)]
  }
  assert.deepEqual(await readDays(7), [50, 80])
  assert.deepEqual(await readDays(30), [13, 80])
})
