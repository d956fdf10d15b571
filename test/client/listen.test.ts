import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { openCommandLine } from '../support/client/command-line.ts'
import { startListening, startReceiver } from '../support/client/listening.ts'
import { PDF } from '../support/fixtures/files.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { createQueue, type TestQueue } from '../support/fixtures/queue.ts'
import { ADA, BO, startService, type TestService } from '../support/service/service.ts'
import { until } from '../support/service/until.ts'
import { startReceiver as startWebhookReceiver } from '../support/web/receiver.ts'

const MAIN = path.resolve(import.meta.dirname, '../../client/src/main.ts')
/** Escape sequences that recolor, retitle and clear, as a stranger may send them. */
const HOSTILE = 'Hi\u001b[31m red\u001b]0;title\u0007 \u001b[2J\u009b31m\u202egnp.exe'
const CONTROLS = /[\0-\x09\x0b-\x1f\x7f-\x9f\u202e]/

/** Signs an owner in and creates a key that reads. */
async function createReader(service: TestService, mailbox = ADA) {
  const owner = await signIn(service, mailbox)
  const made = await owner.post('/keys', { name: 'laptop', scopes: ['read'] })
  const { key } = made.json
  if (typeof key !== 'string') throw new Error(`no key was created: ${made.text}`)
  return { owner, key, endpoint: owner.endpoint }
}

/** Counts the messages that are neither acknowledged nor dead. */
async function countBacklog(queue: TestQueue): Promise<number> {
  return Number((await queue.post('/messages/peek')).json.message_backlog_count)
}

/** Runs `listen` from the sources, with a project folder and a home of its own. */
async function openListener(service: { base: string }, key: string) {
  const cli = await openCommandLine()
  return {
    cli,
    start: (...args: string[]) =>
      startListening([process.execPath, '--no-warnings', MAIN, 'listen', ...args, '--base', service.base], {
        cwd: cli.project,
        env: { ...cli.env, FORMSLOT_KEY: key },
      }),
    [Symbol.asyncDispose]: () => cli[Symbol.asyncDispose](),
  }
}

test('listen forwards submissions as the signed request of a webhook', async () => {
  await using webhook = await startWebhookReceiver()
  await using service = await startService({
    env: { FORMSLOT_DEFAULT_PLAN: 'pro' },
    egressPorts: [webhook.port],
  })
  await using receiver = await startReceiver()
  const { owner, endpoint, key } = await createReader(service)
  const place = `/endpoints/${endpoint.form_id}/destinations`
  const { id: destination } = (await owner.post(place, { kind: 'webhook', url: webhook.url })).json
  assert.equal((await owner.post(`${place}/${destination}/test`)).json.reached, true)
  await using listener = await openListener(service, key)
  await using listening = await listener.start('--to', receiver.url)
  await listening.ready()
  await service.submit(endpoint, { email: 'jane@acme.org', message: 'Zażółć 👋' })
  await receiver.received(1)
  await service.deliver()
  const [request] = receiver.requests
  const real = webhook.received.at(-1)
  assert.ok(request && real)
  const id = String(request.json.data.submission_id)
  const headers = request.headers as Record<string, string>
  assert.ok(Math.abs(Date.now() - Number(headers['webhook-timestamp']) * 1000) < 60_000)
  assert.deepEqual([request.method, request.path], ['POST', '/hook'])
  assert.equal(request.body, real.body, 'byte for byte')
  const own = ['host', 'webhook-id', 'webhook-timestamp', 'webhook-signature']
  const withoutOwn = (all: object) =>
    Object.entries(all)
      .filter(([name]) => !own.includes(name))
      .toSorted()
  assert.deepEqual(withoutOwn(headers), withoutOwn(real.headers))
  const verify = (secret: string, body: string) => new Webhook(secret).verify(body, headers)
  assert.doesNotThrow(() => verify(listening.secret(), request.body))
  assert.throws(() => verify(listening.secret(), `${request.body} `))
  assert.throws(() => verify('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', request.body))

  assert.equal(await listening.interrupt(), 0)
  const [line = '{}'] = listening.lines()
  const { time, ms, ...printed } = JSON.parse(line)
  assert.deepEqual(printed, { type: 'submission.created', id, status: 204, error: null })
  assert.ok(Date.parse(time) > 0 && ms >= 0)
  assert.match(listening.written.err, /\n1 accepted, 0 failed\.\n$/)
  const all = listening.written.out + listening.written.err
  assert.equal(all.split('whsec_').length, 2, 'the secret is in one line')
  assert.ok(!all.includes(key))
})

