import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { largePng, PDF } from '../support/fixtures/files.ts'
import { startServiceProcess } from '../support/service/service-process.ts'
import { until } from '../support/service/until.ts'
import { startSmtpFaultServer } from '../support/smtp/fault-server.ts'
import { attach } from './support/clients/attach.ts'
import { openFileForm } from './support/clients/file-form.ts'
import { readSystemCalls, type SystemCall, straceCommand } from './support/disk/system-calls.ts'

const LARGE_BYTES = 2 * 1024 * 1024
const hasStrace = spawnSync('strace', ['-V']).status === 0

test('a file is flushed, renamed and its folder flushed before its row, and all of that before the answer', {
  skip: hasStrace ? false : 'strace is not installed',
}, async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-trace-'))
  const trace = path.join(dataDir, 'trace')
  await using mail = await startSmtpFaultServer()
  await using service = await startServiceProcess({
    dataDir,
    env: { FORMSLOT_SMTP_URL: `smtp://127.0.0.1:${mail.port}`, FORMSLOT_MAIL_FROM: 'emails@formslot.dev' },
    under: straceCommand({
      output: trace,
      calls: ['fsync', 'fdatasync', 'mkdir', 'rename', 'read', 'write', 'writev', 'pwrite64'],
      bytes: 60,
    }),
  })
  assert.ok(service)
  const form = await openFileForm(service.base, {
    recipient: 'ada@lovelace.dev',
    emails: mail.ledger,
    arrived: () => until(() => mail.ledger.length > 0),
  })
  const body = attach({ name: 'Grace' }, [
    ['cv.pdf', PDF],
    ['me.png', largePng(LARGE_BYTES)],
  ])
  const sent = await fetch(`${service.base}/f/${form.id}`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body,
  })
  assert.equal(sent.status, 200)
  await service.stop()

  const road = readRoad(await readSystemCalls(trace), dataDir, `POST /f/${form.id}`)
  assert.equal(road.files.length, 2, 'both files were traced')
  for (const { written, flushed, renaming, renamed, folder } of road.files) {
    assert.ok(written < flushed.began, 'the bytes were flushed after the last of them was written')
    assert.ok(flushed.ended < renaming, 'the bytes were flushed before the file got its name')
    assert.ok(renamed < folder.began, 'the folder was flushed after the file got its name')
    assert.ok(folder.ended < road.log.began, 'the folder was flushed before the row of the file')
  }
  for (const { name, made, entry } of road.folders)
    assert.ok(made < entry.began && entry.ended < road.log.began, `the entry of ${name} was flushed in time`)
  assert.ok(road.folders.length >= 5, 'the folders of the two files were made')
  assert.ok(road.log.ended < road.answered, 'the log was flushed before the answer')
  await rm(dataDir, { recursive: true })
})

type Span = { began: number; ended: number }

/** Positions in the trace of what made the files of one submission durable. What never happened is Infinity. */
type Road = {
  files: { written: number; flushed: Span; renaming: number; renamed: number; folder: Span }[]
  /** Folders that were made for files, and the flush of the folder around each. */
  folders: { name: string; made: number; entry: Span }[]
  /** The last flush of the write-ahead log that ended before the answer. The delivery of the email may begin one, too. */
  log: Span
  answered: number
}

const NEVER: Span = { began: Infinity, ended: Infinity }

function readRoad(calls: readonly SystemCall[], dataDir: string, request: string): Road {
  const files = path.join(dataDir, 'files')
  const isFlush = ({ name, result }: SystemCall) => /^f(?:data)?sync$/.test(name) && result === 0
  const isSent = ({ name, bytes }: SystemCall) =>
    name === 'read' && bytes.toString('latin1').startsWith(request)
  // The form got a first submission, without files.
  const at = calls.findLast(isSent)?.ended ?? assert.fail('the request was traced')
  const later = calls.filter(({ began }) => began > at)
  const answered =
    later.find(
      ({ name, bytes }) => /^writev?$/.test(name) && bytes.toString('latin1').startsWith('HTTP/1.1 200'),
    )?.began ?? assert.fail('the answer was traced')
  const before = later.filter(({ began }) => began < answered)
  const flushOf = (target: string, after: number) =>
    before.find((call) => isFlush(call) && call.target === target && call.began > after) ?? NEVER

  const renames = before.filter(({ name, paths: [, to = ''] }) => name === 'rename' && to.startsWith(files))
  const made = calls.filter(
    ({ name, target, result }) => name === 'mkdir' && result === 0 && target.startsWith(files),
  )
  return {
    files: renames.map(({ paths: [from = '', to = ''], began, ended }) => {
      const writes = before.filter(({ name, target }) => /write/.test(name) && target === from)
      const written = Math.max(...writes.map((write) => write.ended))
      const flushed = before.find((call) => isFlush(call) && call.target === from && call.ended > written)
      const folder = flushOf(path.dirname(to), ended)
      return { written, flushed: flushed ?? NEVER, renaming: began, renamed: ended, folder }
    }),
    folders: made.map(({ target: name, ended }) => ({
      name,
      made: ended,
      entry: flushOf(path.dirname(name), ended),
    })),
    log:
      before.findLast((call) => isFlush(call) && call.target.endsWith('-wal') && call.ended < answered) ??
      NEVER,
    answered,
  }
}
