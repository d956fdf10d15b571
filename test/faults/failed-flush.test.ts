import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { createKeys } from '../../src/ids/keys.ts'
import { startServiceProcess } from '../support/service/service-process.ts'
import { SECRET } from './support/fixture.ts'

const hasStrace = spawnSync('strace', ['-V']).status === 0
/** Flushes that succeed on each thread; then the disk fails. */
const FLUSHES = 10
const IO_ERROR = 74
/** More than all threads flush together before each has failed. */
const MAX_SUBMISSIONS = 200

test('a submission whose flush fails is not acknowledged, and nothing after it: the process ends with 74', {
  skip: hasStrace ? false : 'strace is not installed',
}, async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-eio-'))
  const inject = `inject=fdatasync:error=EIO:when=${FLUSHES + 1}+`
  await using service = await startServiceProcess({
    dataDir: folder.path,
    env: { FORMSLOT_SECRET: SECRET },
    under: [
      'strace',
      '-f',
      '-qq',
      '-o',
      path.join(folder.path, 'trace'),
      '-e',
      'trace=fdatasync',
      '-e',
      inject,
    ],
  })
  assert.ok(service)
  const { base } = service
  const created = await fetch(new URL('/new', base), {
    method: 'POST',
    body: new URLSearchParams({ recipient: 'ada@lovelace.dev' }),
  })
  const { form_id } = (await created.json()) as { form_id: string }
  const acknowledged: string[] = []
  let refused = 0
  for (let sent = 0; sent < MAX_SUBMISSIONS && refused === 0; sent += 1) {
    const answer = await fetch(new URL(`/f/${form_id}`, base), {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ message: `number ${sent}` }),
    }).catch(() => null)
    if (answer?.status !== 200) refused += 1
    else acknowledged.push(((await answer.json()) as { submission_id: string }).submission_id)
  }
  assert.equal(refused, 1, 'the disk failed')
  assert.ok(acknowledged.length > 0, 'before that, submissions were acknowledged')
  assert.deepEqual(await service.ended, { code: IO_ERROR, signal: null })
  using database = new DatabaseSync(path.join(folder.path, 'formslot.db'))
  const keys = createKeys(SECRET)
  const stored = database
    .prepare('select key from submissions')
    .all()
    .map(({ key }) => keys.submissionId(Number(key)))
  for (const id of acknowledged) assert.ok(stored.includes(id), `${id} is stored`)
})
