import assert from 'node:assert/strict'
import { once } from 'node:events'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { pino } from 'pino'
import { generate } from 'selfsigned'
import { getDestinationPlace } from '../../../src/domain/secret-place.ts'
import { createKeys } from '../../../src/ids/keys.ts'
import { loadSecret } from '../../../src/runtime/secret.ts'
import { confirmSession, type Owner, signIn } from '../../support/fixtures/owner.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { until } from '../../support/service/until.ts'
import { type Receiver, startReceiver } from '../../support/web/receiver.ts'

const PRO = { FORMSLOT_DEFAULT_PLAN: 'pro', FORMSLOT_SUBMIT_RATE: '0' }
const SECRET_PATH = 'the-secret-path-of-ada'

type Opened = { service: TestService; ada: Owner; place: string; id: string; at: string; secret: string }

/** Opens a service that may post to these receivers; Ada has a proven webhook at the first. */
async function withWebhook(
  receivers: readonly Receiver[],
  work: (opened: Opened) => Promise<void>,
  options: Parameters<typeof startService>[0] = {},
): Promise<void> {
  const egressPorts = receivers.map(({ port }) => port)
  await using service = await startService({ env: PRO, egressPorts, ...options })
  const ada = await signIn(service)
  const place = `/endpoints/${ada.endpoint.form_id}/destinations`
  const url = `${receivers[0]?.url}/${SECRET_PATH}`
  const { id, secret } = (await ada.post(place, { kind: 'webhook', url })).json
  const at = `${place}/${id}`
  assert.equal((await ada.post(`${at}/test`)).json.reached, true)
  await service.deliver()
  await work({ service, ada, place, id: String(id), at, secret: String(secret) })
}

test('an answer to a test proves nothing about an address that is set while it is awaited', async () => {
  await using mine = await startReceiver()
  await using stranger = await startReceiver()
  await withWebhook([mine, stranger], async ({ service, ada, at }) => {
    const { promise: patched, resolve: release } = Promise.withResolvers<void>()
    assert.equal((await ada.patch(at, { url: `${mine.url}/again` })).status, 200)
    mine.answerWith(async ({ response }) => {
      await patched
      response.end('taken')
    })
    const before = mine.received.length
    const testing = ada.post(`${at}/test`)
    await until(() => mine.received.length > before)
    // Within the same millisecond, by the clock of the service.
    assert.equal((await ada.patch(at, { url: stranger.url })).json.state, 'untested')
    release()
    assert.equal((await testing).json.reached, false)
    assert.equal(Object((await ada.get(at.replace(/\/[^/]+$/, ''))).json.data)[0].state, 'untested')
    await service.submit(ada.endpoint, { message: 'for a stranger' })
    await service.deliver()
    assert.equal(stranger.received.length, 0)
  })
})

test('nothing is posted to a host that the settings do not name, whatever the sealed address says', async () => {
  await using mine = await startReceiver()
  await using stranger = await startReceiver()
  await withWebhook([mine, stranger], async ({ service, ada, id, at }) => {
    const keys = createKeys(loadSecret(service.config))
    const place = getDestinationPlace('address', { endpointId: ada.endpoint.form_id, destinationId: id })
    // As another node sees it that has read the settings just before the address was changed.
    await service.sql(`update destination_secrets set address = '${keys.sealSecret(stranger.url, place)}'`)
    await service.submit(ada.endpoint, { message: 'for a stranger' })
    await service.deliver()
    assert.equal(stranger.received.length, 0)
    const [delivery] = (await ada.get(`${at}/deliveries`)).json.data as { state: string }[]
    assert.equal(delivery?.state, 'delayed', 'it is tried again')
  })
})

