import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondsUntilFree, timesLeft } from '../../src/domain/accounts/account-limit.ts'
import { type EndpointFacts, newEndpoint } from '../../src/domain/endpoints/endpoint.ts'
import { NO_SETTINGS } from '../../src/domain/endpoints/settings.ts'
import {
  type DeliveryState,
  decideResend,
  LETTERS_OF_SUBMISSION,
  letterState,
  RESENDS_OF_ACCOUNT,
  RESENDS_PER_HOUR,
  type SentLetter,
} from '../../src/domain/outbox/delivery.ts'
import { PLANS } from '../../src/domain/plans/plan.ts'
import { HOUR, later, MINUTE } from '../../src/domain/time.ts'

const NOW = new Date('2026-11-20T10:00:00.000Z')
const SALES = 'dst_sales'
const born = newEndpoint({ id: 'f_k3v9q2m7x4t8r5wz', recipient: 'ada@lovelace.dev', now: NOW })
const claimed: EndpointFacts = {
  ...born,
  claimedAt: NOW,
  settings: {
    ...NO_SETTINGS,
    destinations: [{ id: SALES, mailbox: 'sales@lovelace.dev', addedAt: NOW, confirmedAt: NOW }],
  },
}

function letter(place: number, change: Partial<SentLetter> = {}): SentLetter {
  return { place, destination: null, createdAt: NOW, state: 'delivered', ...change }
}

test('the state of a submission is that of the newest letter to each mailbox, the worst of them first', () => {
  const rows: [[destination: string | null, state: DeliveryState][], string | null][] = [
    [[], null],
    [[[null, 'delivered']], 'delivered'],
    [[[null, 'held']], 'waiting'],
    [
      [
        [null, 'bounced'],
        [null, 'delivered'],
      ],
      'delivered',
    ],
    [
      [
        [null, 'delivered'],
        [null, 'bounced'],
      ],
      'bounced',
    ],
    [
      [
        [null, 'delivered'],
        [SALES, 'bounced'],
      ],
      'bounced',
    ],
    [
      [
        [null, 'given_up'],
        [SALES, 'delivered'],
      ],
      'given_up',
    ],
    [
      [
        [null, 'bounced'],
        [SALES, 'waiting'],
      ],
      'waiting',
    ],
    [
      [
        [null, 'delivered'],
        [SALES, 'suppressed'],
      ],
      'delivered',
    ],
    [[[null, 'suppressed']], 'suppressed'],
  ]
  for (const [sent, expected] of rows) {
    const letters = sent.map(([destination, state], place) => letter(place, { destination, state }))
    assert.equal(letterState(letters), expected, JSON.stringify(sent))
    assert.equal(letterState(letters.reverse()), expected, 'in whatever order they are found')
  }
})

function decide(change: Partial<Parameters<typeof decideResend>[0]> = {}) {
  return decideResend({
    endpoint: claimed,
    plan: PLANS.pro,
    letters: [letter(0)],
    destination: null,
    now: NOW,
    ...change,
  })
}

function codeOf(decision: ReturnType<typeof decideResend>): string {
  return decision.kind === 'refused' ? decision.refusal.code : decision.kind
}

test('a letter that has ended is sent again, on the next place', () => {
  for (const state of ['delivered', 'bounced', 'given_up', 'suppressed'] as const) {
    assert.deepEqual(decide({ letters: [letter(0, { state })] }), { kind: 'resent', place: 1 })
  }
  assert.deepEqual(decide({ letters: [] }), { kind: 'resent', place: 1 })
  const both = [letter(0), letter(1, { destination: SALES })]
  assert.deepEqual(decide({ letters: both, destination: SALES }), { kind: 'resent', place: 2 })
})

test('none is sent again while one to the same mailbox waits; another mailbox does not matter', () => {
  for (const state of ['waiting', 'held'] as const) {
    assert.equal(codeOf(decide({ letters: [letter(0, { state })] })), 'letter_waiting')
    const elsewhere = [letter(0), letter(1, { destination: SALES, state })]
    assert.equal(codeOf(decide({ letters: elsewhere })), 'resent')
    assert.equal(codeOf(decide({ letters: elsewhere, destination: SALES })), 'letter_waiting')
  }
})

test('a submission has fifteen letters and no more', () => {
  const old = later(NOW, -2 * HOUR)
  const letters = Array.from({ length: LETTERS_OF_SUBMISSION - 1 }, (_, place) =>
    letter(place, { createdAt: old }),
  )
  assert.deepEqual(decide({ letters }), { kind: 'resent', place: LETTERS_OF_SUBMISSION - 1 })
  const full = [...letters, letter(LETTERS_OF_SUBMISSION - 1, { createdAt: old })]
  assert.equal(codeOf(decide({ letters: full })), 'limit_reached')
})

test('a submission is sent again ten times within an hour; the first to each mailbox do not count', () => {
  const at = (minutes: number) => later(NOW, minutes * MINUTE)
  const first = [letter(0, { createdAt: at(-50) }), letter(1, { destination: SALES, createdAt: at(-50) })]
  const again = (count: number) =>
    Array.from({ length: count }, (_, index) => letter(2 + index, { createdAt: at(-40 + index) }))
  assert.equal(codeOf(decide({ letters: [...first, ...again(RESENDS_PER_HOUR - 1)] })), 'resent')
  const tenth = [...first, ...again(RESENDS_PER_HOUR)]
  assert.deepEqual(decide({ letters: tenth }), {
    kind: 'refused',
    refusal: { code: 'resend_rate', retryAfterSeconds: 20 * 60 },
  })
  assert.equal(codeOf(decide({ letters: tenth, now: later(at(20), -1) })), 'resend_rate')
  assert.equal(codeOf(decide({ letters: tenth, now: at(20) })), 'resent')
})

test('nothing goes to who does not want it', () => {
  const unconfirmed = {
    ...claimed,
    settings: {
      ...claimed.settings,
      destinations: claimed.settings.destinations.map((one) => ({ ...one, confirmedAt: null })),
    },
  }
  assert.equal(codeOf(decide({ endpoint: { ...claimed, retiredAt: NOW } })), 'endpoint_retired')
  const stopped = { ...claimed, mailStoppedAt: NOW }
  assert.equal(codeOf(decide({ endpoint: stopped })), 'letters_stopped')
  assert.equal(codeOf(decide({ endpoint: stopped, destination: SALES })), 'resent')
  assert.equal(codeOf(decide({ destination: 'dst_none' })), 'destination_not_found')
  assert.equal(codeOf(decide({ destination: SALES, endpoint: unconfirmed })), 'destination_unconfirmed')
  assert.equal(codeOf(decide({ destination: SALES, plan: PLANS.free })), 'plan_needed')
})

test('an account sends a hundred letters again within an hour', () => {
  const { times } = RESENDS_OF_ACCOUNT
  assert.equal(times, 100)
  const earlier = Array.from({ length: times }, () => later(NOW, -30 * MINUTE))
  assert.equal(secondsUntilFree(earlier.slice(1), NOW, RESENDS_OF_ACCOUNT), 0)
  assert.equal(timesLeft(earlier.slice(1), NOW, RESENDS_OF_ACCOUNT), 1)
  assert.equal(secondsUntilFree(earlier, NOW, RESENDS_OF_ACCOUNT), 30 * 60)
  assert.equal(timesLeft(earlier, NOW, RESENDS_OF_ACCOUNT), 0)
  assert.equal(secondsUntilFree(earlier, later(NOW, 30 * MINUTE), RESENDS_OF_ACCOUNT), 0)
})
