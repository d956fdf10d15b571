import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { OWN_COMMAND } from '../../client/src/settings/own-command.ts'
import { openCommandLine } from '../support/client/command-line.ts'
import { startOtherServer } from '../support/client/other-server.ts'
import { codeIn, signIn } from '../support/fixtures/owner.ts'
import { ADA, startService, type TestService } from '../support/service/service.ts'

/** Escape sequences that recolor, retitle, clear and reorder, as a stranger may send them. */
const HOSTILE = 'Hi\u001b[31m red\u001b]0;title\u0007 \u001b[2J\u009b31m\u202egnp.exe\r\nsecond line'

/** Claims a form as Ada, and signs her in on the command line. */
async function logIn(
  service: TestService,
  cli: Awaited<ReturnType<typeof openCommandLine>>,
  ...more: string[]
) {
  const owner = await signIn(service)
  const asked = await cli.run('login', '--email', ADA)
  assert.equal(asked.code, 0, asked.err)
  const code = await codeIn(service)
  const done = await cli.run('login', '--email', ADA, '--code', code, ...more)
  assert.equal(done.code, 0, done.err)
  return { owner, done, formId: owner.endpoint.form_id }
}

test('status, try and submit show a form, check a submission, and send it', async () => {
  await using service = await startService()
  await using cli = await openCommandLine({ base: service.base })
  const { form_id: id, endpoint_url: url } = await service.createEndpoint()
  const status = await cli.run('status', id)
  assert.equal(status.code, 0)
  assert.equal(status.json.state, 'unclaimed')
  assert.equal(status.err, 'This form is active and unclaimed.\n')
  assert.match(
    (await cli.type([], 'status', url)).out,
    /\n {2}This form is active and unclaimed\.\n\n {2}State/,
  )

  const tried = await cli.run('try', id, 'email=visitor@acme.org', 'message=a=b')
  assert.deepEqual(Object(tried.json.fields), { email: 'visitor@acme.org', message: 'a=b' })
  assert.equal((await cli.run('status', id)).json.claim_email_sent, false)
  assert.match((await cli.type([], 'try', id, 'message=Hi')).out, /Delivered to {2}a\*\*\*@l\*\*\*\.dev/)

  const no = await cli.type(['n'], 'submit', id, 'message=Hi')
  assert.match(no.asked[0] ?? '', /real submission/)
  assert.match(no.err, /Nothing was sent/)
  assert.equal((await cli.run('status', id)).json.claim_email_sent, false)
  const yes = await cli.type(['y'], 'submit', id, 'message=Hi')
  assert.match(yes.out, /✓ Stored as sub_/)
  const silent = await cli.run('submit', id, 'message=Hi', '--idempotency-key', 'greeting-1')
  const again = await cli.run('submit', id, 'message=Hi', '--idempotency-key', 'greeting-1')
  assert.equal(again.json.submission_id, silent.json.submission_id)
})

test('fields come from arguments, files and the standard input', async () => {
  await using service = await startService()
  await using cli = await openCommandLine({ base: service.base })
  const { form_id: id } = await service.createEndpoint()
  await writeFile(
    path.join(cli.project, 'fields.json'),
    '{"email":"visitor@acme.org","message":"from a file"}',
  )
  const file = await cli.run('try', id, '@fields.json', 'topic=one', 'topic=two')
  assert.deepEqual(Object(file.json.fields), {
    email: 'visitor@acme.org',
    message: 'from a file',
    topic: ['one', 'two'],
  })
  const input = await cli.runWith({ stdin: '{"message":"piped"}' }, 'try', id, '@-')
  assert.deepEqual(Object(input.json.fields), { message: 'piped' })

  await writeFile(path.join(cli.folder, 'outside.json'), '{"message":"outside"}')
  await symlink('../outside.json', path.join(cli.project, 'link.json'))
  const linked = await cli.run('try', id, '@link.json')
  assert.equal(linked.code, 0)
  assert.match(linked.err, /^Reading .*outside\.json, outside of this folder\./)
  for (const wrong of ['message', '=x', '@missing.json'])
    assert.equal((await cli.run('try', id, wrong)).code, 2, wrong)
  await writeFile(path.join(cli.project, 'list.json'), '[1]')
  assert.equal((await cli.run('try', id, '@list.json')).code, 2)
})

