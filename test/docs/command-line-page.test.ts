import assert from 'node:assert/strict'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { COMMANDS } from '../../client/src/run.ts'
import { EXIT } from '../../client/src/terminal/failure.ts'
import { startReceiver } from '../support/client/listening.ts'
import { JANE, openGuide } from '../support/docs/guide.ts'
import { codeIn, signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'
import { startReceiver as startHooks } from '../support/web/receiver.ts'

const MAIN = path.resolve(import.meta.dirname, '../../client/src/main.ts')

test('the commands of the page about the command line create, check, read and pass messages', async () => {
  await using hooks = await startHooks()
  await using service = await startService({ egressPorts: [hooks.port] })
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-guide-'))
  const npx = `#!/bin/sh\nshift\nexec '${process.execPath}' --no-warnings '${MAIN}' "$@"\n`
  await writeFile(path.join(folder.path, 'npx'), npx, { mode: 0o755 })
  const guide = await openGuide('command-line.md', service.base)
  const { env } = guide
  env.PATH = `${folder.path}:${env.PATH}`
  env.XDG_CONFIG_HOME = path.join(folder.path, 'config')
  // Known to the client that an instance serves.
  env.FORMSLOT_BASE = service.base
  const run = (command = '') => guide.shell(`cd '${folder.path}' && ${command}`)
  const json = async (command = '') => JSON.parse(await run(command))
  const commands = guide.commands()
  assert.equal(commands.length, 23)
  const [create, again, snippet, tryIt, status, ask, login, unread, search, show, save, ...more] = commands

  const created = await json(create)
  env.FORM_ID = created.form_id
  assert.equal((await json(again)).form_id, created.form_id, 'the same form')
  assert.match(await run(snippet), new RegExp(`action="${created.endpoint_url}"`))
  assert.equal((await json(tryIt)).would_succeed, true)
  assert.equal((await json(status)).claim_email_sent, false)

  service.pass({ seconds: 2 })
  const owner = await signIn(service, JANE)
  await service.submit(owner.endpoint, { email: 'visitor@acme.org', message: 'Hello' })
  await service.deliver()
  await run(ask)
  env.CODE = await codeIn(service)
  assert.equal((await json(login)).email, JANE)
  const [newest] = (await json(unread)).data
  assert.equal((await json(search)).data.length, 1)
  env.SUBMISSION_ID = newest.id
  assert.equal((await json(show)).id, newest.id)
  await run(save)

  const [telemetry, tail, queue, publish, pull, acknowledge, ...last] = more
  const [add = '', sendTest, list, rotate, remove, listen = ''] = last
  service.pass({ seconds: 2 })
  const counted = await json(telemetry)
  env.TELEMETRY_ID = counted.telemetry_id
  await service.post(counted.telemetry_url, { json: { name: 'start' } })
  assert.equal((await json(tail)).name, 'start')
  service.pass({ seconds: 2 })
  env.QUEUE_ID = (await json(queue)).queue_id
  assert.match((await json(publish)).message_id, /^msg_/)
  env.LEASE_ID = (await json(pull)).messages[0].lease_id
  assert.equal((await json(acknowledge)).ackCount, 1)

  env.FORM_ID = owner.endpoint.form_id
  env.FORMSLOT_KEY = String(
    (await owner.post('/keys', { name: 'guide', scopes: ['read', 'write'] })).json.key,
  )
  const added = await json(add.replace('https://hooks.acme.org/formslot', hooks.url))
  env.DESTINATION_ID = added.id
  assert.equal((await json(sendTest)).reached, true)
  assert.equal((await json(list)).data[0].state, 'active')
  assert.notEqual((await json(rotate)).secret, added.secret)
  await run(remove)
  assert.deepEqual((await json(list)).data, [])

  await using receiver = await startReceiver()
  const toReceiver = listen.replace('http://localhost:3000/hook', receiver.url)
  assert.equal((await json(`${toReceiver} --count 1`)).id, newest.id)
  assert.equal(receiver.requests[0]?.json.data.submission_id, newest.id)
})

test('the script of the page about the command line submits with the client', async () => {
  await using service = await startService()
  const guide = await openGuide('command-line.md', service.base)
  const [script = ''] = guide.blocks('js')
  const client = path.resolve(import.meta.dirname, '../../client/src/client.ts')
  const output = await guide.script(script.replace("'formslot'", JSON.stringify(client)))
  assert.match(output, /^sub_\w+\n/)
  assert.match(output, /claim_email_state: 'queued'/)
})

test('the tables of the page name every command and every exit code', async () => {
  const { text } = await openGuide('command-line.md', '')
  const commands = Object.values(COMMANDS).flat()
  for (const { name, usage, summary } of commands) {
    const call = `${name} ${usage}`.trim().replaceAll('|', '\\|')
    assert.ok(text.includes(`| \`${call}\` | ${summary} |`), call)
  }
  const codes = [...text.matchAll(/^\| (\d) \|/gm)].map(([, code]) => Number(code))
  assert.deepEqual(codes, Object.values(EXIT))
})
