import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EndpointFacts, newEndpoint } from '../../../src/domain/endpoints/endpoint.ts'
import { NO_SETTINGS } from '../../../src/domain/endpoints/settings.ts'
import {
  type DeliveryState,
  decideResend,
  MAX_DELIVERIES_PER_SUBMISSION,
  RESENDS_PER_ACCOUNT,
  RESENDS_PER_HOUR,
  type SubmissionDelivery,
  summarizeDeliveries,
} from '../../../src/domain/outbox/delivery.ts'
import { PLANS } from '../../../src/domain/plans/plan.ts'
import { secondsUntilFree, timesLeft } from '../../../src/domain/sliding-window.ts'
import { HOUR, later, MINUTE } from '../../../src/domain/time.ts'

const NOW = new Date('2026-11-20T10:00:00.000Z')
const SALES = 'dst_sales'
const born = newEndpoint({ id: 'f_k3v9q2m7x4t8r5wz', recipient: 'ada@lovelace.dev', now: NOW })
const claimed: EndpointFacts = {
  ...born,
  claimedAt: NOW,
  settings: {
    ...NO_SETTINGS,
    destinations: [
      {
        kind: 'email',
        id: SALES,
        mailbox: 'sales@lovelace.dev',
        addedAt: NOW,
        confirmedAt: NOW,
        stoppedAt: null,
      },
    ],
  },
}

function email(ordinal: number, change: Partial<SubmissionDelivery> = {}): SubmissionDelivery {
  return { ordinal, destination: null, createdAt: NOW, state: 'sent', ...change }
}

test('a submission has the most urgent state of its newest deliveries to each destination', () => {
  const rows: [[destination: string | null, state: DeliveryState][], string | null][] = [
    [[], null],
    [[[null, 'sent']], 'sent'],
    [[[null, 'held']], 'held'],
    [[[null, 'kept']], 'kept'],
    [
      [
        [null, 'failed'],
        [null, 'sent'],
      ],
      'sent',
    ],
    [
      [
        [null, 'sent'],
        [null, 'failed'],
      ],
      'failed',
    ],
    [
      [
        [null, 'sent'],
        [SALES, 'failed'],
      ],
      'failed',
    ],
    [
      [
        [null, 'held'],
        [SALES, 'delayed'],
      ],
      'delayed',
    ],
    [
      [
        [null, 'failed'],
        [SALES, 'queued'],
      ],
      'queued',
    ],
    [
      [
        [null, 'sent'],
        [SALES, 'suppressed'],
      ],
      'sent',
    ],
    [[[null, 'suppressed']], 'suppressed'],
  ]
  for (const [sent, expected] of rows) {
    const emails = sent.map(([destination, state], ordinal) => email(ordinal, { destination, state }))
    assert.equal(summarizeDeliveries(emails), expected, JSON.stringify(sent))
    assert.equal(summarizeDeliveries(emails.reverse()), expected, 'in whatever order they are found')
  }
})

function decide(change: Partial<Parameters<typeof decideResend>[0]> = {}) {
  return decideResend({
    endpoint: claimed,
    plan: PLANS.pro,
    deliveries: [email(0)],
    destination: null,
    now: NOW,
    ...change,
  })
}

function getCode(decision: ReturnType<typeof decideResend>): string {
  return decision.kind === 'refused' ? decision.refusal.code : decision.kind
}

test('resends a finished email with the next number', () => {
  for (const state of ['sent', 'kept', 'failed', 'suppressed'] as const) {
    assert.deepEqual(decide({ deliveries: [email(0, { state })] }), { kind: 'resent', ordinal: 1 })
  }
  assert.deepEqual(decide({ deliveries: [] }), { kind: 'resent', ordinal: 1 })
  const both = [email(0), email(1, { destination: SALES })]
  assert.deepEqual(decide({ deliveries: both, destination: SALES }), { kind: 'resent', ordinal: 2 })
})

