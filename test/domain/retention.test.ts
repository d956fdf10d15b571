import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type KeptDays, type KeptLonger, keptAfterChange, keptAt } from '../../src/domain/plans/retention.ts'
import { DAY, later } from '../../src/domain/time.ts'

const NOW = new Date('2026-11-10T09:00:00.000Z')
const FREE = { submissions: 30, telemetry: 7 }
const PRO = { submissions: 90, telemetry: 30 }
const WEEK_ON = later(NOW, 7 * DAY)

test('a smaller plan keeps what the larger one kept for seven days, to the millisecond', () => {
  const longer = keptAfterChange({ before: PRO, longer: null, after: FREE, now: NOW })
  assert.deepEqual(longer, { ...PRO, until: WEEK_ON })
  assert.deepEqual(keptAt(FREE, longer, later(WEEK_ON, -1)), PRO)
  assert.deepEqual(keptAt(FREE, longer, WEEK_ON), FREE)
})

test('a larger plan holds at once, and leaves nothing pending', () => {
  assert.equal(keptAfterChange({ before: FREE, longer: null, after: PRO, now: NOW }), null)
  const downgraded = { ...PRO, until: WEEK_ON }
  assert.equal(
    keptAfterChange({ before: FREE, longer: downgraded, after: PRO, now: later(NOW, DAY) }),
    null,
    'back again within the week',
  )
})

test('a plan that keeps one thing longer and another shorter gives at once and takes after the notice', () => {
  const after = { submissions: 365, telemetry: 1 }
  const longer = keptAfterChange({ before: FREE, longer: null, after, now: NOW })
  assert.deepEqual(keptAt(after, longer, NOW), { submissions: 365, telemetry: 7 })
  assert.deepEqual(keptAt(after, longer, WEEK_ON), after)
})

test('whatever plans follow one another, nothing is kept shorter than at any time within the seven days before', () => {
  const days = fc.record({
    submissions: fc.integer({ min: 1, max: 400 }),
    telemetry: fc.integer({ min: 1, max: 400 }),
  })
  fc.assert(
    fc.property(
      days,
      fc.array(fc.tuple(days, fc.integer({ min: 0, max: 10 })), { minLength: 1 }),
      (first, story) => {
        let plan: KeptDays = first
        let longer: KeptLonger | null = null
        let now = NOW
        const had: { until: Date; kept: KeptDays }[] = []
        for (const [next, pause] of story) {
          now = later(now, pause * DAY)
          had.push({ until: later(now, 7 * DAY), kept: plan })
          longer = keptAfterChange({ before: plan, longer, after: next, now })
          plan = next
          const kept = keptAt(plan, longer, now)
          for (const { until, kept: earlier } of had) {
            if (now >= until) continue
            assert.ok(kept.submissions >= earlier.submissions && kept.telemetry >= earlier.telemetry)
          }
        }
      },
    ),
  )
})
