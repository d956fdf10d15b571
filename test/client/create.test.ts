import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { OWN_COMMAND } from '../../client/src/settings/own-command.ts'
import { openCommandLine } from '../support/client/command-line.ts'
import { startOtherServer } from '../support/client/other-server.ts'
import { ADA, BO, startService } from '../support/service/service.ts'

test('new creates a form, keeps the address of the instance, and repeats itself without a second form', async () => {
  await using service = await startService()
  await using cli = await openCommandLine()
  const made = await cli.run('new', '--base', service.base, '--recipient', ADA)
  assert.equal(made.code, 0, made.err)
  assert.match(String(made.json.endpoint_url), /\/f\/f_/)
  assert.match(
    made.err,
    new RegExp(
      `^Form created: the first submission emails ${ADA} a link that claims it\\. Next: ${OWN_COMMAND} snippet f_\\w+ · ${OWN_COMMAND} try .*\n$`,
    ),
  )
  const file = JSON.parse(await readFile(path.join(cli.project, '.formslot.json'), 'utf8'))
  assert.equal(file.base, service.base)

  const deep = path.join(cli.project, 'site/pages')
  await mkdir(deep, { recursive: true })
  const again = await cli.runWith({ cwd: deep }, 'new', '--recipient', ADA)
  assert.equal(again.code, 0, again.err)
  assert.equal(again.json.form_id, made.json.form_id, 'the nearest project file is that of a folder above')
  assert.ok(!existsSync(path.join(deep, '.formslot.json')))

  service.pass({ seconds: 2 })
  const named = await cli.run('new', '--recipient', ADA, '--name', 'newsletter')
  assert.notEqual(named.json.form_id, made.json.form_id, 'another name is another form')
  service.pass({ seconds: 2 })
  const expecting = await cli.run('new', '--recipient', ADA, '--expect', `email,${'n'.repeat(65)}`)
  assert.deepEqual(expecting.json.expect, ['email'])
  assert.match(expecting.err, /Warning: expect: 1 of 2 entries was ignored/)
  assert.equal((await cli.run('new', '--kind', 'queue', '--recipient', ADA, '--expect', 'x')).code, 2)
  service.pass({ seconds: 2 })
  const other = await cli.run('new', '--recipient', BO)
  assert.notEqual(other.json.form_id, made.json.form_id, 'another recipient is another form')
})

test('new asks for the recipient on a terminal, and proposes the address of Git without choosing it', async () => {
  await using service = await startService()
  await using cli = await openCommandLine({ base: service.base })
  execFileSync('git', ['init', '--quiet'], { cwd: cli.project })
  execFileSync('git', ['config', 'user.email', ADA], { cwd: cli.project })
  const silent = await cli.run('new')
  assert.equal(silent.code, 2)
  assert.match(silent.err, /^The recipient is missing\. .*--recipient/)
  assert.ok(!existsSync(path.join(cli.project, '.formslot.json')))
  const made = await cli.type([''], 'new')
  assert.equal(made.code, 0, made.err)
  assert.deepEqual(made.asked, ['Email address that gets what arrives:'])
  assert.match(made.out, /✓ Form created: the first submission emails ada@lovelace\.dev/)
  assert.ok(made.out.includes(`${OWN_COMMAND} snippet f_`), made.out)
})

test('new --env appends the address, warns when Git would commit it, and never overwrites', async () => {
  await using service = await startService()
  await using cli = await openCommandLine({ base: service.base })
  execFileSync('git', ['init', '--quiet'], { cwd: cli.project })
  const file = path.join(cli.project, '.env')
  await writeFile(file, 'PORT=3000')
  const made = await cli.run('new', '--recipient', ADA, '--env', '.env')
  assert.equal(made.code, 0, made.err)
  assert.match(made.err, /^Saved FORM_ENDPOINT_URL in \.env\.$/m)
  assert.match(made.err, /Git does not ignore \.env/)
  const text = await readFile(file, 'utf8')
  assert.equal(text, `PORT=3000\nFORM_ENDPOINT_URL=${made.json.endpoint_url}\n`)

  const again = await cli.run('new', '--recipient', BO, '--env', '.env')
  assert.equal(again.code, 3)
  assert.match(again.err, /^\.env already sets FORM_ENDPOINT_URL; nothing was created\./)
  assert.equal(await readFile(file, 'utf8'), text)

  service.pass({ seconds: 2 })
  await writeFile(path.join(cli.project, '.gitignore'), '.env*\n')
  const queue = await cli.run(
    'new',
    '--recipient',
    ADA,
    '--kind',
    'queue',
    '--name',
    'order jobs',
    '--env',
    '.env.local',
  )
  assert.equal(queue.code, 0, queue.err)
  assert.doesNotMatch(queue.err, /Git/)
  const local = path.join(cli.project, '.env.local')
  assert.equal(
    await readFile(local, 'utf8'),
    `ORDER_JOBS_QUEUE_URL=${queue.json.queue_url}\nORDER_JOBS_QUEUE_API_KEY=${queue.json.api_key}\n`,
  )
  assert.equal((await stat(local)).mode & 0o777, 0o600)
})

