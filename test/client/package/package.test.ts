import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { openBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { serveFolder } from '../../support/browser/folder-site.ts'
import { startReceiver } from '../../support/client/listening.ts'
import { installPackedClient, listNodes } from '../../support/client/packed-client.ts'
import { fillForm } from '../../support/docs/guide.ts'
import { codeIn, signIn } from '../../support/fixtures/owner.ts'
import { ADA, startService } from '../../support/service/service.ts'

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '../../..')

describe('the package formslot, packed and installed into an empty directory', () => {
  let client: Awaited<ReturnType<typeof installPackedClient>>
  before(async () => {
    client = await installPackedClient()
  })
  after(() => client[Symbol.asyncDispose]())

  test('contains plain JavaScript and types without dependencies, and nothing else', async () => {
    const manifest = JSON.parse(await readFile(path.join(client.installed, 'package.json'), 'utf8'))
    assert.equal(manifest.dependencies, undefined)
    const files = globSync('**/*.*', { cwd: client.installed }).sort()
    const unexpected = files.filter(
      (file) => !/^(package\.json|README\.md|LICENSE|main\.js|dist\/[\w/-]+\.(js|d\.ts))$/.test(file),
    )
    assert.deepEqual(unexpected, [])
    // The bundler chooses the names of the parts that it shares with the command line.
    const parts = new Map<string, string>()
    const waiting = ['client.js']
    for (const name of waiting) {
      if (parts.has(name)) continue
      const code = await readFile(path.join(client.installed, 'dist', name), 'utf8')
      parts.set(name, code)
      for (const [, part = ''] of code.matchAll(/\b(?:from|import)\s*\(?\s*"\.\/([^"]+)"/g))
        waiting.push(part)
    }
    const all = [...parts.values()].join('\n')
    assert.match(all, /\bfetch\b/, 'the parts that send requests are among them')
    assert.doesNotMatch(all, /\bnode:|\bprocess\b|\bBuffer\b/, 'edge runtimes have none of these')
  })

  for (const { version, file: node, skip } of listNodes()) {
    test(`every command works on Node ${version}, with its exit code`, { skip }, async () => {
      await using receiver = await startReceiver()
      await using service = await startService({ egressPorts: [receiver.port], now: new Date() })
      await rm(path.join(client.project, '.formslot.json'), { force: true })
      await rm(path.join(client.folder, 'config'), { recursive: true, force: true })
      const base = ['--base', service.base]
      const call = (...args: string[]) => client.run(node, ...args)
      assert.equal((await call('--version')).code, 0)
      assert.equal((await call('new', '--recipient', ADA)).code, 2, 'no instance is chosen')
      const form = await call('new', '--recipient', ADA, ...base, '--env', `.env.${version}`)
      assert.equal(form.code, 0, form.err)
      assert.equal((await call('new', '--recipient', ADA, '--env', `.env.${version}`)).code, 3)
      assert.equal((await call('new', '--recipient', 'bo@builds.dev')).code, 6)
      assert.equal((await call('new', '--recipient', 'x')).code, 4)
      const id = String(form.json.form_id)
      assert.equal((await call('status', id)).json.state, 'unclaimed')
      assert.equal((await call('status', 'f_0000000000000000')).code, 5)
      assert.equal((await call('try', id, 'message=Hello')).json.would_succeed, true)
      assert.equal((await call('submit', id, 'email=bo@builds.dev', 'message=Hello')).json.ok, true)
      assert.match((await call('snippet', id, '--framework', 'astro')).out, /<form/)
      assert.equal((await call('inbox')).code, 7)
      assert.equal((await call('status', id, '--base', 'http://127.0.0.1:9', '--yes')).code, 8)

      service.pass({ minutes: 2 })
      await signIn(service)
      assert.equal((await call('login', '--email', ADA)).code, 0)
      const signedIn = await call('login', '--email', ADA, '--code', await codeIn(service), '--write')
      assert.equal(signedIn.code, 0, signedIn.err)
      const inbox = await call('inbox')
      const [{ id: submission }] = Object(inbox.json.data)
      assert.equal(Object((await call('show', submission)).json.fields).length, 1)
      assert.match((await call('export', '--format', 'ndjson')).out, /the first/)
      const listened = await call('listen', '--to', receiver.url, '--replay', '1', '--count', '1')
      assert.equal(listened.json.status, 204, listened.err)
      const [received] = receiver.requests
      const [, secret = ''] = /^Signing secret: (\S+)$/m.exec(listened.err) ?? []
      assert.ok(received)
      new Webhook(secret).verify(received.body, received.headers as Record<string, string>)

      const [{ endpoint_id: owned }] = Object(inbox.json.data)
      const destinations = (action: string, ...args: string[]) => call('destinations', action, owned, ...args)
      const added = await destinations('add', 'webhook', receiver.url)
      assert.equal(added.code, 0, added.err)
      const hook = String(added.json.id)
      assert.equal((await destinations('test', hook)).json.reached, true)
      const test = receiver.requests.at(-1)
      assert.ok(test)
      new Webhook(String(added.json.secret)).verify(test.body, test.headers as Record<string, string>)
      assert.equal((await destinations('remove', hook)).code, 0)

      service.pass({ minutes: 2 })
      const telemetry = await call('new', '--recipient', ADA, '--kind', 'telemetry')
      await service.post(String(telemetry.json.telemetry_url), { json: { name: 'start' } })
      const tail = await call('tail', String(telemetry.json.telemetry_id), '--count', '1')
      assert.equal(tail.json.name, 'start', tail.err)
      assert.equal(tail.code, 0, 'it ends although the stream goes on')
      service.pass({ minutes: 2 })
      const queue = String((await call('new', '--recipient', ADA, '--kind', 'queue')).json.queue_id)
      assert.equal((await call('publish', queue, '{"order":1}')).code, 0)
      const [{ lease_id: lease }] = Object((await call('pull', queue)).json.messages)
      assert.equal((await call('ack', queue, lease)).json.ackCount, 1)
      const mcp = await call('mcp')
      assert.equal(mcp.code, 0, mcp.err)
    })

    test(`the JavaScript client works on Node ${version}`, { skip }, async () => {
      await using service = await startService()
      const script = path.join(client.project, `client-${version}.js`)
      await writeFile(
        script,
        `import { createEndpoint, status, submit } from 'formslot'
const created = await createEndpoint(process.argv[2], { recipient: '${ADA}' })
const form = new FormData()
form.append('message', 'Hello')
const sent = await submit(created.endpoint_url, form)
console.log(JSON.stringify({ created, sent, status: await status(created.endpoint_url) }))
`,
      )
      const { stdout } = await run(node, [script, service.base])
      const { created, sent, status } = JSON.parse(stdout)
      assert.equal(created.ok, true)
      assert.match(sent.submissionId, /^sub_/)
      assert.deepEqual([status.claim_email_sent, status.claim_email_state], [false, 'queued'])
    })
  }

  test('the JavaScript client sends a form from a page of another site', {
    skip: withoutBrowser,
  }, async () => {
    await using service = await startService()
    const { endpoint_url: url } = await service.createEndpoint()
    const page = `<!doctype html><link rel="icon" href="data:,"><form><input name="message" value="Hello"></form><output></output>
<script type="module">
import { submit } from './node_modules/formslot/dist/client.js'
const url = '${url}'
const form = new FormData(document.forms[0])
const sent = await submit(url, form, { idempotencyKey: 'from-the-page' })
const repeated = await submit(url, form, { idempotencyKey: 'from-the-page' })
const refused = await submit(url, {}, {})
document.querySelector('output').textContent = JSON.stringify({ sent, repeated, refused })
</script>`
    await writeFile(path.join(client.project, 'index.html'), page)
    await using site = await serveFolder(client.project)
    await using browser = await openBrowser(service, site.origin)
    const tab = await browser.newContext().then((context) => context.newPage())
    await tab.goto(site.origin)
    const output = tab.locator('output', { hasText: 'sent' })
    await output.waitFor()
    const { sent, repeated, refused } = JSON.parse((await output.textContent()) ?? '')
    assert.equal(sent.ok, true)
    assert.deepEqual(repeated, sent)
    assert.equal(refused.code, 'fields_missing')
  })

  test('a terminal gets words, color, and no escape of a submission', async () => {
    await using service = await startService()
    const endpoint = await service.createEndpoint()
    const words = await client.type(`${process.execPath} ${client.bin} status ${endpoint.endpoint_url} --yes`)
    assert.equal(words.code, 0, words.out)
    assert.match(words.out, /\u001b\[1mThis form is active and unclaimed\.\u001b\[22m/)
    const agent = await client.type(
      `CLAUDECODE=1 ${process.execPath} ${client.bin} status ${endpoint.endpoint_url} --yes`,
    )
    assert.match(agent.out, /^\{"exists":true/)
    const wrong = await client.type(
      `NO_COLOR=1 ${process.execPath} ${client.bin} status f_0000000000000000 --base ${service.base} --yes`,
    )
    assert.equal(wrong.code, 5)
    assert.match(wrong.out, /^✗ Nothing exists at this address/)
  })

  test('a reader that closes the output early is no error', async () => {
    const piped = await client.type(`${process.execPath} ${client.bin} --help | head -1`)
    assert.match(piped.out, /formslot/)
    assert.doesNotMatch(piped.out, /EPIPE/)
  })

  test('an agent that knows only the base address makes the form of a page work, by npx alone', async () => {
    await using service = await startService()
    const empty = path.join(client.folder, 'empty')
    await mkdir(empty, { recursive: true })
    const env: NodeJS.ProcessEnv = { ...process.env, npm_config_cache: path.join(client.folder, 'cache') }
    const npx = (...args: string[]) =>
      run('npx', ['--yes', '--offline', '--package', client.tarball, 'formslot', ...args], {
        cwd: empty,
        env,
      })

    const help = await npx('--help')
    for (const command of ['new', 'snippet', 'status', 'try'])
      assert.match(help.stdout, new RegExp(`^  ${command} `, 'm'))
    const invented = await npx('new', '--base', service.base, '--recipient', 'you@example.com').catch(
      (error: { code: number; stderr: string }) => error,
    )
    assert.equal(Object(invented).code, 4)
    assert.match(invented.stderr, /Ask the user for their real email address/)

    const created = JSON.parse((await npx('new', '--base', service.base, '--recipient', ADA)).stdout)
    const { stdout: page } = await npx('snippet', created.form_id, '--framework', 'html')
    assert.ok(page.includes(`action="${created.endpoint_url}"`))
    const tried = await npx('try', created.form_id, 'name=Jane', 'email=jane@acme.org', 'message=Hello')
    assert.deepEqual(JSON.parse(tried.stdout).warnings, [])
    const status = JSON.parse((await npx('status', created.form_id)).stdout)
    assert.deepEqual([status.active, status.claim_email_sent], [true, false])
    await service.deliver()
    assert.deepEqual(service.receivedEmails, [], 'the agent has sent nothing')

    // A visitor of the page.
    assert.equal((await fillForm(service, page)).json.ok, true)
    assert.match(await service.linkIn('claim'), /\/claim\//)
  })

  test('TypeScript knows the client by its published types', async () => {
    const file = path.join(client.project, 'page.ts')
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom',
    ]
    const check = (code: string) =>
      writeFile(file, code).then(() =>
        run(path.join(ROOT, 'node_modules/.bin/tsc'), [...options, '--types', '', file], {
          cwd: client.project,
        }).then(
          () => '',
          (error: { stdout: string }) => error.stdout,
        ),
      )
    const good = `import { createEndpoint, type Failure, submit } from 'formslot'
const sent = await submit('https://forms.example.org/f/f_1', { message: 'Hello' })
const text: string = sent.ok ? sent.submissionId : sent.error
const queue = await createEndpoint('https://forms.example.org', { recipient: 'ada@acme.org', kind: 'queue' })
const key: string | undefined = queue.ok ? queue.api_key : undefined
const failure: Failure | null = sent.ok ? null : sent
export { failure, key, text }
`
    assert.equal(await check(good), '')
    assert.match(await check(good.replace('sent.submissionId', 'sent.submission')), /submission/)
  })
})