test('listen forwards the files of a submission with links that work, as a webhook', async () => {
  await using webhook = await startWebhookReceiver()
  await using service = await startService({
    env: { FORMSLOT_DEFAULT_PLAN: 'pro' },
    egressPorts: [webhook.port],
  })
  await using receiver = await startReceiver()
  const { owner, endpoint, key } = await createReader(service)
  await owner.patch(`/endpoints/${endpoint.form_id}`, { files: { on: true } })
  const place = `/endpoints/${endpoint.form_id}/destinations`
  const { id: destination } = (await owner.post(place, { kind: 'webhook', url: webhook.url })).json
  await owner.post(`${place}/${destination}/test`)
  await using listener = await openListener(service, key)
  await using listening = await listener.start('--to', receiver.url)
  await listening.ready()
  const form = new FormData()
  form.append('message', 'Hello')
  for (const name of ['Lebenslauf.pdf', 'found.pdf']) form.append('cv', new File([PDF], name), name)
  await service.post(endpoint.endpoint_url, { body: form })
  await receiver.received(1)
  await service.deliver()
  const [request] = receiver.requests
  const real = webhook.received.at(-1)
  assert.ok(request && real)
  const withoutTokens = (body: string) => body.replaceAll(/\/files\/[0-9a-z]+/g, '/files/token')
  assert.equal(withoutTokens(request.body), withoutTokens(real.body), 'but for the links')
  const files = request.json.data.files as { url: string }[]
  assert.deepEqual(Buffer.from(await (await fetch(files[0]?.url ?? '')).arrayBuffer()), PDF)

  await service.sql("update files set scan = 'found' where name = 'found.pdf'")
  await service.submit(endpoint, { message: 'the end' })
  await receiver.received(2)
  assert.equal(await listening.interrupt(), 0)
  await using again = await listener.start('--to', receiver.url, '--replay', '2', '--count', '2')
  await again.ready()
  await receiver.received(4)
  const replayed = receiver.requests[2]?.json.data.files as { url: string | null; scan: string }[]
  assert.equal(typeof replayed[0]?.url, 'string')
  assert.deepEqual([replayed[1]?.scan, replayed[1]?.url], ['found', null])
})

test('listen loses and repeats nothing when the service restarts', async (context) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-listen-'))
  context.after(() => rm(dataDir, { recursive: true, force: true }))
  const unlimited = { FORMSLOT_DEFAULT_PLAN: 'pro', FORMSLOT_SUBMIT_RATE: '0' }
  const first = await startService({ dataDir, database: 'file', env: unlimited })
  await using receiver = await startReceiver()
  const { endpoint, key } = await createReader(first)
  await using listener = await openListener(first, key)
  await using listening = await listener.start('--to', receiver.url)
  await listening.ready()
  await first.submit(endpoint, { message: 'before' })
  await receiver.received(1)
  await first.close()
  await until(() => listening.written.err.includes('Trying again'))

  const env = { ...unlimited, FORMSLOT_PORT: String(first.port) }
  await using second = await startService({ dataDir, database: 'file', env, now: first.now() })
  // More than a page of the list.
  const meanwhile = Array.from({ length: 55 }, (_, index) => `meanwhile ${index}`)
  for (const message of meanwhile) {
    second.pass({ seconds: 2 })
    assert.equal((await second.submit(endpoint, { message })).status, 200)
  }
  await receiver.received(56)
  await until(() => listening.written.err.includes('Connected again'))
  // Another node, whose clock is slow, stores it.
  second.pass({ seconds: -30 })
  await second.submit(endpoint, { message: 'after' })
  await receiver.received(57)
  const messages = receiver.requests.map(({ json }) => Object(json.data.fields).message)
  assert.deepEqual(messages, ['before', ...meanwhile, 'after'])
  assert.equal(await listening.interrupt(), 0)
  assert.match(listening.written.err, /57 accepted, 0 failed/)
})

