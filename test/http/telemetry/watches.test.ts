import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { SeverityNumber } from '@opentelemetry/api-logs'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import type { Context } from '../../../src/actions/context.ts'
import { lookAtWatches } from '../../../src/actions/telemetry/look-at-watches.ts'
import { MAX_ACCOUNT_EMAILS_PER_DAY } from '../../../src/domain/telemetry/watch.ts'
import { createKeys } from '../../../src/ids/keys.ts'
import { loadSecret } from '../../../src/runtime/secret.ts'
import { confirmSession, type Owner, signIn } from '../../support/fixtures/owner.ts'
import { openStoreBeside } from '../../support/service/second-store.ts'
import { BO, type Span, startService, type TestService } from '../../support/service/service.ts'

const PRO = { FORMSLOT_DEFAULT_PLAN: 'pro', FORMSLOT_SUBMIT_RATE: '0' }
const SILENCE = { when: { kind: 'silence', for: '1h' } }
/** The field `then`, which no object literal may have. */
const tellTo = (channels: readonly string[]) => Object.fromEntries([['then', channels]])

/** Ada's telemetry endpoint, and a service whose watches are looked at as time passes. */
async function watched(service: TestService, owner: Owner, name = 'Backups') {
  service.pass({ seconds: 2 })
  const made = (await owner.post('/telemetry', { name })).json
  const place = `/telemetry/${made.id}`
  const url = String(made.telemetry_url)
  return {
    id: String(made.id),
    url,
    place,
    async add(rule: object) {
      const added = await owner.post(`${place}/watches`, rule)
      assert.equal(added.status, 201, added.text)
      return added.json as Record<string, never> & { id: string }
    },
    async state(id: string) {
      const shown = await owner.get(`${place}/watches/${id}`)
      assert.equal(shown.status, 200, shown.text)
      return shown.json
    },
    async send(events: object | readonly object[] = { name: 'backup_done' }) {
      const sent = await service.post(url, { json: events })
      assert.equal(sent.status, 202, sent.text)
    },
  }
}

/** Looks at the watches and delivers; returns the subjects of the emails that this sent. */
async function look(service: TestService, span: Span = {}): Promise<string[]> {
  service.pass(span)
  await service.service.lookAtWatches()
  const before = service.receivedEmails.length
  await service.deliver()
  return (await service.emails()).slice(before).map(({ subject }) => String(subject))
}

test('emails the owner when events stop for exactly the time, and when they are back', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { id, place, add, state, send } = await watched(service, ada)
  const watch = await add({ name: 'backup_done', ...SILENCE })
  assert.equal(watch.state, 'cleared')
  service.pass({ minutes: 30 })
  await send([{ name: 'backup_done' }, { name: 'other' }])
  service.pass({ minutes: 30 })
  await send({ name: 'other' })
  assert.equal((await state(watch.id)).fires_at, '2026-11-10T10:30:04.000Z')
  assert.deepEqual(await look(service, { minutes: 30, milliseconds: -1 }), [])
  assert.deepEqual(await look(service, { milliseconds: 1 }), ['Backups: nothing received for 1 hour'])
  const fired = (await service.emails()).at(-1)
  assert.match(
    String(fired?.text),
    /has arrived for 1 hour\.\n\n {2}Events: backup_done\n {2}Last event: 10 November 2026 at 09:30 UTC/,
  )
  assert.match(String(fired?.text), new RegExp(`${service.base}/app/telemetry/${id}`))
  assert.equal((await state(watch.id)).state, 'fired')
  assert.deepEqual(await look(service, { days: 3 }), [], 'it is silent while it has fired')
  for (let beat = 0; beat < 3; beat += 1) {
    await send()
    service.pass({ minutes: 20 })
  }
  assert.deepEqual(await look(service), ['Backups: back to normal'])
  assert.equal((await ada.get(`${place}/watches`)).json.limit, 1)
})

test('two nodes that look at the same time send one email', async () => {
  await using service = await startService({ env: PRO })
  await using beside = await openStoreBeside(service)
  const ada = await signIn(service)
  const { add } = await watched(service, ada)
  for (let count = 0; count < 5; count += 1) await add(SILENCE)
  service.pass({ hours: 1 })
  const { plans, defaultPlan } = service.config
  const keys = createKeys(loadSecret(service.config))
  type Parts = Pick<Context, 'store' | 'keys' | 'plans' | 'defaultPlan'>
  const other = { store: beside, keys, plans, defaultPlan } satisfies Parts as Parts as Context
  await Promise.all([
    service.service.lookAtWatches(),
    lookAtWatches(other, service.now()),
    service.service.lookAtWatches(),
    lookAtWatches(other, service.now()),
  ])
  assert.deepEqual(await look(service), ['Backups: 5 watches report'])
  assert.deepEqual(await look(service, { hours: 5 }), [])
})

