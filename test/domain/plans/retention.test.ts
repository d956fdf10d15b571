import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type ExtendedRetention,
  effectiveRetention,
  type RetentionDays,
  retentionAfterChange,
} from '../../../src/domain/plans/retention.ts'
import { DAY, later } from '../../../src/domain/time.ts'

const NOW = new Date('2026-11-10T09:00:00.000Z')
const FREE = { submissions: 30, telemetry: 7 }
const PRO = { submissions: 90, telemetry: 30 }
const WEEK_ON = later(NOW, 7 * DAY)

test('a smaller plan keeps the longer retention for seven days, to the millisecond', () => {
  const longer = retentionAfterChange({ before: PRO, extendedRetention: null, after: FREE, now: NOW })
  assert.deepEqual(longer, { ...PRO, until: WEEK_ON })
  assert.deepEqual(effectiveRetention(FREE, longer, later(WEEK_ON, -1)), PRO)
  assert.deepEqual(effectiveRetention(FREE, longer, WEEK_ON), FREE)
})

test('a larger plan applies at once and leaves nothing pending', () => {
  assert.equal(retentionAfterChange({ before: FREE, extendedRetention: null, after: PRO, now: NOW }), null)
  const downgraded = { ...PRO, until: WEEK_ON }
  assert.equal(
    retentionAfterChange({ before: FREE, extendedRetention: downgraded, after: PRO, now: later(NOW, DAY) }),
    null,
    'back again within the week',
  )
})

test('a plan with one longer and one shorter retention extends at once and shortens after the notice', () => {
  const after = { submissions: 365, telemetry: 1 }
  const longer = retentionAfterChange({ before: FREE, extendedRetention: null, after, now: NOW })
  assert.deepEqual(effectiveRetention(after, longer, NOW), { submissions: 365, telemetry: 7 })
  assert.deepEqual(effectiveRetention(after, longer, WEEK_ON), after)
})

test('no sequence of plans keeps anything shorter than at any time in the previous seven days', () => {
  const days = fc.record({
    submissions: fc.integer({ min: 1, max: 400 }),
    telemetry: fc.integer({ min: 1, max: 400 }),
  })
  fc.assert(
    fc.property(
      days,
      fc.array(fc.tuple(days, fc.integer({ min: 0, max: 10 })), { minLength: 1 }),
      (first, story) => {
        let plan: RetentionDays = first
        let extendedRetention: ExtendedRetention | null = null
        let now = NOW
        const had: { until: Date; kept: RetentionDays }[] = []
        for (const [next, pause] of story) {
          now = later(now, pause * DAY)
          had.push({ until: later(now, 7 * DAY), kept: plan })
          extendedRetention = retentionAfterChange({ before: plan, extendedRetention, after: next, now })
          plan = next
          const kept = effectiveRetention(plan, extendedRetention, now)
          for (const { until, kept: earlier } of had) {
            if (now >= until) continue
            assert.ok(kept.submissions >= earlier.submissions && kept.telemetry >= earlier.telemetry)
          }
        }
      },
    ),
  )
})