test('listen waits for a program that is down, and prints the failures of one that is up', async () => {
  await using service = await startService()
  const gone = await startReceiver()
  await gone.close()
  const { endpoint, key } = await createReader(service)
  await using listener = await openListener(service, key)
  await using listening = await listener.start('--to', gone.url)
  await listening.ready()
  await service.submit(endpoint, { message: 'one' })
  await until(() => listening.written.err.includes('Nothing listens at'))
  await service.submit(endpoint, { message: 'two' })
  await using receiver = await startReceiver({
    port: gone.port,
    answer: ({ json }) =>
      Object(json.data.fields).message === 'two' ? { status: 500, body: 'TypeError: x' } : { status: 200 },
  })
  await receiver.received(2)
  await service.submit(endpoint, { message: 'three' })
  await receiver.received(3)
  await until(() => listening.lines().length === 3)
  const sent = listening.lines().map((line) => JSON.parse(line))
  assert.deepEqual(
    sent.map(({ status, error }) => [status, error]),
    [
      [200, null],
      [500, 'TypeError: x'],
      [200, null],
    ],
  )
  assert.equal(await listening.interrupt(), 0)
  assert.match(listening.written.err, /2 accepted, 1 failed/)
  assert.equal(listening.written.err.split('Nothing listens').length, 2, 'it is noted once')
})

test('listen --replay sends the last submissions first, and --form only those of a form', async () => {
  await using service = await startService()
  await using receiver = await startReceiver()
  const { owner, endpoint, key } = await createReader(service)
  const other = await service.claimedEndpoint()
  for (const message of ['one', 'two', 'three']) {
    service.pass({ minutes: 2 })
    await service.submit(endpoint, { message })
    await service.submit(other, { message: `other ${message}` })
  }
  // Spam is not sent to a webhook.
  const { json } = await owner.get(`/submissions?endpoint=${endpoint.form_id}&limit=1`)
  const [{ id: newest }] = Object(json.data)
  await owner.patch(`/submissions/${newest}`, { folder: 'spam' })
  await using listener = await openListener(service, key)
  await using listening = await listener.start(
    ...['--to', receiver.url, '--form', endpoint.form_id, '--replay', '2', '--count', '3'],
  )
  await listening.ready()
  await service.submit(other, { message: 'other four' })
  await service.submit(endpoint, { message: 'four' })
  assert.equal(await listening.ended, 0, listening.written.err)
  const messages = receiver.requests.map(({ json: body }) => Object(body.data.fields).message)
  assert.deepEqual(messages, ['one', 'two', 'four'])
})

test('listen refuses a form of another owner, a wrong key, and wrong options', async () => {
  await using service = await startService()
  await using cli = await openCommandLine({ base: service.base })
  const { key } = await createReader(service)
  const bo = await signIn(service, BO)
  const listen = (...args: string[]) =>
    cli.runWith({ env: { FORMSLOT_KEY: key } }, ...['listen', '--to', 'http://localhost:3000/hook', ...args])
  const foreign = await listen('--form', bo.endpoint.form_id)
  assert.equal(foreign.code, 5)
  assert.match(foreign.err, new RegExp(`${bo.endpoint.form_id} does not exist, or this key does not open it`))
  assert.equal((await listen('--telemetry', 't_0000000000000000')).code, 5)
  assert.equal((await listen('--queue', 'q_0000000000000000')).code, 5)
  const wrong = await cli.runWith(
    { env: { FORMSLOT_KEY: `${key}x` } },
    'listen',
    '--to',
    'http://localhost:1',
  )
  assert.equal(wrong.code, 7)
  assert.equal((await cli.run('listen', '--to', 'http://localhost:1')).code, 7, 'without a key')

  assert.match((await cli.run('listen')).err, /--to is missing/)
  assert.match(
    (await cli.run('listen', '--to', 'localhost:3000/a')).err,
    /Do you mean http:\/\/localhost:3000\/a\?/,
  )
  for (const args of [
    ['--to', 'ftp://localhost/'],
    ['--to', 'http://ada:pw@localhost/'],
    ['--replay', '0'],
    ['--replay', '1001'],
    ['--replay', '1.5'],
    ['--count', '0'],
    ['--form', 'f_k3v9q2m7x4t8r5wz', '--queue', 'q_k3v9q2m7x4t8r5wz'],
    ['--queue', 'q_k3v9q2m7x4t8r5wz', '--replay', '1'],
    ['--form', 't_k3v9q2m7x4t8r5wz'],
  ])
    assert.equal((await listen(...args)).code, 2, args.join(' '))
  for (const bytes of [23, 65]) {
    const secret = `whsec_${Buffer.alloc(bytes, 1).toString('base64')}`
    const refused = await listen('--secret', secret)
    assert.equal(refused.code, 2)
    assert.ok(!refused.err.includes(secret))
  }
})

