import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeLogsRequest } from '../../support/fixtures/otlp-bytes.ts'
import { FIREFOX } from '../../support/fixtures/owner.ts'
import { ADA, startService } from '../../support/service/service.ts'

const JSON_TYPE = 'application/json'
const record = { eventName: 'signup', attributes: [{ key: 'user.id', value: { stringValue: 'ada' } }] }
const logs = { resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] }
const captured = { event: 'signup', properties: { distinct_id: 'ada', $referrer: 'https://from.dev/' } }
const umami = { type: 'event', payload: { name: 'signup', id: 'ada', referrer: 'https://from.dev/' } }
const base64 = Buffer.from(JSON.stringify(captured)).toString('base64')

/** One event of each protocol; in most, with a user. */
const PROTOCOLS: Readonly<Record<string, { type?: string; body: unknown }>> = {
  '': { body: { name: 'signup', user: 'ada', referrer: 'https://from.dev/' } },
  '/v1/logs': { body: logs },
  '/v1/logs?protobuf': {
    type: 'application/x-protobuf',
    body: new Uint8Array(encodeLogsRequest(logs)),
  },
  '/i/v1/logs?token=any': { body: logs },
  '/api/event': { body: { name: 'signup', url: 'https://lovelace.dev/', referrer: 'https://from.dev/' } },
  '/api/send': { body: umami },
  '/api/batch': { body: [umami] },
  '/batch/': { body: { api_key: 'any', batch: [captured] } },
  '/e/?compression=base64': { type: 'application/x-www-form-urlencoded', body: `data=${base64}` },
  '/i/v0/e/': { body: captured },
}

test('dry runs, visitors, Sec-GPC and unknown endpoints are the same in every protocol', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  for (const [path, { type = JSON_TYPE, body }] of Object.entries(PROTOCOLS)) {
    const { json: made } = await service.post('/t/new', { form: { recipient: ADA } })
    service.pass({ minutes: 10 })
    const url = String(made.telemetry_url)
    const bearer = { authorization: `Bearer ${made.read_key}` }
    const send = (to: string, headers = {}) =>
      service.post(to, {
        body: type === JSON_TYPE ? JSON.stringify(body) : (body as string),
        headers: { 'content-type': type, 'user-agent': FIREFOX, ...headers },
      })
    const events = async () => Object((await service.get(`${url}/events`, bearer)).json).data
    const visitors = async () => Object((await service.get(`${url}/stats`, bearer)).json).visitors

    const dryRun = await send(`${url}${path}${path.includes('?') ? '&' : '?'}dry_run=1`)
    assert.deepEqual([dryRun.status, dryRun.json.would_accept], [200, 1], path)
    assert.deepEqual([await events(), await visitors()], [[], []], path)

    const unknown = await send(`${service.base}/t/t_0000000000000000${path}`)
    assert.equal(unknown.status, 404, path)

    assert.ok((await send(url + path, { 'sec-gpc': '1' })).status < 300, path)
    const [anonymous] = await events()
    assert.deepEqual([anonymous.name, anonymous.user, anonymous.referrer], ['signup', null, null], path)
    assert.deepEqual(await visitors(), [], path)

    assert.ok((await send(url + path)).status < 300, path)
    assert.equal((await events())[0].user, path === '/api/event' ? null : 'ada', path)
    assert.deepEqual(
      (await visitors()).map(({ count }: { count: number }) => count),
      [1],
      path,
    )
  }
})
