import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { StoreBroken } from '../../../../src/store/contract/errors.ts'
import { connectSqlite } from '../../../../src/store/dialects/sqlite/connect.ts'
import { afterFlush, openLogFlush } from '../../../../src/store/dialects/sqlite/write-ahead-log.ts'

const PREFIX = path.join(tmpdir(), 'formslot-flush-')

test('a flush covers what was committed before it began, and what commits meanwhile waits for the next', async () => {
  await using folder = await mkdtempDisposable(PREFIX)
  const file = path.join(folder.path, 'log')
  writeFileSync(file, 'frames')
  const log = openLogFlush(file)
  assert.equal(log.awaitFlush(), null, 'nothing was committed')
  log.recordCommit()
  const first = log.awaitFlush()
  assert.ok(first)
  assert.equal(log.awaitFlush(), first, 'it is shared')
  log.recordCommit()
  const second = log.awaitFlush()
  assert.notEqual(second, first)
  assert.equal(log.awaitFlush(), second, 'it is shared, too')
  let isFirstOver = false
  first.then(() => {
    isFirstOver = true
  })
  await second
  assert.ok(isFirstOver, 'one runs after the other')
  assert.equal(log.awaitFlush(), null, 'everything is flushed')
  log.recordCommit()
  const third = log.awaitFlush()
  log.recordCommit()
  await third
  const fourth = log.awaitFlush()
  assert.ok(fourth, 'nobody has asked for the last commit before')
  await fourth
  await log.close()
})

test('closing waits for the flush in progress and the one after it', async () => {
  await using folder = await mkdtempDisposable(PREFIX)
  const file = path.join(folder.path, 'log')
  writeFileSync(file, 'frames')
  const log = openLogFlush(file)
  const ended: string[] = []
  for (const name of ['running', 'waiting']) {
    log.recordCommit()
    log.awaitFlush()?.then(() => ended.push(name))
  }
  await log.close()
  assert.deepEqual(ended, ['running', 'waiting'])
})

test('after a failed flush none is tried, and no read returns what may be lost', async () => {
  await using folder = await mkdtempDisposable(PREFIX)
  // The system refuses to flush a pipe.
  const file = path.join(folder.path, 'log')
  execFileSync('mkfifo', [file])
  const log = openLogFlush(file)
  const connection = connectSqlite(path.join(folder.path, 'formslot.db'))
  const reads = connection.reads.withPlugin(afterFlush(log))
  const read = () => sql`select 1 as one`.execute(reads)
  assert.equal((await read()).rows.length, 1)
  log.recordCommit()
  const first = log.awaitFlush()
  log.recordCommit()
  const [flushed, next, seen] = await Promise.allSettled([first, log.awaitFlush(), read()])
  for (const each of [flushed, next, seen])
    assert.ok(each.status === 'rejected' && each.reason instanceof StoreBroken)
  assert.ok(flushed.status === 'rejected' && next.status === 'rejected')
  assert.equal(next.reason, flushed.reason, 'the next one was not even begun')
  await assert.rejects(Promise.resolve(log.awaitFlush()), StoreBroken)
  await assert.rejects(read(), StoreBroken)
  await log.close()
  await connection.close()
})

test('a read that sees a commit during its flush returns after it', async () => {
  await using folder = await mkdtempDisposable(PREFIX)
  const connection = connectSqlite(path.join(folder.path, 'formslot.db'))
  await connection.transaction(({ db }) => sql`create table seen (number integer)`.execute(db))
  const order: string[] = []
  let seen: Promise<void> | undefined
  await connection.transaction(
    ({ db }) => sql`insert into seen values (1)`.execute(db),
    () => {
      order.push('committed')
      seen = sql`select number from seen`.execute(connection.reads).then(({ rows }) => {
        order.push(`read ${rows.length}`)
      })
      endOfTurn().then(() => order.push('end of turn'))
    },
  )
  await seen
  await connection.close()
  assert.deepEqual(order, ['committed', 'end of turn', 'read 1'])
})

/** Waits for more steps than a read takes, all in the same turn of the event loop, in which no flush can end. */
async function endOfTurn(): Promise<void> {
  for (let step = 0; step < 1000; step += 1) await null
}