test('listen signs with a secret that is given, and does not print it', async () => {
  await using service = await startService()
  await using receiver = await startReceiver()
  const { endpoint, key } = await createReader(service)
  await using cli = await openCommandLine({ base: service.base })
  for (const bytes of [24, 64]) {
    const secret = `whsec_${Buffer.alloc(bytes, 1).toString('base64')}`
    await service.submit(endpoint, { message: 'Hello' })
    const ran = await cli.runWith(
      { env: { FORMSLOT_KEY: key, FORMSLOT_WEBHOOK_SECRET: secret } },
      ...['listen', '--to', receiver.url, '--replay', '1', '--count', '1'],
    )
    assert.equal(ran.code, 0, ran.err)
    assert.ok(!(ran.out + ran.err).includes('whsec_'))
    const request = receiver.requests.at(-1)
    assert.ok(request)
    new Webhook(secret).verify(request.body, request.headers as Record<string, string>)
  }
})

test('listen prints nothing of strangers that controls a terminal', async () => {
  await using service = await startService()
  const { endpoint, key } = await createReader(service)
  await using receiver = await startReceiver({ answer: ({ body }) => ({ status: 400, body }) })
  await service.submit(endpoint, { [HOSTILE]: HOSTILE })
  await using cli = await openCommandLine({ base: service.base })
  const options = { env: { FORMSLOT_KEY: key }, answers: [] }
  const words = await cli.runWith(
    options,
    ...['listen', '--to', receiver.url, '--replay', '1', '--count', '1'],
  )
  assert.equal(words.code, 0, words.err)
  assert.match(words.out, /submission\.created {2}sub_\w+ {2}400 {2}\d+ ms {2}\{"type"/)
  assert.doesNotMatch(words.out + words.err, CONTROLS)
  assert.equal(words.out.split('\n').length, 2, 'one line')
  assert.ok(Object(receiver.requests[0]?.json.data.fields)[HOSTILE], 'the program gets it unchanged')

  const created = await service.post('/t/new', { form: { recipient: ADA } })
  const { telemetry_id: id, telemetry_url: url } = created.json
  await service.post(String(url), { json: { name: HOSTILE, props: { plan: HOSTILE } } })
  await using quiet = await startReceiver()
  const events = await cli.runWith(
    { env: { FORMSLOT_KEY: String(created.json.read_key) }, answers: [] },
    ...['listen', '--to', quiet.url, '--telemetry', String(id), '--replay', '1', '--count', '1'],
  )
  assert.equal(events.code, 0, events.err)
  assert.match(events.out, /event\.created {2}evt_\w+ {2}204 {2}\d+ ms {2}Hi/)
  assert.doesNotMatch(events.out + events.err, CONTROLS)
})

test('listen --telemetry forwards events as they arrive', async () => {
  await using service = await startService()
  await using receiver = await startReceiver()
  const created = await service.post('/t/new', { form: { recipient: ADA } })
  const { telemetry_id: id, telemetry_url: url, read_key: key } = created.json
  await using listener = await openListener(service, String(key))
  await using listening = await listener.start('--to', receiver.url, '--telemetry', String(id))
  await listening.ready()
  await service.post(String(url), { json: [{ name: 'one' }, { name: 'two', props: { plan: 'pro' } }] })
  await receiver.received(2)
  await service.post(String(url), { json: { name: 'three' } })
  await receiver.received(3)
  assert.deepEqual(
    receiver.requests.map(({ json }) => [json.type, json.data.name, json.data.endpoint_id]),
    ['one', 'two', 'three'].map((name) => ['event.created', name, id]),
  )
  assert.deepEqual(receiver.requests[1]?.json.data.props, { plan: 'pro' })
  for (const { body, headers } of receiver.requests)
    new Webhook(listening.secret()).verify(body, headers as Record<string, string>)
  assert.equal(await listening.interrupt(), 0)
})

test('listen --queue acknowledges the messages that the program accepts and returns the others', async () => {
  await using service = await startService()
  let status = 500
  await using receiver = await startReceiver({ answer: () => ({ status }) })
  const queue = await createQueue(service)
  const exact = '{"order":12345678901234567890,"total":1.10}'
  await service.post(`/q/${queue.id}`, {
    body: exact,
    headers: { ...queue.headers, 'content-type': 'application/json' },
  })
  await using listener = await openListener(service, queue.key)
  await using listening = await listener.start('--to', receiver.url, '--queue', queue.id)
  await receiver.received(1)
  const [first] = receiver.requests
  assert.ok(first)
  assert.equal(first.body, exact, 'byte for byte')
  assert.deepEqual(
    [first.headers['content-type'], first.headers['formslot-attempt'], first.headers['formslot-queue']],
    ['application/json', '1', queue.id],
  )
  assert.match(String(first.headers['webhook-id']), /^msg_/)
  new Webhook(listening.secret()).verify(first.body, first.headers as Record<string, string>)

  status = 200
  // Returned for five seconds; a lease is longer.
  const soon = service.now().getTime() + 5000
  await until(async () => (await service.sql('select ready_at from messages'))[0]?.ready_at === soon)
  service.pass({ seconds: 5 })
  await service.post(`/q/${queue.id}`, {
    body: 'plain',
    headers: { ...queue.headers, 'content-type': 'text/plain' },
  })
  await receiver.received(3)
  await until(async () => (await countBacklog(queue)) === 0)
  const ids = receiver.requests.map(({ headers }) => headers['webhook-id'])
  assert.equal(ids.filter((id) => id === first.headers['webhook-id']).length, 2, 'the same id again')
  const plain = receiver.requests.find(({ body }) => body === 'plain')
  assert.equal(plain?.headers['content-type'], 'text/plain; charset=utf-8')
  assert.equal(await listening.interrupt(), 0)
  assert.match(listening.written.err, /2 accepted, 1 failed/)
})

test('listen --queue takes nothing while the program is down, and ends while it waits for a message', async () => {
  await using service = await startService()
  const gone = await startReceiver()
  await gone.close()
  const queue = await createQueue(service)
  await queue.publish({ order: 1 })
  await using listener = await openListener(service, queue.key)
  await using listening = await listener.start('--to', gone.url, '--queue', queue.id)
  await until(() => listening.written.err.includes('Nothing listens at'))
  await using receiver = await startReceiver({ port: gone.port })
  await receiver.received(1)
  assert.equal(receiver.requests[0]?.headers['formslot-attempt'], '1')
  await until(async () => (await countBacklog(queue)) === 0)

  await receiver.close()
  await queue.publish({ order: 2 })
  await until(() => listening.written.err.split('Nothing listens at').length === 3)
  await using again = await startReceiver({ port: gone.port })
  await again.received(1)
  assert.equal(again.requests[0]?.headers['formslot-attempt'], '2', 'returned at once, and taken again')
  await until(async () => (await countBacklog(queue)) === 0)
  assert.equal(await listening.interrupt(), 0)
  assert.match(listening.written.err, /2 accepted, 0 failed/)
})