test('login keeps a key that only this user can read; inbox, show and export use it', async () => {
  await using service = await startService()
  await using cli = await openCommandLine({ base: service.base })
  const { owner, done, formId } = await logIn(service, cli)
  const config = await readFile(cli.config, 'utf8')
  const [key = ''] = /ak_\w+/.exec(config) ?? []
  assert.ok(key !== '')
  assert.ok(!done.out.includes(key), 'the key is not printed')
  assert.equal((await stat(cli.config)).mode & 0o777, 0o600)
  assert.deepEqual(done.json.scopes, ['read'])
  const sessions = await owner.get('/sessions')
  assert.equal(Object(sessions.json.data).length, 1, 'the session of the sign-in has ended')

  await service.submit(owner.endpoint, { email: 'bo@builds.dev', message: 'How much is one engine?' })
  const inbox = await cli.run('inbox')
  const { text } = await service.get('/api/v1/submissions?limit=20', { authorization: `Bearer ${key}` })
  assert.equal(inbox.out, `${text}\n`, 'the response is printed unchanged')
  const words = await cli.type([], 'inbox', '--unread', '--form', formId)
  assert.match(words.out, /\n {2}2 submissions, 2 unread\.\n\n {2}● bo@builds\.dev/)
  const [id = ''] = /sub_\w+/.exec(words.out) ?? []
  const shown = await cli.type([], 'show', id)
  assert.match(shown.out, /email {4}bo@builds\.dev\n {2}message {2}How much is one engine\?/)
  assert.equal(Object((await cli.run('inbox', '--search', 'engine')).json.data).length, 1)
  const page = await cli.run('inbox', '--limit', '1')
  const next = await cli.run('inbox', '--limit', '1', '--cursor', String(page.json.next_cursor))
  assert.equal(Object(next.json.data).length, 1)

  await service.submit(owner.endpoint, { 'contact[email]': 'cy@parts.dev', 'your-message': 'In stock?' })
  const renamed = await cli.type([], 'inbox', '--limit', '1')
  assert.match(renamed.out, /● cy@parts\.dev .*\n {4}In stock\?/)

  const csv = await cli.run('export')
  assert.match(csv.out, /How much is one engine\?/)
  const saved = await cli.run('export', '--format', 'ndjson', '--output', 'all.ndjson')
  assert.equal(saved.code, 0, saved.err)
  assert.equal((await readFile(path.join(cli.project, 'all.ndjson'), 'utf8')).trim().split('\n').length, 3)
  assert.equal((await cli.run('export', '--output', 'all.ndjson')).code, 3)
})

test('login asks for address and code on a terminal, and again after a wrong code', async () => {
  await using service = await startService()
  await using cli = await openCommandLine({ base: service.base })
  await signIn(service)
  const wrong = await cli.type([ADA, '00000000', '00000000', '00000000'], 'login')
  assert.equal(wrong.code, 4)
  assert.match(wrong.err, /Wrong code/)
  await cli.run('login', '--email', ADA)
  const other = await cli.run('login', '--email', 'bo@builds.dev', '--code', '00000000')
  assert.equal(other.code, 2, 'the code is for the address that requested it')
  const write = await cli.run('login', '--email', ADA, '--code', await codeIn(service), '--write')
  assert.deepEqual(write.json.scopes, ['read', 'write'])
})

test('signing in again replaces the key', async () => {
  await using service = await startService()
  await using cli = await openCommandLine({ base: service.base })
  const { owner } = await logIn(service, cli)
  service.pass({ minutes: 2 })
  await cli.run('login', '--email', ADA)
  await cli.run('login', '--email', ADA, '--code', await codeIn(service))
  const keys = await owner.get('/keys')
  assert.equal(Object(keys.json.data).length, 1)
  assert.equal((await cli.run('inbox')).code, 0)
})

test('keys that other users could read are refused', async () => {
  await using service = await startService()
  await using cli = await openCommandLine({ base: service.base })
  await mkdir(path.dirname(cli.config), { recursive: true })
  await writeFile(cli.config, JSON.stringify({ keys: { [service.base]: { key: 'ak_x' } } }), { mode: 0o644 })
  for (const mode of [0o644, 0o620, 0o602]) {
    await chmod(cli.config, mode)
    const inbox = await cli.run('inbox')
    assert.equal(inbox.code, 7, mode.toString(8))
    assert.match(inbox.err, /chmod 600/)
  }
})