test('what waits for an old address takes the turns of the new one, whose limits count', async () => {
  await using old = await startReceiver()
  await using next = await startReceiver()
  await withWebhook([old, next], async ({ service, ada, at }) => {
    old.answerWith(500)
    for (let sent = 0; sent < 3; sent += 1) await service.submit(ada.endpoint, { message: `${sent}` })
    await service.deliver()
    await confirmSession(service, ada)
    assert.equal((await ada.patch(at, { url: next.url })).status, 200)
    assert.equal((await ada.post(`${at}/test`)).json.reached, true)
    service.pass({ seconds: 5 })
    await service.deliver()
    assert.equal(next.received.length, 1 + 3)
    const targets = await service.sql(
      `select distinct target from outbox where channel = 'web' and outcome = 'sent' and submission_key is not null`,
    )
    assert.deepEqual(
      targets.map(({ target }) => target),
      [new URL(next.url).origin],
    )
  })
})

test('tests of one account are counted: those beyond the limit send nothing, also at once', async () => {
  await using receiver = await startReceiver()
  await withWebhook([receiver], async ({ ada, at }) => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => ada.post(`${at}/test`)))
    const refused = answers.filter(({ status }) => status === 429)
    // One test has proven it.
    assert.deepEqual([refused.length, receiver.received.length], [11, 30])
    assert.equal(refused[0]?.json.code, 'test_rate')
    assert.ok(Number(refused[0]?.headers.get('retry-after')) > 3000)
  })
})

test('tests of others at the host of a vendor do not keep an owner from testing theirs', async () => {
  // The proxy refuses each connection, at once.
  const env = { ...PRO, FORMSLOT_EGRESS_PROXY: 'http://127.0.0.1:1' }
  await using service = await startService({ env })
  const url = 'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX'
  for (const mailbox of ['mallory@one.dev', 'mallory@two.dev', 'ada@lovelace.dev']) {
    const owner = await signIn(service, mailbox)
    const place = `/endpoints/${owner.endpoint.form_id}/destinations`
    const { id } = (await owner.post(place, { kind: 'slack', url })).json
    for (let tests = 0; tests < 30; tests += 1) {
      const tested = await owner.post(`${place}/${id}/test`)
      assert.equal(tested.status, 200, `${mailbox}: ${tested.text}`)
    }
    assert.equal((await owner.post(`${place}/${id}/test`)).json.code, 'test_rate')
  }
})

test('destinations that are added at once do not exceed the limit of the plan', async () => {
  await using receiver = await startReceiver()
  await withWebhook([receiver], async ({ ada, place }) => {
    const url = receiver.url
    const added = await Promise.all(
      Array.from({ length: 14 }, () => ada.post(place, { kind: 'webhook', url })),
    )
    const codes = added.map(({ status, json }) => (status === 201 ? 'added' : json.code))
    assert.equal(codes.filter((code) => code === 'added').length, 9)
    assert.equal(codes.filter((code) => code === 'limit_reached').length, 5)
    assert.equal(Object((await ada.get(place)).json.data).length, 10)
  })
})