test('fires with the very event that exceeds the count, with its name and props alone', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  const { add, state, send } = await watched(service, ada, 'Shop')
  const { id } = await add({
    name: 'error',
    props: { level: 'fatal' },
    when: { kind: 'over', count: 2, per: '1h' },
  })
  const fatal = { name: 'error', props: { level: 'fatal', code: 7 } }
  await send([
    fatal,
    fatal,
    { name: 'error' },
    { name: 'error', props: { level: 'warn' } },
    { name: 'fatal' },
  ])
  assert.deepEqual(await look(service), [])
  assert.equal((await state(id)).count, 2)
  await send(fatal)
  const before = (await state(id)).state
  assert.equal(before, 'fired', 'in the transaction of the event, before any timer')
  assert.deepEqual(await look(service), ['Shop: more than 2 events in 1 hour'])
  const text = String((await service.emails()).at(-1)?.text)
  assert.match(text, / {2}Events: error\n {2}level: fatal\n {2}Number of events: 3/)
})

test('invented names do not hide the events of a watch', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  const { add, send } = await watched(service, ada)
  await add({ name: 'backup_done', when: { kind: 'under', count: 1, per: '1h' } })
  for (let batch = 0; batch < 100; batch += 1) {
    await send(Array.from({ length: 100 }, (_, index) => ({ name: `invented ${batch} ${index}` })))
  }
  await send()
  assert.deepEqual(await look(service, { minutes: 59 }), [])
  assert.deepEqual(await look(service, { minutes: 3 }), ['Backups: fewer than 1 event in 1 hour'])
})

test('tells of each event with its props, and of what a mail server would not take as links', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  const { place, add, send } = await watched(service, ada, 'Shop')
  await add({ name: 'signup', when: { kind: 'every' } })
  await send([{ name: 'signup', props: { from: 'https://evil.example/x' } }, { name: 'pageview' }])
  assert.deepEqual(await look(service), ['Shop: 1 new event'])
  const text = String((await service.emails()).at(-1)?.text)
  assert.doesNotMatch(text, /pageview/)
  assert.match(text, /signup · from=hxxps:\/\/evil\[\.\]example\/x/)
  for (let event = 0; event < 30; event += 1) await send({ name: 'signup' })
  assert.equal((await look(service)).length, 9, 'ten in an hour')
  assert.deepEqual(await look(service, { hours: 1 }), ['Shop: 21 new events'])
  assert.match(String((await service.emails()).at(-1)?.text), /and 16 more/)
  await confirmSession(service, ada)
  await send({ name: 'signup' })
  assert.equal((await ada.delete(`${place}/events`)).status, 200)
  assert.deepEqual(await look(service), ['Shop: 1 new event'])
  const emptied = String((await service.emails()).at(-1)?.text)
  assert.match(emptied, /Number of events: 1\n/, 'deleted events are counted, and in no email')
  assert.doesNotMatch(emptied, /more/)
})

test('reports each week what arrived, by name', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  const { add, send } = await watched(service, ada, 'Shop')
  await add({ when: { kind: 'report', per: 'week' } })
  service.pass({ days: 1 })
  await send([{ name: 'signup' }, { name: 'signup' }, { name: '<b>pageview</b>' }])
  assert.deepEqual(await look(service, { days: 5 }), [])
  assert.deepEqual(await look(service, { days: 1 }), ['Shop: 3 events this week'])
  const text = String((await service.emails()).at(-1)?.text)
  assert.match(text, /Number of events: 3\n\n {2}signup: 2\n {2}<b>pageview<\/b>: 1/)
  assert.deepEqual(await look(service, { days: 7 }), ['Shop: 0 events this week'])
  assert.deepEqual(await look(service, { days: 28 }), [])
})

test('an account gets at most thirty emails of its watches in a day', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  const { add, send } = await watched(service, ada)
  for (let count = 0; count < 5; count += 1) await add({ name: `name ${count}`, when: { kind: 'every' } })
  let sent = 0
  for (let event = 0; event < 10; event += 1) {
    for (let count = 0; count < 5; count += 1) await send({ name: `name ${count}` })
    sent += (await look(service, { minutes: 1 })).length
  }
  assert.equal(sent, MAX_ACCOUNT_EMAILS_PER_DAY)
  const other = await watched(service, ada, 'Other')
  await other.add(SILENCE)
  assert.deepEqual(await look(service, { hours: 2 }), [])
  await other.send()
  service.pass({ days: 1 })
  assert.deepEqual(await look(service), [], 'it fired before')
  await send({ name: 'name 0' })
  assert.equal((await look(service)).length, 1)
})

