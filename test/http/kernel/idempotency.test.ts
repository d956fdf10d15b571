import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createQueue } from '../../support/fixtures/queue.ts'
import { ADA, startService, type TestService } from '../../support/service/service.ts'

const WIFI = '192.0.2.1'
const MOBILE = '198.51.100.7'
const OFFICE = '203.0.113.9'
const BEHIND_PROXY = { FORMSLOT_TRUST_PROXY: '127.0.0.0/8', FORMSLOT_SUBMIT_RATE: '0' }

type Answer = Awaited<ReturnType<TestService['post']>>
/** An endpoint that accepts one text per request, and a client of it whose address changes. */
type Roaming = {
  accepted: number
  send(from: string, text: string, key?: string): Promise<Answer>
  /** Identifies an accepted request; equal in both answers to a repeated one. */
  idIn(answer: Answer): unknown
  countStored(): Promise<number>
}

function headersOf(from: string, key: string): Record<string, string> {
  return { 'idempotency-key': key, 'x-forwarded-for': from }
}

const KINDS: Record<string, (service: TestService) => Promise<Roaming>> = {
  'a form': async (service) => {
    const endpoint = await service.createEndpoint()
    return {
      accepted: 200,
      send: (from, text, key = 'order-0001') =>
        service.submit(endpoint, { message: text }, headersOf(from, key)),
      idIn: ({ json }) => json.submission_id,
      countStored: async () => Number((await service.sql('select count(*) as n from submissions'))[0]?.n),
    }
  },
  'a telemetry endpoint': async (service) => {
    const created = await service.post('/t/new', { form: { recipient: ADA } })
    service.pass({ seconds: 2 })
    const authorization = { authorization: `Bearer ${created.json.read_key}` }
    return {
      accepted: 202,
      send: (from, text, key = 'order-0001') =>
        service.post(String(created.json.telemetry_url), {
          json: { name: text },
          headers: headersOf(from, key),
        }),
      idIn: ({ json }) => json.accepted,
      async countStored() {
        const listed = await service.get(`${created.json.telemetry_url}/events`, authorization)
        return Object(listed.json).data.length
      },
    }
  },
  'a queue': async (service) => {
    const queue = await createQueue(service)
    return {
      accepted: 201,
      send: (from, text, key = 'order-0001') => queue.publish(text, headersOf(from, key)),
      idIn: ({ json }) => json.message_id,
      countStored: async () => Number((await queue.get('/status')).json.backlog_count),
    }
  },
}

for (const [name, open] of Object.entries(KINDS)) {
  describe(`the Idempotency-Key of ${name}`, () => {
    test('replays a request that is repeated from another address', async () => {
      await using service = await startService({ env: BEHIND_PROXY })
      const endpoint = await open(service)
      const first = await endpoint.send(WIFI, 'hello')
      assert.equal(first.status, endpoint.accepted, first.text)
      for (const from of [MOBILE, WIFI, MOBILE, OFFICE]) {
        const again = await endpoint.send(from, 'hello')
        assert.deepEqual([again.status, again.json], [first.status, first.json])
        assert.equal(again.headers.get('idempotent-replayed'), 'true')
      }
      assert.equal(await endpoint.countStored(), 1)
      service.pass({ hours: 24 })
      const nextDay = await endpoint.send(MOBILE, 'hello')
      assert.equal(nextDay.headers.get('idempotent-replayed'), null, 'a key is forgotten after a day')
      assert.equal(await endpoint.countStored(), 2)
    })

    test('refuses another body from an address that used the key, and accepts it from any other', async () => {
      await using service = await startService({ env: BEHIND_PROXY })
      const endpoint = await open(service)
      const mine = await endpoint.send(WIFI, 'mine')
      const changed = await endpoint.send(WIFI, 'changed')
      assert.deepEqual([changed.status, changed.json.code], [422, 'idempotency_key_reused'])
      const theirs = await endpoint.send(OFFICE, 'theirs')
      assert.equal(theirs.status, endpoint.accepted, theirs.text)
      assert.equal(theirs.headers.get('idempotent-replayed'), null)
      if (name !== 'a telemetry endpoint') assert.notEqual(endpoint.idIn(theirs), endpoint.idIn(mine))
      assert.equal((await endpoint.send(OFFICE, 'changed')).status, 422)
      // Both are replayed to their senders, also from another network.
      for (const [from, text, answer] of [
        [WIFI, 'mine', mine],
        [MOBILE, 'mine', mine],
        [OFFICE, 'theirs', theirs],
      ] as const) {
        const again = await endpoint.send(from, text)
        assert.deepEqual([again.status, again.json], [answer.status, answer.json])
      }
      const afterReplay = await endpoint.send(MOBILE, 'changed')
      assert.equal(afterReplay.status, 422, 'a replay uses the key too')
      assert.equal(await endpoint.countStored(), 2)
    })

    test('stores one of many requests sent at once from two addresses', async () => {
      await using service = await startService({ env: BEHIND_PROXY })
      const endpoint = await open(service)
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, n) => endpoint.send(n % 2 === 0 ? WIFI : MOBILE, 'once')),
      )
      const accepted = answers.filter(({ status }) => status === endpoint.accepted)
      assert.ok(accepted.length >= 1)
      assert.ok(answers.every(({ status }) => status === endpoint.accepted || status === 409))
      assert.equal(new Set(accepted.map(endpoint.idIn)).size, 1)
      assert.equal(await endpoint.countStored(), 1)
    })
  })
}

test('the Idempotency-Key of a creation counts separately for each address', async () => {
  await using service = await startService({ env: BEHIND_PROXY })
  const create = (from: string, recipient = ADA) =>
    service.post('/new', { form: { recipient }, headers: headersOf(from, 'deploy-0001') })
  const first = await create(WIFI)
  assert.deepEqual((await create(WIFI)).json, first.json)
  assert.equal((await create(WIFI, 'bo@builds.dev')).status, 422)
  const other = await create(MOBILE)
  assert.equal(other.status, 201)
  assert.notEqual(other.json.form_id, first.json.form_id)
})