test('a key that cannot be kept is shown all the same', async () => {
  await using service = await startService()
  await using cli = await openCommandLine({ base: service.base })
  await writeFile(path.join(cli.folder, 'config'), 'a file where the folder would be')
  const made = await cli.run('new', '--recipient', ADA, '--kind', 'queue')
  assert.equal(made.code, 1)
  assert.match(String(made.json.api_key), /^qk_/)
  assert.match(made.err, /config.* fails with ENOTDIR/)
})

test('a service cannot write other variables into an env file', async () => {
  await using server = await startOtherServer((_request, response) => {
    response.writeHead(201, { 'content-type': 'application/json' })
    const url = 'https://x.example/f/f_1 NODE_OPTIONS=--require=/tmp/x.js'
    response.end(JSON.stringify({ endpoint_url: url, form_id: 'f_1', limits: {} }))
  })
  await using cli = await openCommandLine({ base: server.base })
  const made = await cli.run('new', '--recipient', ADA, '--env', '.env')
  assert.equal(made.code, 1)
  assert.match(made.err, /cannot be written/)
  assert.ok(!existsSync(path.join(cli.project, '.env')))
})

test('without the address of an instance every command says how to give it', async () => {
  await using cli = await openCommandLine()
  const made = await cli.run('new', '--recipient', ADA)
  assert.equal(made.code, 2)
  assert.match(made.err, /there is no public one\. Give its address with --base/)
  for (const wrong of [
    'localhost:8080',
    'ftp://x.example',
    'https://ada:secret@x.example',
    'https://x.example/app',
  ])
    assert.equal((await cli.run('new', '--recipient', ADA, '--base', wrong)).code, 2, wrong)
  assert.match((await cli.run('new', '--base', 'localhost:8080')).err, /Do you mean https:\/\/localhost:8080/)
})

test('a host other than the last one needs confirmation', async () => {
  await using service = await startService()
  await using cli = await openCommandLine()
  await writeFile(path.join(cli.project, '.formslot.json'), '{"base":"https://forms.example.org"}')
  const silent = await cli.run('new', '--base', service.base, '--recipient', ADA)
  assert.equal(silent.code, 2)
  assert.match(silent.err, /This project used https:\/\/forms\.example\.org until now.*--yes/)
  const no = await cli.type(['n'], 'new', '--base', service.base, '--recipient', ADA)
  assert.equal(no.code, 2)
  assert.equal(no.asked.length, 1)
  const yes = await cli.type(['y'], 'new', '--base', service.base, '--recipient', ADA)
  assert.equal(yes.code, 0, yes.err)
  service.pass({ seconds: 2 })
  assert.equal((await cli.run('new', '--recipient', BO)).code, 0, 'the answer is kept')
})

test('new --framework prints the code of a framework, and refuses unknown ones before it creates anything', async () => {
  await using service = await startService()
  await using cli = await openCommandLine({ base: service.base })
  const wrong = await cli.run('new', '--recipient', ADA, '--framework', 'reactt')
  assert.equal(wrong.code, 2)
  assert.match(wrong.err, /Do you mean react\?/)
  assert.ok(!existsSync(path.join(cli.project, '.formslot.json')))
  const made = await cli.run('new', '--recipient', ADA, '--framework', 'Next.js')
  assert.equal(made.code, 0, made.err)
  assert.ok(
    made.err.includes(String(made.json.endpoint_url)),
    'the response stays alone on the standard output',
  )
  const html = await cli.run('snippet', String(made.json.form_id))
  assert.match(html.out, new RegExp(`^<form action="${made.json.endpoint_url}" method="post">`))
  const vue = await cli.run('snippet', String(made.json.endpoint_url), '--framework', 'vue', '--json')
  assert.equal(vue.json.title, 'Vue')
  const unknown = await cli.run('snippet', 'f_0000000000000000')
  assert.equal(unknown.code, 5, 'a form that does not exist gets no code')
})

test('snippets of telemetry endpoints and queues are printed by their names', async () => {
  await using service = await startService()
  await using cli = await openCommandLine({ base: service.base })
  const telemetry = await cli.run('new', '--recipient', ADA, '--kind', 'telemetry')
  const page = await cli.run('snippet', String(telemetry.json.telemetry_id))
  assert.ok(page.out.includes(String(telemetry.json.telemetry_url)))
  service.pass({ seconds: 2 })
  const queue = await cli.run('new', '--recipient', ADA, '--kind', 'queue')
  const worker = await cli.run('snippet', String(queue.json.queue_id), '--framework', 'worker')
  assert.ok(worker.out.includes(String(queue.json.queue_url)))
  const curl = await cli.run('snippet', String(queue.json.queue_id), '--framework', 'curl-publish')
  assert.match(curl.err, /First, set your key:\nexport QUEUE_KEY=/)
  assert.doesNotMatch(curl.err, /Use it/, 'a command is not followed by what has to come before it')
})