test('a key from the environment is not sent to the address in a project file', async () => {
  const seen: (string | undefined)[] = []
  await using server = await startOtherServer((request, response) => {
    seen.push(request.headers.authorization)
    response.end('{}')
  })
  const { base } = server
  await using cli = await openCommandLine({ env: { FORMSLOT_KEY: 'ak_secret' } })
  await writeFile(path.join(cli.project, '.formslot.json'), JSON.stringify({ base }))
  const inbox = await cli.run('inbox')
  assert.equal(inbox.code, 7)
  assert.match(inbox.err, /FORMSLOT_KEY is not sent/)
  assert.deepEqual(seen, [])
  const other = await cli.run('inbox', '--base', base)
  assert.deepEqual(seen, ['Bearer ak_secret'])
  assert.equal(other.code, 1)
  assert.match(other.err, /not as Formslot does/)
})

test('a key from the environment is not sent to the address of an endpoint elsewhere', async () => {
  const seen: string[] = []
  await using server = await startOtherServer((request, response) => {
    seen.push(request.headers.authorization ?? '')
    response.end('{}')
  })
  await using cli = await openCommandLine({
    base: 'https://forms.acme.org',
    env: { FORMSLOT_KEY: 'ak_secret' },
  })
  const url = `${server.base}/q/q_k3v9q2m7x4t8r5wz`
  for (const command of [
    ['status', url],
    ['pull', url],
    ['publish', url, '{}'],
  ]) {
    const refused = await cli.run(...command)
    assert.equal(refused.code, 7)
    assert.match(refused.err, /FORMSLOT_KEY is not sent to http:\/\/127/)
  }
  assert.deepEqual(seen, [])
  await cli.run('status', url, '--base', server.base)
  assert.deepEqual(seen, ['Bearer ak_secret'])
})

test('login asks before it uses an address that only the project file names', async () => {
  const seen: string[] = []
  await using server = await startOtherServer((request, response) => {
    seen.push(request.url ?? '')
    response.end('{}')
  })
  await using cli = await openCommandLine()
  await writeFile(path.join(cli.project, '.formslot.json'), JSON.stringify({ base: server.base }))
  const refused = await cli.type(['n'], 'login', '--email', ADA)
  assert.equal(refused.code, 2)
  assert.match(refused.asked.join(), new RegExp(server.base))
  assert.deepEqual(seen, [])
  await cli.type(['y', 'A0000000'], 'login', '--email', ADA)
  assert.equal(seen[0], '/sign-in')
})

test('a redirect is not followed: neither keys nor fields reach another host', async () => {
  const seen: string[] = []
  await using thief = await startOtherServer((request, response) => {
    seen.push(request.url ?? '')
    response.end('{}')
  })
  const to = thief.base
  await using server = await startOtherServer((request, response) =>
    response.writeHead(307, { location: to + request.url }).end(),
  )
  await using cli = await openCommandLine({
    base: server.base,
    env: { FORMSLOT_KEY: 'ak_secret' },
  })
  const inbox = await cli.run('inbox')
  assert.equal(inbox.code, 1)
  assert.match(inbox.err, new RegExp(`redirects to ${to}`))
  assert.deepEqual(seen, [])
})

test('an instance that answers with escape sequences cannot move the cursor, nor stop the command in an odd way', async () => {
  const answers: Record<string, unknown> = {
    '/api/v1/submissions?limit=20': {
      data: [
        {
          ...{ id: `sub_${HOSTILE}`, endpoint_id: 'f_x', fields: [], read: true, received_at: '' },
          labels: [{ name: HOSTILE }],
          assignee: { email: HOSTILE },
        },
      ],
      next_cursor: null,
      unread: HOSTILE,
    },
    '/q/q_k3v9q2m7x4t8r5wz/messages/pull': {
      messages: [{ id: HOSTILE, body: 1, attempts: HOSTILE, timestamp_ms: 0, lease_id: 'x' }],
      message_backlog_count: HOSTILE,
    },
    '/q/q_k3v9q2m7x4t8r5wz/status': { state: HOSTILE, claimed: true, backlog_count: HOSTILE },
  }
  await using server = await startOtherServer((request, response) => {
    const body = answers[request.url ?? '']
    response.statusCode = body === undefined ? 400 : 200
    response.end(JSON.stringify(body ?? { code: 'x', message: ['x'], hint: { a: HOSTILE } }))
  })
  await using cli = await openCommandLine({ base: server.base, env: { FORMSLOT_KEY: 'ak_x' } })
  for (const command of [['inbox'], ['pull', 'q_k3v9q2m7x4t8r5wz'], ['status', 'q_k3v9q2m7x4t8r5wz']]) {
    for (const shown of [await cli.type([], ...command), await cli.run(...command)]) {
      assert.equal(shown.code, 0, shown.err)
      // An instance may choose colors, and nothing else.
      const text = (shown.out + shown.err).replaceAll('\u001b[31m', '')
      for (const sign of ['\u001b', '\u009b', '\u0007', '\u202e', '\r']) assert.ok(!text.includes(sign), text)
    }
  }
  const odd = await cli.type([], 'show', 'sub_1')
  assert.equal(odd.code, 1)
  assert.match(odd.err, /not as Formslot does/)
})

