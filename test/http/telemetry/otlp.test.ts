import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { SUBMIT_BURST } from '../../../src/domain/submissions/submit-rate.ts'
import { EVENT_RATE_FACTOR, MAX_LOG_BYTES } from '../../../src/domain/telemetry/event.ts'
import { encodeLogsRequest, field, integer } from '../../support/fixtures/otlp-bytes.ts'
import { ADA, startService, type TestService } from '../../support/service/service.ts'

const PROTOBUF = { 'content-type': 'application/x-protobuf' }

async function create(service: TestService) {
  const { json: made } = await service.post('/t/new', { form: { recipient: ADA } })
  const url = String(made.telemetry_url)
  const bearer = { authorization: `Bearer ${made.read_key}` }
  return {
    url,
    send: (body: Buffer, { headers = {}, path = '/v1/logs' } = {}) =>
      service.post(`${url}${path}`, { body: new Uint8Array(body), headers: { ...PROTOBUF, ...headers } }),
    events: async () => Object((await service.get(`${url}/events`, bearer)).json).data,
  }
}

const logsOf = (...logRecords: object[]) =>
  encodeLogsRequest({
    resourceLogs: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] },
        scopeLogs: [{ scope: { name: 'cart' }, logRecords }],
      },
    ],
  })
/** Returns a google.rpc.Status with a message. */
const status = (message: string) => field(2, message).toString('utf8')

test('accepts logs in protobuf, compressed or not, and answers in protobuf', async () => {
  await using service = await startService()
  const { send, events } = await create(service)
  const plain = await send(logsOf({ eventName: 'plain', traceId: '5b8efff798038103d269b633813fc60c' }))
  assert.deepEqual(
    [plain.status, plain.text, plain.headers.get('content-type')],
    [200, '', PROTOBUF['content-type']],
  )
  const packed = await send(gzipSync(logsOf({ eventName: 'packed' }, {})), {
    headers: { 'content-encoding': 'gzip' },
  })
  assert.deepEqual([packed.status, packed.text], [200, ''])
  const empty = await send(Buffer.alloc(0))
  assert.deepEqual([empty.status, empty.text], [200, ''])
  const listed = (await events()).map(({ name, props }: { name: string; props: object }) => [name, props])
  const shared = { 'scope.name': 'cart', 'resource.service.name': 'shop' }
  assert.deepEqual(listed, [
    ['log', shared],
    ['packed', shared],
    ['plain', { trace_id: '5b8efff798038103d269b633813fc60c', ...shared }],
  ])
})

test('refuses logs in protobuf with a Status that tells what is wrong', async () => {
  await using service = await startService()
  const { url, send, events } = await create(service)
  const refusals = [
    [await send(Buffer.from('{"resourceLogs":[]}')), 400, /parse|read|body/i],
    [await send(logsOf(...Array(513).fill({}))), 400, /at most 512 log records/],
    [
      await send(gzipSync(Buffer.alloc(MAX_LOG_BYTES + 1)), { headers: { 'content-encoding': 'gzip' } }),
      413,
      /./,
    ],
    [await send(Buffer.from('x'), { headers: { 'content-encoding': 'br' } }), 415, /gzip/],
    [await send(Buffer.alloc(0), { path: '/v1/traces' }), 404, /Only logs/],
    [await send(Buffer.alloc(0), { path: '/v1/metrics' }), 404, /Only logs/],
  ] as const
  for (const [answer, code, message] of refusals) {
    assert.equal(answer.status, code, answer.text)
    assert.equal(answer.headers.get('content-type'), PROTOBUF['content-type'])
    const [, text = ''] = /^\x12[\x00-\x7f]\x01?(.*)$/su.exec(answer.text) ?? []
    assert.match(text, message)
    assert.equal(answer.text, status(text))
  }
  const unknown = await service.post(`${url.slice(0, -3)}000/v1/logs`, { body: '', headers: PROTOBUF })
  assert.deepEqual([unknown.status, unknown.headers.get('content-type')], [404, PROTOBUF['content-type']])
  const dryRun = await send(logsOf({ eventName: 'tried' }), { path: '/v1/logs?dry_run=1' })
  assert.deepEqual([dryRun.status, dryRun.json.would_accept], [200, 1], 'a dry run is for people')
  assert.deepEqual(await events(), [])
})

test('tells an exporter how many logs exceeded the cap, and when to come back after too many', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const { send } = await create(service)
  const many = logsOf(...Array(500).fill({}))
  for (let sent = 0; sent < 5000; sent += 500) assert.equal((await send(many)).text, '')
  const frozen = await send(logsOf({}, {}))
  assert.equal(frozen.status, 200)
  const message = /event cap reached: .*/.exec(frozen.text)?.[0] ?? ''
  assert.equal(frozen.text, field(1, Buffer.concat([integer(1, 2), field(2, message)])).toString('utf8'))

  await using limited = await startService()
  const other = await create(limited)
  let answer = await other.send(many)
  for (let sent = 0; answer.status === 200 && sent < SUBMIT_BURST * EVENT_RATE_FACTOR; sent += 500) {
    answer = await other.send(many)
  }
  assert.equal(answer.status, 429)
  assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
})
