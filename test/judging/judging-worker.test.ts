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
    submissionId: String,
    hashWords: (_accountKey, words) => [...words],
    async settle({ lease, opinion }) {
      settled.push([lease.submissionKey, opinion])
      return 'real'
    },
    clock: { now: () => NOW },
    holder: 'node',
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    failpoint() {},
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