test('an export that is cut leaves no file, and fails', async () => {
  await using server = await startOtherServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' })
    response.write('"id"\n"sub_1"\n', () => setImmediate(() => response.destroy()))
  })
  await using cli = await openCommandLine({ base: server.base, env: { FORMSLOT_KEY: 'ak_x' } })
  const saved = await cli.run('export', '--output', 'all.csv')
  assert.equal(saved.code, 8, saved.err)
  assert.match(saved.err, /was cut/)
  assert.ok(!existsSync(path.join(cli.project, 'all.csv')))
  assert.equal((await cli.run('export')).code, 8)
})

test('terminal escapes in a submission are stripped on a terminal and escaped in JSON', async () => {
  await using service = await startService()
  await using cli = await openCommandLine({ base: service.base })
  const { owner } = await logIn(service, cli)
  const sent = await service.submit(owner.endpoint, {
    name: HOSTILE,
    [`na${HOSTILE}me`]: 'x',
    message: HOSTILE,
  })
  const id = String(sent.json.submission_id)
  const control = /(?![\t\n])[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/
  for (const args of [['inbox'], ['show', id], ['export'], ['export', '--format', 'json']]) {
    const shown = await cli.type([], ...args)
    assert.equal(shown.code, 0, shown.err)
    assert.match(shown.out, /Hi/)
    assert.doesNotMatch(shown.out, control, args.join(' '))
  }
  const json = await cli.run('show', id)
  assert.doesNotMatch(json.out, control)
  const message = Object(json.json.fields).find(([name]: [string]) => name === 'message')
  assert.equal(message[1].replaceAll('\r', ''), HOSTILE.replaceAll('\r', ''), 'the value is the same')
  const tried = await cli.type([], 'try', owner.endpoint.form_id, `message=${HOSTILE}`)
  assert.match(tried.out, /Hi/)
  assert.doesNotMatch(tried.out, control)
})

test('publish, pull and ack pass messages with the key that new has kept', async () => {
  await using service = await startService()
  await using cli = await openCommandLine({ base: service.base })
  const made = await cli.run('new', '--recipient', ADA, '--kind', 'queue')
  const id = String(made.json.queue_id)
  const large = '{"order":12345678901234567890}'
  assert.equal((await cli.run('publish', id, large)).code, 0)
  assert.equal((await cli.run('publish', id, 'plain text')).code, 0)
  assert.equal((await cli.run('publish', id, '17', '--text')).code, 0)
  await writeFile(path.join(cli.project, 'message.json'), '{"from":"file"}')
  assert.equal((await cli.run('publish', id, '@message.json', '--delay', '60')).code, 0)
  const pulled = await cli.run('pull', id, '--count', '10')
  assert.ok(pulled.out.includes(large), 'a number keeps all its digits')
  const messages = Object(pulled.json.messages)
  assert.deepEqual(messages.map(({ body }: { body: unknown }) => body).slice(1), ['plain text', '17'])
  const [first, second, third] = messages.map(({ lease_id }: { lease_id: string }) => lease_id)
  assert.match((await cli.run('ack', id, first, second)).err, /^2 acknowledged\./)
  assert.match((await cli.run('ack', id, third, '--retry', '--reason', 'later')).err, /^1 returned\./)
  assert.equal((await cli.run('ack', id, third, '--delay', '1')).code, 2)
  const words = await cli.type([], 'pull', id)
  assert.match(
    words.out,
    /\n {2}1 message leased, 2 in the queue\.\n\n {2}msg_\w+ .* delivery 2\n {2}17\n {2}lease /,
  )
  service.pass({ seconds: 61 })
  const status = await cli.run('status', id)
  assert.equal(status.json.backlog_count, 2, 'with the key, the status has the counts')
  const other = await openCommandLine({ base: service.base })
  assert.equal((await other.run('pull', id)).code, 7)
  await other[Symbol.asyncDispose]()
})

test('tail prints the last events and those that arrive', async () => {
  await using service = await startService()
  await using cli = await openCommandLine({ base: service.base })
  const made = await cli.run('new', '--recipient', ADA, '--kind', 'telemetry')
  const url = String(made.json.telemetry_url)
  await service.post(url, { json: [{ name: 'start' }, { name: `\u001b[2Jsignup`, props: { plan: 'pro' } }] })
  const id = String(made.json.telemetry_id)
  const earlier = await cli.run('tail', id, '--count', '2')
  assert.equal(earlier.code, 0, earlier.err)
  const lines = earlier.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).name)
  assert.deepEqual(lines.sort(), ['\u001b[2Jsignup', 'start'])
  const words = await cli.type([], 'tail', id, '--count', '2')
  assert.match(words.out, /signup {2}plan=pro/)
  assert.ok(!words.out.includes('\u001b'))

  const following = cli.run('tail', id, '--name', 'deploy', '--count', '1')
  let isDone = false
  following.finally(() => {
    isDone = true
  })
  for (let round = 1; !isDone; round += 1) {
    await service.post(url, { json: { name: 'deploy', props: { round } } })
    service.pass({ seconds: 1 })
  }
  assert.equal((await following).json.name, 'deploy')
})