test('a watch whose emails are off, or whose endpoint is retired, sends none', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  const one = await watched(service, ada)
  const stopped = await watched(service, ada)
  const retired = await watched(service, ada)
  const { id } = await one.add({ ...SILENCE, ...tellTo(['destinations']) })
  assert.deepEqual(await look(service, { hours: 1 }), [])
  assert.equal((await one.state(id)).state, 'fired')
  await stopped.add({ when: { kind: 'every' } })
  await stopped.send()
  assert.equal((await look(service)).length, 1)
  await service.post(await service.linkIn('emails'), { headers: { 'sec-fetch-site': 'same-origin' } })
  await stopped.send()
  assert.deepEqual(await look(service), ['Emails from Backups are off'])
  await confirmSession(service, ada)
  await retired.add(SILENCE)
  assert.equal((await ada.post(`${retired.place}/retire`)).status, 200)
  assert.deepEqual(await look(service, { hours: 2 }), [])
})

test('sends nothing before a person has confirmed the endpoint, and counts from then on', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  const { id, add, place, state } = await watched(service, ada)
  const watch = await add(SILENCE)
  await service.sql(`update endpoints set confirmed_at = null where id = '${id}'`)
  assert.deepEqual(await look(service, { hours: 2 }), [])
  assert.equal((await state(watch.id)).state, 'cleared')
  assert.equal((await ada.post(`${place}/confirm`)).status, 200)
  assert.deepEqual(await look(service, { minutes: 59 }), [])
  assert.deepEqual(await look(service, { minutes: 1 }), ['Backups: nothing received for 1 hour'])
})

test('says nothing for three hours when the clock has jumped by more than a day', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { add, send } = await watched(service, ada)
  await add(SILENCE)
  await service.service.maintenance()
  assert.deepEqual(await look(service, { days: 2 }), [])
  await service.service.maintenance()
  assert.deepEqual(await look(service, { hours: 2 }), [])
  await send()
  assert.deepEqual(await look(service, { minutes: 50 }), [], 'an event within the pause')
  await service.service.maintenance()
  await send()
  assert.deepEqual(await look(service, { hours: 1 }), ['Backups: nothing received for 1 hour'])
})

test('a changed condition starts over; other changes keep the state', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { place, add, state } = await watched(service, ada)
  const { id } = await add(SILENCE)
  await look(service, { hours: 1 })
  const patch = (json: object) => ada.patch(`${place}/watches/${id}`, json)
  assert.equal((await patch({ per: '5m' })).json.state, 'fired')
  assert.equal((await patch({ when: SILENCE.when })).json.state, 'fired', 'the same condition')
  const changed = (await patch({ name: 'beat', when: { kind: 'silence', for: '2h' } })).json
  assert.deepEqual(
    [changed.state, changed.fired_at, changed.per, changed.name],
    ['cleared', null, '5m', 'beat'],
  )
  assert.deepEqual(await look(service, { hours: 2 }), ['Backups: nothing received for 2 hours'])
  assert.equal((await ada.delete(`${place}/watches/${id}`)).status, 204)
  assert.equal((await ada.delete(`${place}/watches/${id}`)).json.code, 'watch_not_found')
  assert.deepEqual((await ada.get(`${place}/watches`)).json.data, [])
  assert.deepEqual(await service.sql('select * from watches'), [])
  await add(SILENCE)
  const audit = Object((await ada.get('/audit')).json).data.map(({ action }: { action: string }) => action)
  const counted = ['watch_added', 'watch_changed', 'watch_removed'].map(
    (action) => audit.filter((one: string) => one === action).length,
  )
  assert.deepEqual(counted, [2, 3, 1])
  assert.equal(
    (await state(String(Object((await ada.get(`${place}/watches`)).json).data[0].id))).state,
    'cleared',
  )
})