test('an address cannot add headers, name its host twice, or hide it', async () => {
  await using receiver = await startReceiver()
  await withWebhook([receiver], async ({ ada, place }) => {
    const odd = `${receiver.url}?a=1\r\nX-Evil: 1\r\n\r\nGET / HTTP/1.1\tq`
    const { id } = (await ada.post(place, { kind: 'webhook', url: odd })).json
    assert.equal((await ada.post(`${place}/${id}/test`)).json.reached, true)
    const request = receiver.received.at(-1)
    assert.equal(request?.headers['x-evil'], undefined)
    assert.match(request?.path ?? '', /^\/hook\?a=1X-Evil/)
    const fault = async (url: string, kind = 'webhook') => {
      const { json, text } = await ada.post(place, { kind, url })
      assert.deepEqual([json.code, json.field], ['address_invalid', 'url'], `${url}: ${text}`)
      return text
    }
    const on = (host: string) => `https://${host}:${receiver.port}/hook`
    assert.match(await fault(on('example.org.')), /full stop/)
    assert.match(await fault(on('hooks.slack.com.'), 'slack'), /full stop/)
    assert.match(await fault(on('user:password@example.org')), /user name|password/i)
    assert.match(await fault(`${on('example.org')}#@example.net/`), /#|fragment/)
    assert.match(await fault('javascript:alert(1)//example.org'), /https:/)
    assert.match(await fault('https://example.org:22/'), /port/)
    const long = `${on('example.org')}/${'x'.repeat(2100)}`
    assert.equal((await ada.post(place, { kind: 'webhook', url: long })).json.field, 'url')
    const unicode = await ada.post(place, { kind: 'webhook', url: on('bücher.example') })
    assert.equal(unicode.json.to, `https://xn--bcher-kva.example:${receiver.port}/…`)
  })
})

test('ids of others and forged ones lead nowhere', async () => {
  await using receiver = await startReceiver()
  await withWebhook([receiver], async ({ service, ada, place, at, id }) => {
    const bo = await signIn(service, 'bo@builds.dev')
    await service.deliver()
    for (const other of [`${id}x`, id.slice(0, -1), '..%2f..', '%00', "' or 1=1 --", 'undefined'].map(
      encodeURIComponent,
    )) {
      const tested = await ada.post(`${place}/${other}/test`)
      assert.equal(tested.json.code, 'destination_not_found', other)
      assert.equal((await ada.get(`${place}/${other}/deliveries`)).json.code, 'destination_not_found')
    }
    await service.submit(ada.endpoint, { message: 'mine' })
    await service.deliver()
    const [delivery] = (await ada.get(`${at}/deliveries`)).json.data as { id: string }[]
    const forged = await ada.get(`${at}/deliveries?before=dlv_0000000000000000000000000`)
    assert.equal(forged.status, 400, forged.text)
    const since = await ada.post(`${at}/recover`, { since: 'yesterday' })
    assert.equal(since.json.field, 'since')
    const own = `/endpoints/${bo.endpoint.form_id}/destinations`
    const listed = await bo.get(`${own}/${id}/deliveries?before=${delivery?.id}`)
    assert.equal(listed.json.code, 'destination_not_found')
  })
})

test('a destination that gets no submissions recovers none, and says why', async () => {
  await using receiver = await startReceiver()
  await withWebhook([receiver], async ({ service, ada, at, id }) => {
    assert.equal((await ada.patch(at, { events: ['submission.spam'] })).status, 200)
    const { submission_id } = (await service.submit(ada.endpoint, { message: 'not told' })).json
    const recovered = await ada.post(`${at}/recover`, { since: '0001-01-01T00:00:00.000Z' })
    assert.equal(recovered.json.code, 'value_invalid')
    assert.match(recovered.text, /submission\.created/)
    const sent = await ada.post(`/submissions/${submission_id}/resend`, { destination_id: id })
    assert.match(sent.text, /submission\.created/)
    assert.equal((await ada.patch(at, { events: ['submission.created'] })).status, 200)
    const since = { since: '0001-01-01T00:00:00.000Z' }
    assert.deepEqual((await ada.post(`${at}/recover`, since)).json, { recovered: 2, more: false })
  })
})

test('neither logs, the audit log, nor other answers hold an address, a signing secret or an answer', async () => {
  await using receiver = await startReceiver()
  const logged: string[] = []
  const log = pino({ level: 'trace' }, { write: (line) => logged.push(line) })
  await withWebhook(
    [receiver],
    async ({ service, ada, at, secret }) => {
      receiver.answerWith(({ response, path, body }) => {
        response.writeHead(500, { location: `http://127.0.0.1${path}` }).end(`${path} ${body}`)
      })
      const { submission_id } = (await service.submit(ada.endpoint, { message: 'confidential' })).json
      await service.deliver()
      const tested = await ada.post(`${at}/test`)
      assert.equal(tested.json.reached, false)
      const rotated = await ada.post(`${at}/rotate`)
      receiver.answerWith(({ response }) => {
        response.destroy()
      })
      service.pass({ days: 6 })
      await service.deliver()
      await service.deliver()
      const form = ada.endpoint.form_id
      const answers = await Promise.all([
        ada.get('/audit'),
        ada.get('/account/export'),
        ada.get(`/endpoints/${form}`),
        ada.get(`/submissions/${submission_id}/deliveries`),
        ada.get(`${at}/deliveries`),
        ada.get('/submissions'),
      ])
      assert.deepEqual(
        answers.map(({ status }) => status),
        Array(6).fill(200),
      )
      assert.match(logged.join(''), /"channel":"webhook"/)
      const emails = (await service.emails()).map(({ text, html }) => `${text} ${html}`).join('\n')
      const everything = [...logged, emails, ...answers.map(({ text }) => text)].join('\n')
      for (const hidden of [SECRET_PATH, secret, String(rotated.json.secret), 'whsec_']) {
        const where = everything.indexOf(hidden)
        assert.equal(where, -1, `${hidden}: ${everything.slice(Math.max(0, where - 200), where + 100)}`)
      }
      assert.doesNotMatch(logged.join(''), /confidential/)
    },
    { log },
  )
})

test('fields whose names mean something to JavaScript are told like all others', async () => {
  await using receiver = await startReceiver()
  await withWebhook([receiver], async ({ service, ada }) => {
    const fields = [
      ['__proto__', 'polluted'],
      ['constructor', 'a'],
      ['toJSON', 'b'],
      ['hasOwnProperty', 'c'],
      ['__proto__', 'twice'],
    ] as [string, string][]
    await service.post(ada.endpoint.endpoint_url, { form: fields })
    await service.deliver()
    const { data } = JSON.parse(receiver.received.at(-1)?.body ?? '')
    assert.deepEqual(Object.entries(data.fields), [
      ['__proto__', ['polluted', 'twice']],
      ['constructor', 'a'],
      ['toJSON', 'b'],
      ['hasOwnProperty', 'c'],
    ])
  })
})

test('a retry at one host begins while another host does not answer', async () => {
  await using quick = await startReceiver()
  await using slow = await startReceiver()
  await withWebhook([quick, slow], async ({ service, ada, place }) => {
    const { id } = (await ada.post(place, { kind: 'webhook', url: slow.url })).json
    assert.equal((await ada.post(`${place}/${id}/test`)).json.reached, true)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let isOver = false
    slow.answerWith(async ({ response }) => {
      response.once('close', () => {
        isOver = true
      })
      await released
      response.end()
    })
    quick.answerWith(500)
    await service.submit(ada.endpoint, { message: 'once more' })
    const delivering = service.deliver('web')
    await until(() => slow.received.length === 2 && quick.received.length === 2)
    const unsettled = `select key from outbox where channel = 'web' and leased_by is not null`
    await until(async () => (await service.sql(unsettled)).length === 1)
    quick.answerWith(200)
    service.pass({ seconds: 5 })
    await until(() => quick.received.length === 3)
    assert.equal(isOver, false, 'before the time limit of the other one')
    release()
    await delivering
  })
})

test('a certificate that nobody vouches for ends the connection before anything is posted', async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }])
  let requests = 0
  const server = https.createServer({ key, cert }, (_, response) => {
    requests += 1
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await using service = await startService({ env: PRO, egressPorts: [port] })
  const ada = await signIn(service)
  const place = `/endpoints/${ada.endpoint.form_id}/destinations`
  const { id } = (await ada.post(place, { kind: 'webhook', url: `https://127.0.0.1:${port}/hook` })).json
  const tested = await ada.post(`${place}/${id}/test`)
  assert.equal(tested.json.reached, false)
  assert.match(String(tested.json.result), /could not be secured: (?:DEPTH_ZERO_)?SELF_SIGNED_CERT/)
  assert.equal(requests, 0)
  server.close()
})
