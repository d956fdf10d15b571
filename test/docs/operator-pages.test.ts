import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { SERVER_COMMANDS } from '../../client/src/run.ts'
import { COMMANDS } from '../../src/commands/arguments.ts'
import { readConfig } from '../../src/config/config.ts'
import { GUIDES } from '../../src/http/pages/docs/docs-site.ts'
import { JANE, openGuide } from '../support/docs/guide.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { aboutTheFile } from '../support/postgres/test-database.ts'
import { startService } from '../support/service/service.ts'

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '../..')
const PREFIX = path.join(tmpdir(), 'formslot-')
/** Run by the tests of the README and of the package. */
const INSTALLS = ['npm ci && npm start', 'npm ci && npm pack', 'npm install --global ./formslot-server-*.tgz']
const COMMAND_NAMES = Object.keys(COMMANDS)
  .filter((name) => name !== 'help')
  .sort()
/** Needs a PostgreSQL server; `test/commands/copy.test.ts` runs it. */
const COPIES = /^npm start -- copy --from file:\S+ --to postgres:/

test('every guide with shell commands has a test that runs them', () => {
  const tests = readdirSync(import.meta.dirname).map((file) =>
    readFileSync(path.join(import.meta.dirname, file), 'utf8'),
  )
  const guides = GUIDES.flatMap(({ files }) => files)
  for (const guide of guides) {
    const text = readFileSync(path.join(ROOT, 'docs', `${guide}.md`), 'utf8')
    if (!text.includes('```sh')) continue
    assert.ok(
      tests.some((source) => source.includes(`openGuide('${guide}.md'`)),
      `${guide}.md`,
    )
  }
})

test('the self-hosting page and the help of the server list every command of the server, and no other', async () => {
  const { text } = await openGuide('self-hosting.md', '')
  const rows = text.split('\n').filter((line) => line.startsWith('| `formslot-server '))
  const documented = rows.flatMap((row) => [
    ...(row.split('|')[1] ?? '').matchAll(/`formslot-server ([a-z-]+)`/g),
  ])
  assert.deepEqual(documented.map(([, name]) => name).sort(), COMMAND_NAMES)
  const help = (await run(process.execPath, [path.join(ROOT, 'src/main.js'), 'help'])).stdout
  const listed = [...help.matchAll(/^ {2}formslot-server \[?([a-z]+(?:-[a-z]+)*)/gm)].map(([, name]) => name)
  assert.deepEqual([...new Set(listed)].filter((name) => name !== 'help').sort(), COMMAND_NAMES)
  assert.deepEqual([...SERVER_COMMANDS].sort(), COMMAND_NAMES)
})

test('every setting in the examples of the self-hosting page is valid', async () => {
  await using folder = await mkdtempDisposable(PREFIX)
  const guide = await openGuide('self-hosting.md', '')
  const blocks = guide.blocks('sh').filter((block) => block.startsWith('FORMSLOT_'))
  assert.equal(blocks.length, 5)
  // A public address needs a mail server: each example is added to those before it.
  const env: Record<string, string> = { FORMSLOT_DATA_DIR: folder.path }
  for (const block of blocks) {
    const { stdout } = await run('env', ['-i', 'bash', '-c', `set -a\n${block}env -0`])
    for (const line of stdout.split('\0').filter((one) => one.startsWith('FORMSLOT_'))) {
      const [name = '', ...value] = line.split('=')
      env[name] = value.join('=')
      if (!name.endsWith('_FILE')) continue
      // The files of the example belong to another machine.
      env[name] = path.join(folder.path, name)
      await writeFile(env[name], randomBytes(32).toString('base64'))
    }
    const read = readConfig(env)
    assert.equal(read.kind, 'ok', `${block} ${JSON.stringify(read)}`)
  }
})

test('the commands of the self-hosting page work beside a running service', {
  skip: aboutTheFile,
}, async () => {
  await using folder = await mkdtempDisposable(PREFIX)
  await using service = await startService({ dataDir: folder.path, now: new Date() })
  await signIn(service, JANE)
  const guide = await openGuide('self-hosting.md', '')
  const commands = guide
    .commands()
    .filter((line) => line.startsWith('npm '))
    .filter((line) => !INSTALLS.includes(line))
  assert.equal(commands.length, 9)
  const outputs = []
  for (const command of commands) outputs.push(await runProgram(command, folder.path))
  const [list, show, set, mailbox, unsuppress, suppress, backup, checked, restored] = outputs
  assert.match(list ?? '', /^pro /m)
  assert.match(show ?? '', /free/)
  assert.match(set ?? '', /is now on pro/)
  assert.match(mailbox ?? '', /^There are no emails in /)
  assert.ok(unsuppress?.includes(JANE))
  assert.ok(suppress?.includes(JANE))
  assert.match(backup ?? '', /accounts 1, /)
  assert.match(checked ?? '', /is complete/)
  assert.match(restored ?? '', /^Restoring .*\.\nRestored to /)
})

test('the commands of the scaling page work on a stopped service', { skip: aboutTheFile }, async () => {
  await using folder = await mkdtempDisposable(PREFIX)
  const service = await startService({ dataDir: folder.path })
  await service.close()
  const guide = await openGuide('scaling.md', '')
  const [migrate = '', copy = '', ...others] = guide.commands()
  assert.deepEqual(others, [])
  assert.match(await runProgram(migrate, folder.path), /\S/)
  assert.match(copy, COPIES)
})

test('the commands of the page for operators work beside a running service', {
  skip: aboutTheFile,
}, async () => {
  await using folder = await mkdtempDisposable(PREFIX)
  await using service = await startService({ dataDir: folder.path, now: new Date() })
  const { endpoint } = await signIn(service, JANE)
  const guide = await openGuide('operator.md', '')
  const commands = guide.commands().map((line) => line.replace(/f_\w{16}/, String(endpoint.form_id)))
  assert.equal(commands.length, 8)
  const outputs = []
  for (const command of commands) outputs.push(await runProgram(command, folder.path))
  const [suspended, lifted, counted, ofOwner, elsewhere, erased, account, deleted] = outputs
  assert.match(suspended ?? '', /^f_\w+ is suspended\./)
  assert.match(lifted ?? '', /^f_\w+ is no longer suspended\./)
  for (const output of [counted, ofOwner, elsewhere, erased])
    assert.match(output ?? '', /^No submission was sent by/)
  assert.match(account ?? '', /Nothing was deleted/)
  assert.match(deleted ?? '', /^Deleted the account/)
})

/** Runs a command of a guide with the program of this source tree. */
async function runProgram(command: string, dataDir: string): Promise<string> {
  const [, words = ''] = /^npm start -- (.+)$/.exec(command) ?? []
  const env = { PATH: process.env.PATH, FORMSLOT_DATA_DIR: dataDir, FORMSLOT_MIN_FREE_MB: '0' }
  const program = [
    path.join(ROOT, 'src/main.js'),
    ...(words.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', '')),
  ]
  return (await run(process.execPath, program, { env, cwd: dataDir })).stdout
}
