import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { copy } from '../../src/commands/copy.ts'
import { anyPostgres } from '../support/postgres.ts'
import { startService } from '../support/service.ts'

test('an instance moves from its file to PostgreSQL, with its endpoints, letters and links', async () => {
  await using postgres = await anyPostgres()
  const url = await postgres.createDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-copy-'))
  const old = await startService({ dataDir })
  const endpoint = await old.createEndpoint()
  for (const message of ['one', 'two', 'three']) await old.submit(endpoint, { message })
  const from = `file:${old.databaseFile}`
  const { config } = old
  const lines: string[] = []
  const request = { from, to: url, now: old.now(), show: (line: string) => lines.push(line) }
  const secret = { ...config, secret: null }
  const moved = await copy(secret, request)
  assert.equal(moved.done, true, moved.said)
  assert.match(moved.said, /^ *3 {2}submissions {2}\([0-9a-f]{16}\)$/m)
  assert.ok(lines.some((line) => line.includes('100 %')))
  await assert.rejects(copy(secret, request), /not empty/)

  await old.close()
  await using service = await startService({
    dataDir,
    env: { FORMSLOT_DATABASE_URL: url },
    now: old.now(),
  })
  await service.deliver()
  assert.equal((await service.letters()).length, 3)
  const claimed = await service.get(await service.linkIn('claim'), { accept: 'application/json' })
  assert.equal(claimed.json.claimed, true)
  const status = await service.get(`/f/${endpoint.form_id}/status`)
  assert.equal(status.json.state, 'claimed')
  await service.close()
  await rm(dataDir, { recursive: true })
})
