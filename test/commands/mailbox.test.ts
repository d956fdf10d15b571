import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { killOnExit } from '../support/run/kill-on-exit.ts'
import { ADA, BO, startService } from '../support/service/service.ts'
import { until } from '../support/service/until.ts'

const MAIN = path.resolve(import.meta.dirname, '../../src/main.js')
const runFile = promisify(execFile)
/** Sets the title of the terminal, colors, moves the cursor back, and reverses the direction of the text. */
const ESCAPES = '\u001b]0;owned\u0007\u001b[31mred\u001b[2J\r\u009b1Aup\u202egnp.exe\u0000'

function envOf(dataDir: string) {
  return { PATH: process.env.PATH, FORMSLOT_DATA_DIR: dataDir }
}

async function mailbox(dataDir: string, ...words: string[]): Promise<string> {
  return (await runFile(process.execPath, [MAIN, 'mailbox', ...words], { env: envOf(dataDir) })).stdout
}

test('lists the emails of the embedded mailbox, shows one with its link, and follows new ones', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-'))
  await using service = await startService({
    mail: 'embedded',
    dataDir: folder.path,
    now: new Date('2026-11-10T09:00:00.000Z'),
  })
  assert.equal(await mailbox(folder.path), `There are no emails in ${path.join(folder.path, 'mailbox')}.\n`)
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: `hello ${ESCAPES}`, 'na\u001b[1mme': 'x' })
  await service.deliver()
  service.pass({ minutes: 1 })
  await service.submit(await service.createEndpoint(BO), { message: 'later' })
  await service.deliver()

  const lines = (await mailbox(folder.path)).trimEnd().split('\n')
  assert.equal(lines.length, 2)
  const [first = '', second = ''] = lines
  assert.match(first, new RegExp(`^[0-9a-f]{8}  2026-11-10 09:\\d\\d:\\d\\d  ${ADA} +\\S`))
  assert.ok(second.includes(BO), 'the newest is last')

  const id = first.slice(0, 8)
  const shown = await mailbox(folder.path, id)
  assert.match(shown, new RegExp(`^id: {6}${id}\ndate: .+\nfrom: .+\nto: .+${ADA}\nsubject: .+\n\n`))
  assert.match(shown, new RegExp(`${service.base}/claim/[0-9a-z]+`))
  assert.match(shown, /hello red/)
  for (const character of shown) {
    const code = character.codePointAt(0) ?? 0
    const isPlain = character === '\n' || (code >= 0x20 && !(code >= 0x7f && code <= 0x9f))
    assert.ok(isPlain && character !== '\u202e', `U+${code.toString(16)} reaches the terminal`)
  }
  await assert.rejects(mailbox(folder.path, 'ffffffffffff'), {
    code: 1,
    stderr: 'There is no email "ffffffffffff". List them with: formslot-server mailbox\n',
  })

  const following = spawn(process.execPath, [MAIN, 'mailbox', '--follow'], { env: envOf(folder.path) })
  killOnExit(following)
  let followed = ''
  following.stdout.on('data', (chunk) => {
    followed += String(chunk)
  })
  await until(() => followed.includes('Waiting'))
  await service.submit(await service.createEndpoint('grace@navy.dev'), { message: 'the newest of all' })
  await service.deliver()
  await until(() => followed.includes('/claim/'))
  assert.match(followed, /the newest of all/)
  assert.doesNotMatch(followed, /later/)
  following.kill('SIGINT')
  await once(following, 'exit')
})

test('rejects an option of another command, and a missing argument', async () => {
  for (const [words, problem] of [
    [['doctor', '--follow'], '--follow works only with mailbox.'],
    [['serve', '--json'], '--json works only with doctor and plan.'],
    [['copy', '--from', 'file:a'], 'copy needs --from and --to.'],
    [['copy-files'], 'copy-files needs one of --from and --to.'],
    [['copy-files', '--from', 'file:a', '--to', 'file:b'], 'copy-files needs one of --from and --to.'],
    [['suppress'], 'suppress needs an email address.'],
    [['mailbox', 'a', 'b'], 'Unexpected argument "b".'],
    [['mailbox', 'a', '--follow'], '--follow shows new emails: leave the id out.'],
    [['toString'], 'Unknown command "toString".'],
  ] as const) {
    const failed = await runFile(process.execPath, [MAIN, ...words]).catch((error: unknown) => error)
    assert.ok(failed instanceof Error && 'code' in failed && 'stderr' in failed)
    assert.equal(failed.code, 64)
    assert.ok(String(failed.stderr).startsWith(`${problem}\n`), String(failed.stderr))
  }
})