test('exit codes tell what happened', async () => {
  await using service = await startService()
  await using cli = await openCommandLine({ base: service.base })
  const { form_id: id } = await service.createEndpoint()
  const cases: [number, ...string[]][] = [
    [0, 'status', id],
    [2],
    [2, 'sumbit', id],
    [2, 'status'],
    [2, 'status', 'x_123'],
    [2, 'status', id, '--formta', 'x'],
    [2, 'new', '--recipient'],
    [2, 'new', '--kind', 'letter', '--recipient', ADA],
    [4, 'new', '--recipient', 'you@example.com'],
    [4, 'new', '--recipient', 'nobody'],
    [5, 'status', 'f_0000000000000000'],
    [5, 'try', 'f_0000000000000000', 'message=x'],
    [7, 'inbox'],
    [7, 'show', 'sub_0000000000000000'],
    [8, 'status', id, '--base', 'http://127.0.0.1:9', '--yes'],
  ]
  for (const [code, ...args] of cases) assert.equal((await cli.run(...args)).code, code, args.join(' '))
  await cli.run('new', '--recipient', ADA)
  const early = await cli.run('new', '--recipient', 'bo@builds.dev')
  assert.equal(early.code, 6)
  assert.match(early.err, /Wait \d+ seconds?\./)
  assert.equal(early.json.code, 'create_spacing', 'programs get the response')
  const swapped = await cli.run('sumbit', id)
  assert.match(swapped.err, /Do you mean submit\?/)
  assert.match((await cli.run('status', id, '--jsno')).err, /Do you mean --json\?/)
})

test('the help names every command, and explains each of them', async () => {
  await using cli = await openCommandLine()
  const all = await cli.type([], '--help')
  for (const name of [
    'new',
    'status',
    'try',
    'submit',
    'snippet',
    'inbox',
    'show',
    'export',
    'tail',
    'publish',
  ])
    assert.match(all.out, new RegExp(`^ {2}${name} `, 'm'))
  const { COMMANDS } = await import('../../client/src/run.ts')
  for (const { name, examples } of Object.values(COMMANDS).flat()) {
    const help = await cli.run(name, '--help')
    assert.equal(help.code, 0)
    assert.ok(help.out.startsWith(`${OWN_COMMAND} ${name}`), help.out)
    assert.ok(examples.length > 0, name)
    // As if the command took twelve characters: the address of the instance has the length that it has.
    const lines = help.out.replaceAll(OWN_COMMAND, 'x'.repeat(12)).split('\n')
    for (const line of lines) assert.ok(line.length <= 110, line)
  }
  assert.match((await cli.run('--version')).out, /^\d+\.\d+\.\d+\n$/)
})
