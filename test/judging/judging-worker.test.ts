import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import type { SecondOpinion } from '../../src/domain/spam/judgement.ts'
import { openJudgingWorker } from '../../src/judging/judging-worker.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import type { NewLesson } from '../../src/store/judging/lessons.ts'
import { until } from '../support/service/until.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const FIELDS = [{ name: 'message', value: 'Hello' }]
const LESSON: NewLesson = {
  submissionKey: 1,
  endpointId: 'f_abc',
  receivedAt: NOW,
  accountKey: 7,
  given: 'spam',
  learned: null,
  verdict: 'ham',
  fields: FIELDS,
}

/** Parts of a worker that are the same in each test. */
function createParts() {
  return {
    submissionId: String,
    hashWords: (_accountKey: number, words: Iterable<string>) => [...words],
    clock: { now: () => NOW },
    holder: 'node',
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    failpoint() {},
  }
}

test('a spam filter that takes its time to learn keeps no submission waiting', async () => {
  let waiting: number[] = []
  let lessons = [LESSON]
  const settled: [submissionKey: number, opinion: SecondOpinion | null][] = []
  const learning = Promise.withResolvers<void>()
  let isTaught = false
  const worker = openJudgingWorker({
    judging: {
      nextWork: async () => ({
        leaseAt: waiting.length > 0 ? NOW : null,
        scanAt: null,
        lessonAt: lessons.length > 0 ? NOW : null,
      }),
      async lease() {
        const leases = waiting.map((submissionKey) => ({ submissionKey, lease: 'lease' }))
        waiting = []
        return leases
      },
      load: async () => ({
        endpointId: 'f_abc',
        receivedAt: NOW,
        dueAt: new Date(NOW.getTime() + 30_000),
        accountKey: 7,
        lessons: { ham: 0, spam: 0 },
        fields: FIELDS,
        level: 'normal',
        hasFiles: false,
      }),
      releaseLeases: async () => 0,
      countWords: async () => [],
      listNewLessons: async () => lessons,
      async learn() {
        lessons = []
        return true
      },
      forget: () => assert.fail(),
    },
    engines: {
      judge: async () => ({ points: 1, reasons: ['rspamd:RULE'], unanswered: [] }),
      learn() {
        isTaught = true
        return learning.promise
      },
    },
    scanner: null,
    ...createParts(),
    async settle({ lease, opinion }) {
      settled.push([lease.submissionKey, opinion])
      return 'real'
    },
  })
  worker.start()
  await until(() => isTaught)
  waiting = [2]
  worker.notify()
  await until(() => settled.length > 0)
  assert.deepEqual(settled, [[2, { points: 1, reasons: ['rspamd:RULE'] }]])
  learning.resolve()
  await worker.close()
})

test('a scan that takes its time keeps no other submission waiting, and files begin while an engine is asked', async () => {
  const waiting: Record<'files' | 'others', number[]> = { files: [1], others: [] }
  const settled: [submissionKey: number, malware: string | null][] = []
  const scans = new Map<number, (malware: string | null) => void>()
  const engine = Promise.withResolvers<void>()
  let isAsked = false
  const worker = openJudgingWorker({
    judging: {
      nextWork: async () => ({
        leaseAt: waiting.others.length > 0 ? NOW : null,
        scanAt: waiting.files.length > 0 ? NOW : null,
        lessonAt: null,
      }),
      lease: async ({ of, limit }) =>
        waiting[of].splice(0, limit).map((submissionKey) => ({ submissionKey, lease: of })),
      load: async ({ lease }) => ({
        endpointId: 'f_abc',
        receivedAt: NOW,
        dueAt: new Date(NOW.getTime() + 60_000),
        accountKey: 7,
        lessons: { ham: 0, spam: 0 },
        fields: FIELDS,
        level: lease === 'files' ? 'off' : 'normal',
        hasFiles: lease === 'files',
      }),
      releaseLeases: async () => 0,
      countWords: async () => [],
      listNewLessons: async () => [],
      learn: () => assert.fail(),
      forget: () => assert.fail(),
    },
    engines: {
      async judge() {
        isAsked = true
        await engine.promise
        return { points: 0, reasons: [], unanswered: [] }
      },
      learn: () => assert.fail(),
    },
    scanner: {
      judge(key) {
        const { promise, resolve } = Promise.withResolvers<{ malware: string | null }>()
        scans.set(key, (malware) => resolve({ malware }))
        return promise
      },
    },
    ...createParts(),
    async settle({ lease, malware }) {
      settled.push([lease.submissionKey, malware])
      return 'real'
    },
  })
  worker.start()
  await until(() => scans.has(1))
  assert.equal(isAsked, false, 'a form whose filter is off asks no engine')
  waiting.others.push(2)
  worker.notify()
  await until(() => isAsked)
  waiting.files.push(3, 4, 5, 6, 7)
  worker.notify()
  await until(() => scans.has(5))
  assert.ok(!scans.has(6), 'four at the same time')
  scans.get(4)?.('Win.Test')
  await until(() => scans.has(6))
  engine.resolve()
  await until(() => settled.length === 2)
  assert.deepEqual(settled, [
    [4, 'Win.Test'],
    [2, null],
  ])
  waiting.files.length = 0
  for (const end of scans.values()) end(null)
  await worker.close()
})
