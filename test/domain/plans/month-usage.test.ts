import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EndpointFacts, getState, newEndpoint } from '../../../src/domain/endpoints/endpoint.ts'
import { findKindRules, getKindRules, KINDS } from '../../../src/domain/endpoints/kinds.ts'
import {
  checkState,
  countAccepted,
  type MonthCount,
  NO_USAGE,
  remainingQuota,
} from '../../../src/domain/plans/month-usage.ts'
import { PLANS } from '../../../src/domain/plans/plan.ts'
import { SECOND } from '../../../src/domain/time.ts'

const NOW = new Date('2026-11-30T23:59:59.000Z')
const DECEMBER = new Date('2026-12-01T00:00:00.000Z')
const DIGITS = '0123456789abcdef'

function born(idPrefix: string, facts: Partial<EndpointFacts> = {}): EndpointFacts {
  return {
    ...newEndpoint({ id: `${idPrefix}_${DIGITS}`, recipient: 'ada@lovelace.dev', now: NOW }),
    ...facts,
  }
}

test('the prefix of an ID determines the kind of endpoint', () => {
  assert.equal(findKindRules(`f_${DIGITS}`)?.kind, 'form')
  assert.equal(findKindRules(`t_${DIGITS}`)?.kind, 'telemetry')
  assert.equal(findKindRules(`q_${DIGITS}`)?.kind, 'queue')
  for (const wrong of [
    '',
    'f_',
    `x_${DIGITS}`,
    `t_${DIGITS}0`,
    `t_${DIGITS.slice(1)}`,
    `T_${DIGITS}`,
    `f_${DIGITS.slice(1)}u`,
  ]) {
    assert.equal(findKindRules(wrong), null, wrong)
  }
  assert.throws(() => getKindRules({ id: 'x' }), RangeError)
})

test('an unclaimed endpoint of each kind accepts one Free month in total', () => {
  const caps = { form: 50, telemetry: 5000, queue: 100 }
  for (const { kind, idPrefix, frozenCode, unclaimedCap, getQuota } of Object.values(KINDS)) {
    assert.equal(unclaimedCap, caps[kind])
    assert.equal(getQuota(PLANS.free), caps[kind])
    const last = {
      endpoint: born(idPrefix, { acceptedCount: unclaimedCap - 1 }),
      plan: null,
      usage: null,
      now: NOW,
    }
    assert.equal(remainingQuota(last), 1)
    assert.equal(checkState(last), null)
    const full = { ...last, endpoint: countAccepted(last, 1).endpoint }
    assert.equal(getState(full.endpoint, NOW), 'frozen')
    assert.equal(remainingQuota(full), 0)
    assert.deepEqual(checkState(full), { code: frozenCode })
  }
})

test('only the first accepted submission requests the claim email', () => {
  const endpoint = born('t')
  const first = countAccepted({ endpoint, usage: null, now: NOW }, 3)
  assert.equal(first.first, true)
  assert.deepEqual(first.endpoint.claimEmailAt, NOW)
  assert.equal(first.endpoint.acceptedCount, 3)
  assert.equal(countAccepted({ endpoint: first.endpoint, usage: null, now: NOW }, 1).first, false)
})

test('counts events and messages for the account, and submissions for the endpoint', () => {
  const usage: MonthCount = { month: '2026-11', count: 99 }
  const queue = {
    endpoint: born('q', { claimedAt: NOW, confirmedAt: NOW }),
    plan: PLANS.free,
    usage,
    now: NOW,
  }
  assert.equal(remainingQuota(queue), 1)
  const counted = countAccepted(queue, 1)
  assert.deepEqual(counted.usage, { month: '2026-11', count: 100 })
  assert.deepEqual(counted.counted, { before: 99, after: 100 })
  assert.equal(counted.endpoint.monthCount, 1, 'its own part is known too')
  assert.equal(remainingQuota({ ...queue, usage: counted.usage }), 0)

  const form = { endpoint: born('f', { claimedAt: NOW }), plan: PLANS.free, usage: null, now: NOW }
  const submitted = countAccepted(form, 1)
  assert.equal(submitted.endpoint.monthCount, 1)
  assert.equal(submitted.usage, null)
})

