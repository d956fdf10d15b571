import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MAX_VISITORS_PER_ADDRESS } from '../../../src/domain/telemetry/visitor.ts'
import { FIREFOX, signIn } from '../../support/fixtures/owner.ts'
import { moveClockTo } from '../../support/fixtures/quota.ts'
import { ADA, startService, type TestService } from '../../support/service/service.ts'

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
/** The address of a visitor, which a proxy on this machine forwards. */
const ADDRESS = '203.0.113.7'
const BEHIND_PROXY = { env: { FORMSLOT_TRUST_PROXY: '127.0.0.1' } }

type Telemetry = { url: string; bearer: { authorization: string } }

async function create(service: TestService): Promise<Telemetry> {
  const { json } = await service.post('/t/new', { form: { recipient: ADA } })
  service.pass({ seconds: 2 })
  return { url: String(json.telemetry_url), bearer: { authorization: `Bearer ${json.read_key}` } }
}

/** Sends an event as this browser. */
async function send(
  service: TestService,
  { url }: Telemetry,
  from: { userAgent?: string; address?: string; headers?: Record<string, string> } = {},
): Promise<void> {
  const { userAgent = FIREFOX, address = ADDRESS, headers = {} } = from
  const answer = await service.post(url, {
    json: { name: 'pageview' },
    headers: { 'user-agent': userAgent, 'x-forwarded-for': address, ...headers },
  })
  assert.equal(answer.status, 202, answer.text)
}

async function getVisitors(service: TestService, { url, bearer }: Telemetry, query = '') {
  const { status, json, text } = await service.get(`${url}/stats${query}`, bearer)
  assert.equal(status, 200, text)
  const visitors = json.visitors as { time: string; count: number }[] | null
  return visitors?.map(({ time, count }) => `${time} ${count}`) ?? null
}