test('resends no email while one to the same address is pending, whatever happens to others', () => {
  for (const state of ['queued', 'delayed', 'held'] as const) {
    assert.equal(getCode(decide({ deliveries: [email(0, { state })] })), 'email_waiting')
    const elsewhere = [email(0), email(1, { destination: SALES, state })]
    assert.equal(getCode(decide({ deliveries: elsewhere })), 'resent')
    assert.equal(getCode(decide({ deliveries: elsewhere, destination: SALES })), 'email_waiting')
  }
})

test('allows fifteen emails for a submission', () => {
  const old = later(NOW, -2 * HOUR)
  const emails = Array.from({ length: MAX_DELIVERIES_PER_SUBMISSION - 1 }, (_, ordinal) =>
    email(ordinal, { createdAt: old }),
  )
  assert.deepEqual(decide({ deliveries: emails }), {
    kind: 'resent',
    ordinal: MAX_DELIVERIES_PER_SUBMISSION - 1,
  })
  const full = [...emails, email(MAX_DELIVERIES_PER_SUBMISSION - 1, { createdAt: old })]
  assert.equal(getCode(decide({ deliveries: full })), 'limit_reached')
})

test('allows ten resends of a submission an hour, not counting the first emails', () => {
  const at = (minutes: number) => later(NOW, minutes * MINUTE)
  const first = [email(0, { createdAt: at(-50) }), email(1, { destination: SALES, createdAt: at(-50) })]
  const again = (count: number) =>
    Array.from({ length: count }, (_, index) => email(2 + index, { createdAt: at(-40 + index) }))
  assert.equal(getCode(decide({ deliveries: [...first, ...again(RESENDS_PER_HOUR - 1)] })), 'resent')
  const tenth = [...first, ...again(RESENDS_PER_HOUR)]
  assert.deepEqual(decide({ deliveries: tenth }), {
    kind: 'refused',
    refusal: { code: 'resend_rate', retryAfterSeconds: 20 * 60 },
  })
  assert.equal(getCode(decide({ deliveries: tenth, now: later(at(20), -1) })), 'resend_rate')
  assert.equal(getCode(decide({ deliveries: tenth, now: at(20) })), 'resent')
})

test('sends nothing to an address that opted out', () => {
  const unconfirmed = {
    ...claimed,
    settings: {
      ...claimed.settings,
      destinations: claimed.settings.destinations.map((one) => ({ ...one, confirmedAt: null })),
    },
  }
  assert.equal(getCode(decide({ endpoint: { ...claimed, retiredAt: NOW } })), 'endpoint_retired')
  const stopped = { ...claimed, mailStoppedAt: NOW }
  assert.equal(getCode(decide({ endpoint: stopped })), 'emails_stopped')
  assert.equal(getCode(decide({ endpoint: stopped, destination: SALES })), 'resent')
  assert.equal(getCode(decide({ destination: 'dst_none' })), 'destination_not_found')
  assert.equal(getCode(decide({ destination: SALES, endpoint: unconfirmed })), 'destination_unconfirmed')
  assert.equal(getCode(decide({ destination: SALES, plan: PLANS.free })), 'plan_needed')
})

test('allows an account a hundred resends an hour', () => {
  const { times } = RESENDS_PER_ACCOUNT
  assert.equal(times, 100)
  const earlier = Array.from({ length: times }, () => later(NOW, -30 * MINUTE))
  assert.equal(secondsUntilFree(earlier.slice(1), NOW, [RESENDS_PER_ACCOUNT]), 0)
  assert.equal(timesLeft(earlier.slice(1), NOW, [RESENDS_PER_ACCOUNT]), 1)
  assert.equal(secondsUntilFree(earlier, NOW, [RESENDS_PER_ACCOUNT]), 30 * 60)
  assert.equal(timesLeft(earlier, NOW, [RESENDS_PER_ACCOUNT]), 0)
  assert.equal(secondsUntilFree(earlier, later(NOW, 30 * MINUTE), [RESENDS_PER_ACCOUNT]), 0)
})
