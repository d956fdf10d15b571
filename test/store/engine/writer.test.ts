import assert from 'node:assert/strict'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { StoreUnavailable } from '../../../src/store/contract/errors.ts'
import { connectSqlite } from '../../../src/store/dialects/sqlite/connect.ts'
import { migrate } from '../../../src/store/engine/migrate.ts'
import { createWriter } from '../../../src/store/writer.ts'
import { NOW } from '../../support/stores/stores.ts'

test('a disk that is too full even for new keys is noticed by the write that needs them', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-writer-'))
  const connection = connectSqlite(path.join(folder.path, 'formslot.db'))
  await migrate(connection, { now: NOW, hmacSecret: 'the secret' })
  let freeBytes = 1
  const writer = createWriter({
    connection: {
      ...connection,
      freeBytes: () => freeBytes,
      transaction: async () => {
        throw new StoreUnavailable('full')
      },
    },
    minFreeBytes: 1,
    onBroken: (error) => assert.fail(error),
    onCommitted: () => assert.fail('nothing was written'),
    failpoint: undefined,
  })
  assert.equal(writer.hasRoom(), true)
  freeBytes = 0
  const write = writer.write(async ({ nextKey }) => nextKey(), { keysAt: NOW })
  await assert.rejects(write, StoreUnavailable)
  assert.equal(writer.hasRoom(), false)
  await writer.close()
  await connection.close()
})
