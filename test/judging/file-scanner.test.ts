import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { pino } from 'pino'
import type { StoredFile } from '../../src/domain/files/stored-file.ts'
import type { Clamd, FileScan } from '../../src/judging/engines/clamd.ts'
import { createFileScanner } from '../../src/judging/file-scanner.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { FilesUnavailable } from '../../src/store/contract/errors.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const NEVER = new AbortController().signal
const AWAY: FileScan = { kind: 'unreachable', cause: 'unreachable', reason: 'ECONNREFUSED' }

type Row = Pick<StoredFile, 'key' | 'place' | 'scan' | 'malware'>

/** Opens a scanner over these files, each of which has its result as content. */
function open(contents: readonly (FileScan | 'missing' | 'broken' | 'hanging')[]) {
  const rows: Row[] = contents.map((_, key) => ({ key, place: String(key), scan: 'waiting', malware: null }))
  const scanned: number[] = []
  const opened: Readable[] = []
  const clamd: Clamd = {
    scan(file, signal) {
      opened.push(file)
      const content = contents[scanned.at(-1) ?? 0]
      if (content === 'hanging') {
        const { promise, resolve } = Promise.withResolvers<FileScan>()
        signal.addEventListener('abort', () =>
          resolve({ kind: 'unreachable', cause: 'timeout', reason: 'no answer in time' }),
        )
        return promise
      }
      return Promise.resolve(typeof content === 'object' ? content : assert.fail())
    },
    ping: () => assert.fail(),
    version: () => assert.fail(),
    accepts: () => assert.fail(),
  }
  const scanner = createFileScanner(clamd, {
    rows: {
      listFilesOf: async () => rows.map((row) => ({ ...FILE, ...row })),
      listUnscanned: async ({ limit }) => rows.filter((row) => row.scan === 'waiting').slice(0, limit),
      async saveScan({ key, scan, malware }) {
        Object.assign(rows[key] ?? assert.fail(), { scan, malware })
        return { found: scan === 'found' }
      },
      async saveRescan({ key, scan, malware }) {
        Object.assign(rows[key] ?? assert.fail(), { scan, malware })
      },
    },
    fileStore: {
      async open(place) {
        scanned.push(Number(place))
        const content = contents[Number(place)]
        if (content === 'missing') return null
        if (content === 'broken') throw new FilesUnavailable('the bucket is away')
        return { bytes: 1, stream: Readable.from(['x']) }
      },
    },
    clock: { now: () => NOW },
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
  })
  return { scanner, rows, scanned, results: () => rows.map(({ scan }) => scan) }
}

const FILE: StoredFile = {
  ...{ key: 0, submissionKey: 0, place: '', scan: 'waiting', malware: null },
  ...{ field: 'cv', name: 'cv.txt', type: 'text/plain', bytes: 1, sha256: '', linkVersion: 0 },
}
const CLEAN: FileScan = { kind: 'clean' }
const FOUND: FileScan = { kind: 'found', malware: 'Win.Test' }

test('scans the files of a submission until one has malware', async () => {
  const { scanner, results } = open([CLEAN, { kind: 'too_large' }, FOUND, CLEAN])
  assert.deepEqual(await scanner.judge(1, NEVER), { malware: 'Win.Test' })
  assert.deepEqual(results(), ['clean', 'too_large', 'found', 'waiting'])
})

test('a file that has a result is not scanned again, and malware that was found before counts', async () => {
  const { scanner, rows, scanned } = open([CLEAN, CLEAN, FOUND])
  Object.assign(rows[0] ?? {}, { scan: 'clean' })
  Object.assign(rows[2] ?? {}, { scan: 'found', malware: 'Win.Old' })
  assert.deepEqual(await scanner.judge(1, NEVER), { malware: 'Win.Old' })
  assert.deepEqual(scanned, [1])
})

test('asks a scanner that does not answer once for a submission', async () => {
  const { scanner, scanned, results } = open([CLEAN, AWAY, FOUND])
  assert.deepEqual(await scanner.judge(1, NEVER), { malware: null })
  assert.deepEqual(scanned, [0, 1])
  assert.deepEqual(results(), ['clean', 'unreachable', 'unreachable'])
})

test('files whose bytes cannot be read are not scanned, and the others are', async () => {
  const { scanner, results } = open(['missing', 'broken', FOUND])
  assert.deepEqual(await scanner.judge(1, NEVER), { malware: 'Win.Test' })
  assert.deepEqual(results(), ['unreachable', 'unreachable', 'found'])
})

test('a file whose bytes cannot be read does not end an outage of the scanner', async () => {
  const { scanner, scanned, results } = open([AWAY, 'missing', CLEAN])
  await scanner.rescan(() => true)
  await scanner.rescan(() => true)
  assert.deepEqual(scanned, [0, 1])
  assert.deepEqual(results(), ['unreachable', 'unreachable', 'waiting'])
})

test('ends with the time of the submission, also in the middle of a scan', async () => {
  const limit = new AbortController()
  const { scanner, scanned, results } = open(['hanging', FOUND])
  const judging = scanner.judge(1, limit.signal)
  await Promise.resolve()
  setImmediate(() => limit.abort())
  assert.deepEqual(await judging, { malware: null })
  assert.deepEqual([scanned, results()], [[0], ['unreachable', 'unreachable']])
})

test('closing ends the scan in progress and saves nothing of it, so that the next start scans the file', async () => {
  for (const run of ['judge', 'rescan'] as const) {
    const { scanner, results } = open(['hanging', CLEAN])
    const running = run === 'judge' ? scanner.judge(1, NEVER) : scanner.rescan(() => true)
    setImmediate(() => scanner.close())
    assert.equal((await running) ?? null, null)
    assert.deepEqual(results(), ['waiting', 'waiting'])
  }
})

test('an hour scans up to a thousand files, until the scanner does not answer or the service stops', async () => {
  const many = open(Array.from({ length: 1001 }, () => CLEAN))
  await many.scanner.rescan(() => true)
  assert.equal(many.scanned.length, 1000)
  const away = open([CLEAN, AWAY, CLEAN])
  await away.scanner.rescan(() => true)
  assert.deepEqual(away.results(), ['clean', 'unreachable', 'waiting'])
  const broken = open(['broken', 'missing', CLEAN])
  await broken.scanner.rescan(() => true)
  assert.deepEqual(broken.results(), ['unreachable', 'unreachable', 'clean'])
  const stopped = open([CLEAN, CLEAN])
  let left = 1
  await stopped.scanner.rescan(() => left-- > 0)
  assert.deepEqual(stopped.results(), ['clean', 'waiting'])
})
