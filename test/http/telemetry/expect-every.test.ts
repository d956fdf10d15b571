import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { ADA, type Span, startService, type TestService } from '../../support/service/service.ts'

const FROM_HERE = { 'sec-fetch-site': 'same-origin' }

/** A telemetry endpoint whose creator promised an event this often. */
async function promise(service: TestService, every: string, recipient = ADA) {
  const created = await service.post('/t/new', { form: { recipient, expect_every: every } })
  assert.equal(created.status, 201, created.text)
  const { telemetry_url: url, telemetry_id: id, status_url: status, expect_every: answered } = created.json
  assert.equal(answered, every)
  service.pass({ seconds: 2 })
  return {
    id: String(id),
    async beat() {
      assert.equal((await service.post(String(url), { form: { name: 'done' } })).status, 202)
    },
    async status() {
      const { expect_every, overdue } = (await service.get(String(status))).json
      return [expect_every, overdue]
    },
  }
}

async function look(service: TestService, span: Span = {}): Promise<string[]> {
  service.pass(span)
  await service.service.lookAtWatches()
  const before = service.receivedEmails.length
  await service.deliver()
  return (await service.emails()).slice(before).map(({ subject }) => String(subject))
}

test('one POST makes a heartbeat: the status says when it is overdue, and the claim makes it a watch', async () => {
  await using service = await startService()
  const { id, beat, status } = await promise(service, '1h')
  assert.deepEqual(await status(), ['1h', false])
  service.pass({ minutes: 66, seconds: -3 })
  assert.deepEqual(await status(), ['1h', false], 'an event may be late by a tenth')
  service.pass({ seconds: 1 })
  assert.deepEqual(await status(), ['1h', true])
  await beat()
  assert.deepEqual(await status(), ['1h', false])
  assert.deepEqual(await look(service), ['Your telemetry endpoint received its first event'])
  service.pass({ hours: 3 })
  assert.deepEqual(await status(), ['1h', true])
  assert.deepEqual(await look(service), [], 'no email before the claim but the claim email')

  const claim = await service.linkIn('claim')
  assert.equal((await service.post(claim, { headers: FROM_HERE })).status, 200)
  const ada = await signIn(service)
  const [watch] = Object((await ada.get(`/telemetry/${id}/watches`)).json).data
  assert.deepEqual(watch.when, { kind: 'silence', for: '66m' })
  service.pass({ minutes: 30 })
  await beat()
  assert.deepEqual(await look(service, { minutes: 66, milliseconds: -1 }), [])
  assert.deepEqual(await look(service, { milliseconds: 1 }), [`${id}: nothing received for 66 minutes`])
  assert.deepEqual(await status(), ['1h', true], 'also after the claim')
  assert.equal((await ada.get('/audit')).status, 200)
})

test('a claim by the link alone makes the watch, and only a confirmation starts it', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { id, beat } = await promise(service, '1d')
  await beat()
  await service.get(await service.linkIn('claim'), { accept: 'text/html' })
  const watches = async () => Object((await ada.get(`/telemetry/${id}/watches`)).json).data
  assert.deepEqual((await watches())[0].when, { kind: 'silence', for: '25h' })
  assert.deepEqual(await look(service, { hours: 48 }), [])
  assert.equal((await watches())[0].state, 'cleared')
  assert.equal((await ada.post(`/telemetry/${id}/confirm`)).status, 200)
  assert.deepEqual(await look(service, { hours: 24 }), [])
  assert.deepEqual(await look(service, { hours: 1 }), [`${id}: nothing received for 25 hours`])
})

test('a claim in the dashboard makes the watch, too', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { id } = await promise(service, '30d')
  assert.equal((await ada.post(`/telemetry/${id}/claim`)).status, 200)
  const [watch] = Object((await ada.get(`/telemetry/${id}/watches`)).json).data
  assert.deepEqual(watch.when, { kind: 'silence', for: '721h' })
  const audit = Object((await ada.get('/audit')).json).data.map(({ action }: { action: string }) => action)
  assert.ok(audit.includes('endpoint_claimed'))
})

test('the shortest and the longest interval are five minutes and thirty days', async () => {
  await using service = await startService()
  const create = (body: { form?: [string, string][]; json?: object }, path = '/t/new') =>
    service.post(path, body)
  for (const every of ['4m', '31d', 'hourly', '', '60', '1h30m', ' 1h']) {
    for (const dryRun of ['', '?dry_run=1']) {
      const refused = await create(
        {
          form: [
            ['recipient', ADA],
            ['expect_every', every],
          ],
        },
        `/t/new${dryRun}`,
      )
      assert.deepEqual(
        [refused.status, refused.json.code, refused.json.field],
        [400, 'value_invalid', 'expect_every'],
      )
      assert.match(
        String(refused.json.message),
        /such as 15m, 1h or 7d\. The shortest is 5m, the longest 30d\./,
      )
    }
  }
  const twice = await create({
    form: [
      ['recipient', ADA],
      ['expect_every', '1h'],
      ['expect_every', '2h'],
    ],
  })
  assert.equal(twice.json.field, 'expect_every')
  assert.equal((await create({ json: { recipient: ADA, expect_every: 3600 } })).json.field, 'expect_every')
  const tried = await create({ json: { recipient: ADA, expect_every: '5m' } }, '/t/new?dry_run=1')
  assert.equal(tried.json.expect_every, '5m')
  const made = await create({ json: { recipient: ADA, expect_every: '5m' } })
  assert.equal(made.json.expect_every, '5m')
  service.pass({ minutes: 6, seconds: -1 })
  const status = async () => (await service.get(String(made.json.status_url))).json.overdue
  assert.equal(await status(), false, 'a minute to spare')
  service.pass({ seconds: 1 })
  assert.equal(await status(), true)
})

test('forms and queues promise nothing, and an endpoint without a promise says nothing of it', async () => {
  await using service = await startService()
  for (const path of ['/new', '/q/new']) {
    const made = await service.post(path, { form: { recipient: ADA, expect_every: '1h' } })
    assert.deepEqual([made.status, made.json.ignored_fields], [201, ['expect_every']])
    service.pass({ seconds: 2 })
  }
  const { json } = await service.post('/t/new', { form: { recipient: ADA } })
  assert.ok(!('expect_every' in json))
  const status = (await service.get(String(json.status_url))).json
  assert.ok(!('overdue' in status) && !('expect_every' in status))
})