test('refuses what it cannot watch, with the field and what to do', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { place } = await watched(service, ada)
  const refusal = async (rule: object) => {
    const { status, json } = await ada.post(`${place}/watches`, rule)
    assert.equal(status, 400)
    return [json.field, json.message]
  }
  const SPANS = 'Use minutes, hours or days, such as 15m, 1h or 7d, from 5m to 30d.'
  for (const span of ['4m', '31d', '1w', '60']) {
    assert.deepEqual(await refusal({ when: { kind: 'silence', for: span } }), ['when.for', SPANS])
  }
  assert.deepEqual(await refusal({}), ['when', 'This field is missing.'])
  assert.deepEqual(await refusal({ when: { kind: 'silence' } }), ['when.for', 'This field is missing.'])
  assert.deepEqual(await refusal({ when: { kind: 'loud' } }), [
    'when.kind',
    'This must be one of silence, over, under, every, report.',
  ])
  assert.deepEqual(await refusal({ when: { kind: 'over', count: 0, per: '1h' } }), [
    'when.count',
    'This must be at least 1.',
  ])
  assert.deepEqual(await refusal({ when: { kind: 'every', per: '1h' } }), ['when.per', 'Unknown field.'])
  assert.deepEqual(await refusal({ when: { kind: 'report', per: 'day' } }), [
    'when.per',
    'This must be week.',
  ])
  assert.deepEqual(await refusal({ ...SILENCE, ...tellTo([]) }), ['then', 'This must have at least 1 entry.'])
  assert.deepEqual(await refusal({ ...SILENCE, ...tellTo(['sms']) }), [
    'then.0',
    'This must be one of email, destinations.',
  ])
  assert.deepEqual(await refusal({ ...SILENCE, ...tellTo(['email', 'email']) }), [
    'then',
    'Name each of them once.',
  ])
  assert.deepEqual(await refusal({ ...SILENCE, per: '1y' }), ['per', SPANS])
  assert.deepEqual(await refusal({ when: { kind: 'every' }, per: '1h' }), [
    'per',
    'A watch on each event, or a weekly report, never clears, so leave this out.',
  ])
  assert.deepEqual(await refusal({ when: { kind: 'report', per: 'week' }, props: { a: 'b' } }), [
    'props',
    'A weekly report counts by name alone, so leave this out.',
  ])
  assert.deepEqual(await refusal({ ...SILENCE, props: { a: {} } }), [
    'props.a',
    'This must be a number, true or false, or a string of at most 2000 characters.',
  ])
  const six = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((prop) => [prop, 1]))
  assert.deepEqual(await refusal({ ...SILENCE, props: six }), ['props', 'At most 5 props can be named.'])
  assert.deepEqual(await refusal({ ...SILENCE, name: '' }), ['name', 'This must not be empty.'])
  assert.deepEqual(await refusal({ ...SILENCE, url: 'x' }), ['url', 'Unknown field.'])
})

test('the plan limits the watches of an endpoint, and those of others do not exist', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  const { place, add } = await watched(service, ada)
  const { id } = await add(SILENCE)
  const second = await ada.post(`${place}/watches`, SILENCE)
  assert.deepEqual(
    [second.status, second.json.code, second.json.message],
    [409, 'limit_reached', 'This endpoint has the 1 watch that its plan allows.'],
  )
  assert.equal((await bo.get(`${place}/watches`)).json.code, 'endpoint_not_found')
  assert.equal((await bo.post(`${place}/watches`, SILENCE)).json.code, 'endpoint_not_found')
  for (const call of [bo.get, bo.delete, (path: string) => bo.patch(path, { name: 'x' })]) {
    assert.equal((await call(`${place}/watches/${id}`)).json.code, 'endpoint_not_found')
  }
  const his = await watched(service, bo)
  assert.equal((await bo.get(`${his.place}/watches/${id}`)).json.code, 'watch_not_found')
})

test('curl in a cron job keeps a watch quiet', async (t) => {
  const run = promisify(execFile)
  if (!(await run('curl', ['--version']).catch(() => null))) return t.skip('curl is missing')
  await using service = await startService()
  const ada = await signIn(service)
  const { url, add } = await watched(service, ada)
  await add({ name: 'backup', ...SILENCE })
  for (let hour = 0; hour < 3; hour += 1) {
    service.pass({ minutes: 59 })
    const beat = ['-fsS', '-m', '10', '--retry', '3', '--json', '{"name":"backup"}', url]
    await run('curl', beat)
    assert.deepEqual(await look(service), [])
  }
  assert.deepEqual(await look(service, { hours: 1 }), ['Backups: nothing received for 1 hour'])
})

test('a stopped OpenTelemetry exporter is noticed after exactly the time', async () => {
  await using service = await startService({ now: new Date(), env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const ada = await signIn(service)
  const { url, add } = await watched(service, ada)
  await add({ when: { kind: 'silence', for: '5m' } })
  const exporter = new OTLPLogExporter({ url: `${url}/v1/logs` })
  const provider = new LoggerProvider({ processors: [new BatchLogRecordProcessor({ exporter })] })
  service.pass({ minutes: 4 })
  provider.getLogger('shop').emit({ eventName: 'beat', severityNumber: SeverityNumber.INFO })
  await provider.shutdown()
  assert.deepEqual(await look(service, { minutes: 5, milliseconds: -1 }), [])
  assert.deepEqual(await look(service, { milliseconds: 1 }), ['Backups: nothing received for 5 minutes'])
})

test('the deletion of an account takes its watches with it', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { add } = await watched(service, ada)
  await add(SILENCE)
  assert.equal((await ada.delete('/account')).status, 204)
  assert.deepEqual(await service.sql('select * from watches'), [])
  assert.deepEqual(await look(service, { hours: 2 }), [])
})
