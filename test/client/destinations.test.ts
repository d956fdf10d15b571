import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { WEB_KIND_NAMES, WEB_KINDS } from '../../src/domain/destinations/web-kinds.ts'
import { openCommandLine } from '../support/client/command-line.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'
import { startReceiver } from '../support/web/receiver.ts'

/** An owner with a form, a receiver, and a command line with a key of these scopes. */
async function open(scopes = ['read', 'write']) {
  await using opening = new AsyncDisposableStack()
  const receiver = opening.use(await startReceiver())
  const env = { FORMSLOT_DEFAULT_PLAN: 'pro', FORMSLOT_SUBMIT_RATE: '0' }
  const service = opening.use(await startService({ env, egressPorts: [receiver.port], now: new Date() }))
  const owner = await signIn(service)
  const { key } = (await owner.post('/keys', { name: 'cli', scopes })).json
  const cli = opening.use(await openCommandLine({ base: service.base, env: { FORMSLOT_KEY: String(key) } }))
  const opened = opening.move()
  const { form_id: id } = owner.endpoint
  return {
    ...{ receiver, service, owner, cli, id },
    run: (action: string, ...args: string[]) => cli.run('destinations', action, id, ...args),
    type: (answers: string[], action: string, ...args: string[]) =>
      cli.type(answers, 'destinations', action, id, ...args),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

test('destinations adds, tests, lists, changes and removes a webhook', async () => {
  await using opened = await open()
  const { run, receiver, service, owner } = opened
  const added = await run('add', 'webhook', receiver.url)
  assert.equal(added.code, 0, added.err)
  const { id: hook, secret } = added.json as { id: string; secret: string }
  assert.match(added.err, new RegExp(`^Added as ${hook}\\. It gets nothing until .* destinations test `))
  assert.ok(!added.err.includes('whsec_'), 'the secret is in the response alone')

  const tested = await run('test', hook)
  assert.equal(tested.code, 0, tested.err)
  assert.match(tested.err, /^The test has reached it: 200 taken \(\d+ ms\)\.\n$/)
  const request = receiver.received[0] ?? assert.fail()
  new Webhook(secret).verify(request.body, request.headers as Record<string, string>)

  await service.submit(owner.endpoint, { message: 'Hello' })
  await service.deliver()
  const deliveries = await run('deliveries', hook)
  assert.equal(Object(deliveries.json.data).length, 1)
  assert.match(deliveries.err, /^1 delivery\.\n$/)
  assert.deepEqual((await run('events', hook, 'submission.created,submission.spam')).json.events, [
    'submission.created',
    'submission.spam',
  ])
  assert.equal((await run('disable', hook)).json.state, 'disabled')
  assert.equal((await run('enable', hook)).json.state, 'active')
  const rotated = await run('rotate', hook)
  assert.match(String(rotated.json.secret), /^whsec_/)
  assert.notEqual(rotated.json.secret, secret)
  assert.ok(!rotated.err.includes('whsec_'))
  const [listed] = Object((await run('list')).json.data)
  assert.equal(listed.url, receiver.url)
  assert.equal(listed.secret, undefined)

  receiver.answerWith(500)
  const failed = await run('test', hook)
  assert.deepEqual([failed.code, failed.json.reached], [4, false])
  assert.match(failed.err, /has not reached it: 500/)
  assert.equal((await run('remove', hook)).code, 0)
  assert.deepEqual((await run('list')).json.data, [])
  assert.equal((await run('remove', hook)).code, 5)
})

test('on a terminal destinations shows the secret once, and asks before it removes', async () => {
  await using opened = await open()
  const { type, run, receiver } = opened
  const added = await type([], 'add', 'webhook', receiver.url)
  const [hook = ''] = /dst_\w+/.exec(added.out) ?? []
  assert.match(
    added.out,
    /✓ Added as dst_\w+\.\n\n {2}Secret {2}whsec_\S{44}\n {2}The secret is shown this once/,
  )
  const list = await type([], 'list')
  assert.match(
    list.out,
    /1 destination\.\n\n {2}dst_\w+ {2}webhook, untested\n {4}http:\S+\n {4}submission\.created\n/,
  )
  assert.doesNotMatch(list.out, /whsec_/)
  assert.match((await type([], 'test', hook)).out, /✓ The test has reached it: 200 taken/)
  assert.match((await type([], 'deliveries', hook)).out, /0 deliveries\./)
  const kept = await type(['n'], 'remove', hook)
  assert.match(kept.err, /Nothing was removed/)
  assert.equal(Object((await run('list')).json.data).length, 1)
  await type(['y'], 'remove', hook)
  assert.equal(Object((await run('list')).json.data).length, 0)
})

test('a hostile answer to a test controls no terminal', async () => {
  await using opened = await open()
  const { type, run, receiver } = opened
  receiver.answerWith(({ response }) => void response.end('\u001b[31mred\u001b]0;title\u0007 \u202egnp.exe'))
  const { json } = await run('add', 'webhook', receiver.url)
  const { out } = await type([], 'test', String(json.id))
  assert.match(out, /red/)
  assert.doesNotMatch(out, /[\u001b\u0007\u202e]/)
})

test('destinations refuses what it does not know before anything is sent', async () => {
  await using opened = await open()
  const { cli, run, id } = opened
  const wrong: [string[], RegExp][] = [
    [['rotat', id], /Do you mean rotate\?/],
    [['add', id, 'webhook'], /is called like this: .* destinations add ID KIND ADDRESS/],
    [
      ['add', id, 'slak', 'https://hooks.slack.com/services/T0/B0/X'],
      /Do you mean slack\? Choose one of email, webhook, slack/,
    ],
    [['test', id, 'del_1'], /Expected dst_…/],
    [['list', 'q_0000000000000000'], /Expected f_… \(a form\), or t_…/],
    [['list', id, '--events', 'submission.spam'], /--events belongs to add/],
  ]
  for (const [args, message] of wrong) {
    const refused = await cli.run('destinations', ...args)
    assert.deepEqual([refused.code, message.test(refused.err)], [2, true], refused.err)
  }
  const inside = await run('add', 'webhook', 'https://localhost/hook')
  assert.equal(inside.code, 4)
  assert.match(inside.err, /^url: /)
  assert.equal((await run('test', 'dst_0000000000000000')).code, 5)
})

test('the address of a chat is read from the standard input, and an email address is invited', async () => {
  await using opened = await open()
  const { cli, run, receiver, id } = opened
  const secret = `http://127.0.0.1:${receiver.port}/hooks/secret`
  const chat = await cli.runWith({ stdin: `${secret}\n` }, 'destinations', 'add', id, 'slack', '@-')
  assert.deepEqual([chat.code, chat.json.url, chat.json.secret], [0, secret, null], chat.err)
  const person = await run('add', 'email', 'bo@builds.dev')
  assert.deepEqual([person.code, person.json.state], [0, 'unconfirmed'], person.err)
  assert.match(person.err, /confirmation email/)
})

test('a key that only reads manages no destinations', async () => {
  await using opened = await open(['read'])
  const refused = await opened.run('list')
  assert.deepEqual([refused.code, refused.json.code], [7, 'scope_missing'])
})

test('the help of destinations describes every kind', async () => {
  await using cli = await openCommandLine()
  const { out } = await cli.run('destinations', '--help')
  const text = out.replaceAll(/\s+/g, ' ')
  for (const kind of WEB_KIND_NAMES) assert.ok(text.includes(`${kind}: ${WEB_KINDS[kind].help}`), kind)
})
