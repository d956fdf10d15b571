import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtempDisposable, open, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { ADA } from '../support/service/service.ts'
import { startServiceProcess } from '../support/service/service-process.ts'

const MAIN = path.join(import.meta.dirname, '../../src/main.js')
/** EX_IOERR of sysexits.h. */
const IO_ERROR = 74
/** Longer than the second after which a lost file is noticed. */
const NOTICED_MS = 30_000

const temporaryFolder = () => mkdtempDisposable(path.join(tmpdir(), 'formslot-'))

async function startHere(folder: string) {
  const service = await startServiceProcess({ dataDir: folder })
  assert.ok(service)
  const created = await fetch(`${service.base}/new`, {
    method: 'POST',
    body: new URLSearchParams({ recipient: ADA }),
  })
  const { endpoint_url } = (await created.json()) as { endpoint_url: string }
  const submit = async (message: string) => {
    const answer = await fetch(endpoint_url, { method: 'POST', body: new URLSearchParams({ message }) })
    await answer.arrayBuffer()
    return answer.status
  }
  assert.equal(await submit('before'), 200)
  return { service, submit }
}

/** Starts the program as an operator does; returns its exit code and what it says on standard error. */
async function tryToStart(folder: string, ...words: string[]) {
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: {
      PATH: process.env.PATH,
      FORMSLOT_PORT: '0',
      FORMSLOT_LOG_LEVEL: 'silent',
      FORMSLOT_DATA_DIR: folder,
      FORMSLOT_MIN_FREE_MB: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint += String(chunk)
  })
  // A start that succeeds would wait for ever.
  child.stdout.on('data', (chunk) => {
    if (String(chunk).includes('/new')) child.kill('SIGTERM')
  })
  const [code] = (await once(child, 'exit')) as [number]
  return { code, complaint }
}

const LOSSES: Record<string, (file: string, folder: string) => Promise<void>> = {
  'is deleted': (file) => rm(file),
  'is moved away': (file) => rename(file, `${file}.aside`),
  async 'is replaced by a copy'(file, folder) {
    const copy = path.join(folder, 'copy')
    await copyFile(file, copy)
    await rename(copy, file)
  },
  'is emptied': (file) => truncate(file),
  'loses its log': (file) => rm(`${file}-wal`),
  'is removed with its folder': (_, folder) => rm(folder, { recursive: true }),
}

for (const [loss, inflict] of Object.entries(LOSSES)) {
  test(`acknowledges nothing once the database file ${loss}, and exits with 74`, async () => {
    await using place = await temporaryFolder()
    const { service, submit } = await startHere(place.path)
    await inflict(path.join(place.path, 'formslot.db'), place.path)
    const statuses = await Promise.all(
      Array.from({ length: 20 }, (_, sent) =>
        submit(String(sent)).catch((error: unknown) => {
          // The process has ended before it could answer.
          assert.ok(error instanceof TypeError)
          return 503
        }),
      ),
    )
    assert.deepEqual([...new Set(statuses)], [503])
    assert.deepEqual(await service.ended, { code: IO_ERROR, signal: null })
  })
}

for (const loss of ['is deleted', 'is emptied']) {
  test(`an idle service notices within seconds that the database file ${loss}`, async () => {
    await using place = await temporaryFolder()
    const { service } = await startHere(place.path)
    await LOSSES[loss]?.(path.join(place.path, 'formslot.db'), place.path)
    const waiting = new AbortController()
    const ended = await Promise.race([
      service.ended,
      setTimeout(NOTICED_MS, null, { signal: waiting.signal }).catch(() => null),
    ])
    waiting.abort()
    await service.stop('SIGKILL')
    assert.deepEqual(ended, { code: IO_ERROR, signal: null })
  })
}

test('refuses to start on an empty database file, and says how to restore', async () => {
  await using place = await temporaryFolder()
  const { service } = await startHere(place.path)
  await service.stop()
  // As on a new machine: the name of the node is not part of a backup.
  await rm(path.join(place.path, 'node'))
  const file = path.join(place.path, 'formslot.db')
  await truncate(file)
  const { code, complaint } = await tryToStart(place.path)
  assert.equal(code, 1)
  assert.match(complaint, /^Formslot cannot start: .*formslot\.db is empty.*restore.*backup.*\n$/i)
  assert.equal((await stat(file)).size, 0, 'the file is left as it was')
})

test('refuses to start on a database of another program, and leaves it as it was', async () => {
  await using place = await temporaryFolder()
  const { service } = await startHere(place.path)
  await service.stop()
  await rm(path.join(place.path, 'node'))
  const file = path.join(place.path, 'formslot.db')
  await rm(file)
  {
    using other = new DatabaseSync(file)
    other.exec('create table recipes (name)')
  }
  const { code, complaint } = await tryToStart(place.path)
  assert.equal(code, 1)
  assert.match(complaint, /^Formslot cannot start: .*formslot\.db has no Formslot tables.*backup.*\n$/i)
  using other = new DatabaseSync(file, { readOnly: true })
  assert.deepEqual(
    other
      .prepare('select name from sqlite_master')
      .all()
      .map(({ name }) => name),
    ['recipes'],
  )
})

test('says in one line what to do about a damaged database file', async () => {
  await using place = await temporaryFolder()
  const { service } = await startHere(place.path)
  await service.stop()
  const file = path.join(place.path, 'formslot.db')
  const whole = path.join(place.path, 'whole')
  await copyFile(file, whole)
  const damages: Record<string, () => Promise<void>> = {
    'is not a database': () => writeFile(file, 'not a database at all '.repeat(1000)),
    async 'is cut short'() {
      await truncate(file, 4096 * 3)
    },
    async 'has a page of garbage'() {
      await using handle = await open(file, 'r+')
      const { size } = await handle.stat()
      for (let page = 1; page * 4096 < size; page += 1)
        await handle.write(Buffer.alloc(4000, 7), 0, 4000, page * 4096)
    },
  }
  for (const [damage, inflict] of Object.entries(damages)) {
    await copyFile(whole, file)
    await inflict()
    const commands = damage === 'is not a database' ? [[], ['migrate'], ['plan', 'list']] : [[]]
    for (const words of commands) {
      const { code, complaint } = await tryToStart(place.path, ...words)
      assert.equal(code, 1, `${damage}: ${complaint}`)
      assert.match(complaint, /^Formslot cannot \w+: .*formslot\.db is damaged.*backup.*\n$/, damage)
    }
  }
})

test('a first start that was killed at any moment can be repeated', async () => {
  await using place = await temporaryFolder()
  for (let life = 0; life < 8; life += 1) {
    const folder = path.join(place.path, String(life))
    const child = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env.PATH, FORMSLOT_PORT: '0', FORMSLOT_DATA_DIR: folder },
      stdio: 'ignore',
    })
    await Promise.race([once(child, 'exit'), setTimeout(life * 60)])
    child.kill('SIGKILL')
    const { code, complaint } = await tryToStart(folder)
    assert.deepEqual({ code, complaint }, { code: 0, complaint: '' })
  }
})