test('the quota resets with the first second of a month in UTC, and the refusal states when', () => {
  const usage: MonthCount = { month: '2026-11', count: 5000 }
  const input = {
    endpoint: born('t', { claimedAt: NOW, confirmedAt: NOW }),
    plan: PLANS.free,
    usage,
    now: NOW,
  }
  assert.deepEqual(checkState(input), { code: 'monthly_quota', retryAfterSeconds: 1 })
  assert.equal(remainingQuota({ ...input, now: DECEMBER }), 5000)
  assert.deepEqual(countAccepted({ ...input, now: DECEMBER }, 2).usage, { month: '2026-12', count: 2 })
})

test('a clock that went back over the turn of a month grants no second quota, and the refusal says so', () => {
  const usage: MonthCount = { month: '2026-12', count: 5000 }
  const input = {
    endpoint: born('t', { claimedAt: NOW, confirmedAt: NOW }),
    plan: PLANS.free,
    usage,
    now: NOW,
  }
  assert.equal(remainingQuota(input), 0)
  const january = (new Date('2027-01-01T00:00:00.000Z').getTime() - NOW.getTime()) / SECOND
  assert.deepEqual(checkState(input), { code: 'monthly_quota', retryAfterSeconds: january })
  assert.deepEqual(countAccepted({ ...input, usage: { month: '2026-12', count: 1 } }, 1).usage, {
    month: '2026-12',
    count: 2,
  })
})

test('a quota of null accepts any number, and a quota of 0 nothing, in no month', () => {
  for (const { idPrefix, quotaCode: code } of Object.values(KINDS)) {
    const endpoint = born(idPrefix, { claimedAt: NOW, confirmedAt: NOW })
    const withQuota = (quota: number | null) => {
      const quotas = {
        submissionsPerMonth: quota,
        telemetryEventsPerMonth: quota,
        queueMessagesPerMonth: quota,
      }
      return { endpoint, plan: { ...PLANS.pro, ...quotas }, usage: NO_USAGE, now: NOW }
    }
    const remaining = [null, 0].map((quota) => remainingQuota(withQuota(quota)))
    assert.deepEqual(remaining, [Infinity, 0], idPrefix)
    assert.deepEqual(checkState(withQuota(0)), { code }, 'without Retry-After')
  }
})

test('until a person confirms it, a claimed endpoint of the account uses its lifetime allowance', () => {
  const usage: MonthCount = { month: '2026-11', count: 7 }
  for (const { idPrefix, frozenCode, unclaimedCap } of [KINDS.telemetry, KINDS.queue]) {
    const byLink = born(idPrefix, { claimedAt: NOW, claimEmailAt: NOW, acceptedCount: unclaimedCap - 1 })
    const last = { endpoint: byLink, plan: PLANS.free, usage, now: NOW }
    assert.equal(remainingQuota(last), 1)
    const taken = countAccepted(last, 1)
    assert.deepEqual(taken.usage, usage, 'the month of the account is untouched')
    assert.deepEqual([taken.first, taken.endpoint.monthCount], [false, 0])
    const full = { ...last, endpoint: taken.endpoint }
    assert.deepEqual(checkState(full), { code: frozenCode }, 'no Retry-After: only the owner can help')
    const confirmed = { ...full, endpoint: { ...taken.endpoint, confirmedAt: NOW } }
    assert.equal(remainingQuota(confirmed), unclaimedCap - 7)
    assert.equal(checkState(confirmed), null)
  }
  const form = born('f', { claimedAt: NOW, acceptedCount: 50 })
  assert.equal(remainingQuota({ endpoint: form, plan: PLANS.free, usage: null, now: NOW }), 50)
})