describe('unique visitors', () => {
  test('counts a browser once a day, by its address and user agent', async () => {
    await using service = await startService(BEHIND_PROXY)
    const telemetry = await create(service)
    const other = await create(service)
    assert.deepEqual(await getVisitors(service, telemetry), [])
    for (let sent = 0; sent < 3; sent += 1) await send(service, telemetry)
    assert.deepEqual(await getVisitors(service, telemetry), ['2026-11-10T00:00:00.000Z 1'])
    await send(service, telemetry, { address: '203.0.113.8' })
    await send(service, telemetry, { address: '2001:db8:1:1::1' })
    await send(service, telemetry, { address: '2001:db8:1:1::2' })
    await service.get(`${telemetry.url}/p.gif?name=seen`, {
      'user-agent': FIREFOX,
      'x-forwarded-for': '203.0.113.9',
    })
    assert.deepEqual(await getVisitors(service, telemetry), ['2026-11-10T00:00:00.000Z 4'])
    assert.deepEqual(await getVisitors(service, telemetry, '?interval=hour'), ['2026-11-10T00:00:00.000Z 4'])
    assert.equal(await getVisitors(service, telemetry, '?name=pageview'), null)
    assert.deepEqual(await getVisitors(service, other), [])
    for (let n = 0; n < 12; n += 1) await send(service, other, { userAgent: `${FIREFOX} ${n}` })
    const [found = ''] = (await getVisitors(service, other)) ?? []
    assert.ok(Number(found.split(' ')[1]) > 1, 'browsers of one household')
  })

  test('counts neither programs, crawlers, visitors who object, dry runs nor refused events', async () => {
    await using service = await startService(BEHIND_PROXY)
    const telemetry = await create(service)
    for (const userAgent of ['node', 'curl/8.5.0', 'Mozilla/5.0 Umami/v26.0.0', '']) {
      await send(service, telemetry, { userAgent })
    }
    await send(service, telemetry, { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
    await send(service, telemetry, { headers: { 'sec-gpc': '1' } })
    const headers = { 'user-agent': FIREFOX }
    await service.post(`${telemetry.url}?dry_run=1`, { json: { name: 'pageview' }, headers })
    assert.equal((await service.post(telemetry.url, { json: {}, headers })).status, 400)
    assert.deepEqual(await getVisitors(service, telemetry), [])
    const { json } = await service.get(`${telemetry.url}/stats`, telemetry.bearer)
    assert.equal(Object(json).data[0].count, 6, 'their events count')
  })

  test('trusts only the proxy with the address of a visitor', async () => {
    await using service = await startService()
    const telemetry = await create(service)
    for (const address of ['203.0.113.7', '203.0.113.8']) await send(service, telemetry, { address })
    assert.deepEqual(await getVisitors(service, telemetry), ['2026-11-10T00:00:00.000Z 1'])
  })

  test('recognizes nobody after midnight UTC, and forgets how within an hour', async () => {
    await using service = await startService(BEHIND_PROXY)
    const telemetry = await create(service)
    moveClockTo(service, '2026-11-10T23:59:59.999Z')
    await send(service, telemetry)
    await send(service, telemetry, { userAgent: SAFARI, address: '203.0.113.8' })
    const salts = () => service.sql('select day, salt from visitor_salts')
    const [salt] = await salts()
    service.pass({ milliseconds: 1 })
    await send(service, telemetry)
    await send(service, telemetry)
    assert.deepEqual(await getVisitors(service, telemetry), [
      '2026-11-10T00:00:00.000Z 2',
      '2026-11-11T00:00:00.000Z 1',
    ])
    const now = await salts()
    assert.equal(now.length, 1)
    assert.notEqual(now[0]?.salt, salt?.salt)
    await service.service.purge()
    const bitmaps = await service.sql('select day from visitor_counts where bitmap is not null')
    assert.deepEqual(
      bitmaps.map((row) => row.day),
      [now[0]?.day],
    )
    service.pass({ days: 1 })
    await service.service.purge()
    assert.deepEqual(await salts(), [], 'also on a day without events')
    assert.deepEqual(await service.sql('select day from visitor_counts where bitmap is not null'), [])
    assert.deepEqual(await getVisitors(service, telemetry), [
      '2026-11-10T00:00:00.000Z 2',
      '2026-11-11T00:00:00.000Z 1',
    ])
  })

  test('stores neither the address nor the user agent of a visitor', async () => {
    await using service = await startService(BEHIND_PROXY)
    const telemetry = await create(service)
    await send(service, telemetry)
    const tables =
      service.config.database.kind === 'sqlite'
        ? await service.sql(
            "select name from sqlite_master where type = 'table' and name not like 'search_words%'",
          )
        : await service.sql("select tablename as name from pg_tables where schemaname = 'public'")
    for (const { name } of tables) {
      const text = JSON.stringify(await service.sql(`select * from "${name}"`))
      for (const secret of [ADDRESS, 'Firefox', 'Gecko'])
        assert.ok(!text.includes(secret), `${name}: ${secret}`)
    }
    assert.deepEqual(await getVisitors(service, telemetry), ['2026-11-10T00:00:00.000Z 1'])
  })

  test('limits what one stranger who invents user agents can add, in the count and on disk', async () => {
    await using service = await startService(BEHIND_PROXY)
    const telemetry = await create(service)
    for (let n = 0; n < 300; n += 1) await send(service, telemetry, { userAgent: `${FIREFOX} ${n}` })
    const [found = ''] = (await getVisitors(service, telemetry)) ?? []
    const count = Number(found.split(' ')[1])
    assert.ok(count > MAX_VISITORS_PER_ADDRESS / 2 && count <= MAX_VISITORS_PER_ADDRESS, found)
    const rows = await service.sql('select octet_length(bitmap) as bytes from visitor_counts')
    assert.equal(rows.length, 1)
    assert.ok(Number(rows[0]?.bytes) < 3000)
  })

  test('shows them to the owner, in the export too, and deletes them with the events', async () => {
    await using service = await startService()
    const ada = await signIn(service)
    const { id, telemetry_url } = (await ada.post('/telemetry', { name: 'Shop' })).json
    const telemetry = { url: String(telemetry_url), bearer: { authorization: '' } }
    await send(service, telemetry)
    const expected = [{ time: '2026-11-10T00:00:00.000Z', count: 1 }]
    const getStats = async () => Object((await ada.get(`/telemetry/${id}/stats`)).json).visitors
    assert.deepEqual(await getStats(), expected)
    const exported = JSON.parse((await ada.get('/account/export')).text)
    assert.deepEqual(exported.telemetry[0].visitors, expected)
    await ada.post(`/telemetry/${id}/retire`)
    assert.deepEqual(await getStats(), expected, 'a retired endpoint stays readable')
    await ada.delete(`/telemetry/${id}/events`)
    assert.deepEqual(await getStats(), [])
  })

  test('deletes them with the account', async () => {
    await using service = await startService()
    const ada = await signIn(service)
    const { telemetry_url } = (await ada.post('/telemetry')).json
    await send(service, { url: String(telemetry_url), bearer: { authorization: '' } })
    assert.equal((await service.sql('select 1 from visitor_counts')).length, 1)
    const closed = await ada.delete('/account')
    assert.equal(closed.status, 204, closed.text)
    await service.service.purge()
    assert.deepEqual(await service.sql('select 1 from visitor_counts'), [])
  })
})
