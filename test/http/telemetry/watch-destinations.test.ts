import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { startService } from '../../support/service/service.ts'
import { startReceiver } from '../../support/web/receiver.ts'

const PRO = { FORMSLOT_DEFAULT_PLAN: 'pro', FORMSLOT_SUBMIT_RATE: '0' }

/** Ada's telemetry endpoint with a proven webhook. */
async function withWebhook(
  work: (opened: {
    service: Awaited<ReturnType<typeof startService>>
    ada: Awaited<ReturnType<typeof signIn>>
    id: string
    send(events: object): Promise<void>
    /** Looks and delivers; returns the events that this told. */
    told(): Promise<{ type: string; data: Record<string, unknown> }[]>
  }) => Promise<void>,
) {
  await using receiver = await startReceiver()
  await using service = await startService({ env: PRO, egressPorts: [receiver.port] })
  const ada = await signIn(service)
  const { id, telemetry_url: url } = (await ada.post('/telemetry', { name: 'Backups' })).json
  const place = `/endpoints/${id}/destinations`
  const added = await ada.post(place, { kind: 'webhook', url: receiver.url })
  assert.equal(added.status, 201, added.text)
  assert.deepEqual(added.json.events, ['watch.fired', 'watch.cleared'])
  const email = await ada.post(place, { email: 'sales@lovelace.dev' })
  assert.equal(email.json.field, 'kind', email.text)
  assert.equal((await ada.post(`${place}/${added.json.id}/test`)).json.reached, true)
  await work({
    service,
    ada,
    id: String(id),
    async send(events) {
      assert.equal((await service.post(String(url), { json: events })).status, 202)
    },
    async told() {
      const before = receiver.received.length
      await service.service.lookAtWatches()
      await service.deliver()
      return receiver.received.slice(before).map(({ body }) => JSON.parse(body))
    },
  })
}

test('a webhook of the endpoint is told that a watch fired, and that it cleared', () =>
  withWebhook(async ({ service, ada, id, send, told }) => {
    const rule = { name: 'backup_done', props: { server: 'db-1' }, when: { kind: 'silence', for: '1h' } }
    const { id: watchId } = (await ada.post(`/telemetry/${id}/watches`, rule)).json
    service.pass({ hours: 1 })
    const [fired, ...more] = await told()
    assert.deepEqual(more, [])
    assert.deepEqual(fired, {
      type: 'watch.fired',
      timestamp: service.now().toISOString(),
      data: {
        watch_id: watchId,
        endpoint_id: id,
        endpoint_name: 'Backups',
        when: 'silence',
        event_name: 'backup_done',
        count: null,
        title: 'Nothing received for 1 hour',
        text: 'Nothing received for 1 hour (backup_done with server=db-1). None has arrived yet.',
      },
    })
    for (let beat = 0; beat < 3; beat += 1) {
      await send({ name: 'backup_done', props: { server: 'db-1' } })
      service.pass({ minutes: 40 })
    }
    const [cleared] = await told()
    assert.deepEqual([cleared?.type, cleared?.data.title], ['watch.cleared', 'Back to normal'])
    assert.match(String(cleared?.data.text), /^No longer: nothing received for 1 hour \(backup_done with /)
  }))

test('one request that fires twenty watches tells the webhook of each, and sends one email', () =>
  withWebhook(async ({ service, ada, id, send, told }) => {
    for (let count = 1; count <= 20; count += 1) {
      const rule = { when: { kind: 'over', count, per: '1h' } }
      assert.equal((await ada.post(`/telemetry/${id}/watches`, rule)).status, 201)
    }
    await send(Array.from({ length: 21 }, (_, index) => ({ name: 'error', id: String(index) })))
    const before = (await service.emails()).length
    const events = await told()
    assert.equal(events.length, 20)
    assert.ok(events.every(({ type }) => type === 'watch.fired'))
    assert.equal(new Set(events.map(({ data }) => data.watch_id)).size, 20)
    assert.equal((await service.emails()).length, before + 1)
    const { data } = (await ada.get(`/telemetry/${id}/events`)).json
    assert.equal(Object(data).length, 21, 'each event is stored once')
    // As many watches clear at once as there are; the timer tells of all.
    service.pass({ hours: 3 })
    assert.equal((await told()).length, 20)
  }))

test('a watch that tells its owner alone, or the destinations alone, tells nobody else', () =>
  withWebhook(async ({ service, ada, id, send, told }) => {
    const tell = (channel: string) => Object.fromEntries([['then', [channel]]])
    const when = { kind: 'every' }
    await ada.post(`/telemetry/${id}/watches`, { name: 'mail', when, ...tell('email') })
    await ada.post(`/telemetry/${id}/watches`, { name: 'hook', when, ...tell('destinations') })
    const before = (await service.emails()).length
    await send({ name: 'mail' })
    assert.deepEqual(await told(), [])
    assert.equal((await service.emails()).length, before + 1)
    await send([{ name: 'hook' }, { name: 'hook' }])
    const [event] = await told()
    assert.deepEqual([event?.data.count, event?.data.title], [2, '2 new events'])
    assert.equal((await service.emails()).length, before + 1)
  }))
