import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listActiveDestinations, removeDestination } from '../../../src/domain/destinations/destination.ts'
import type { Destination, EmailDestination } from '../../../src/domain/destinations/destination-kinds.ts'
import {
  CONFIRMATIONS_PER_DAY,
  type ConfirmationFacts,
  confirmDestination,
  decideConfirmationResend,
  decideEmailDestination,
  stopDestination,
} from '../../../src/domain/destinations/email-destination.ts'
import { type EndpointFacts, newEndpoint } from '../../../src/domain/endpoints/endpoint.ts'
import { NO_SETTINGS } from '../../../src/domain/endpoints/settings.ts'
import { PLANS } from '../../../src/domain/plans/plan.ts'
import { DAY, HOUR, later } from '../../../src/domain/time.ts'

const NOW = new Date('2026-11-20T10:00:00.000Z')
const NO_CONFIRMATIONS: ConfirmationFacts = {
  suppressed: false,
  refusesConfirmations: false,
  confirmationsSent: [],
}

function destination(id: string, change: Partial<EmailDestination> = {}): EmailDestination {
  const dates = { addedAt: NOW, confirmedAt: NOW, stoppedAt: null }
  return { kind: 'email', id, mailbox: `${id}@lovelace.dev`, ...dates, ...change }
}

function stopped(id: string): EmailDestination {
  return destination(id, { confirmedAt: null, stoppedAt: NOW })
}

function claimed(destinations: readonly Destination[]): EndpointFacts {
  const born = newEndpoint({ id: 'f_k3v9q2m7x4t8r5wz', recipient: 'ada@lovelace.dev', now: NOW })
  return { ...born, claimedAt: NOW, settings: { ...NO_SETTINGS, destinations } }
}

function add(change: Partial<Parameters<typeof decideEmailDestination>[0]> = {}): string {
  const decision = decideEmailDestination({
    endpoint: claimed([]),
    plan: PLANS.pro,
    mailbox: 'sales@lovelace.dev',
    id: 'dst_new',
    confirmationFacts: NO_CONFIRMATIONS,
    now: NOW,
    ...change,
  })
  return decision.kind === 'refused' ? decision.refusal.code : decision.kind
}

test('accepts the tenth destination and rejects the eleventh, counting unconfirmed and stopped ones', () => {
  const known = Array.from('abcdefghij', (id) => destination(id, { confirmedAt: null }))
  assert.equal(add({ endpoint: claimed(known.slice(1)) }), 'accepted')
  assert.equal(add({ endpoint: claimed(known) }), 'limit_reached')
  assert.equal(add({ endpoint: claimed(known.map(({ id }) => stopped(id))) }), 'limit_reached')
  assert.equal(add({ plan: PLANS.free }), 'plan_needed')
  assert.equal(add({ plan: null }), 'plan_needed')
})

test('an address is a destination once, however it is spelled, and a tag makes another', () => {
  const endpoint = claimed([destination('sales')])
  for (const mailbox of ['sales@lovelace.dev', 'SALES@Lovelace.dev', 'ADA@lovelace.dev']) {
    assert.equal(add({ endpoint, mailbox }), 'destination_known')
  }
  assert.equal(add({ endpoint, mailbox: 'sales+forms@lovelace.dev' }), 'accepted')
})

test('allows a fourth confirmation email when the first is a day old, to the second', () => {
  const confirmationsSent = [3, 2, 1].map((hours) => later(NOW, -hours * HOUR))
  assert.equal(confirmationsSent.length, CONFIRMATIONS_PER_DAY)
  assert.equal(
    add({ confirmationFacts: { ...NO_CONFIRMATIONS, confirmationsSent: confirmationsSent.slice(1) } }),
    'accepted',
  )
  const at = (now: Date) =>
    decideEmailDestination({
      endpoint: claimed([]),
      plan: PLANS.pro,
      mailbox: 'sales@lovelace.dev',
      id: 'dst_new',
      confirmationFacts: { ...NO_CONFIRMATIONS, confirmationsSent },
      now,
    })
  assert.deepEqual(at(NOW), {
    kind: 'refused',
    refusal: { code: 'confirmation_rate', retryAfterSeconds: 21 * 60 * 60 },
  })
  assert.equal(at(later(NOW, 21 * HOUR - 1)).kind, 'refused')
  assert.equal(at(later(NOW, 21 * HOUR)).kind, 'accepted')
})

test('never asks an address that stopped all email or declined confirmations', () => {
  assert.equal(add({ confirmationFacts: { ...NO_CONFIRMATIONS, suppressed: true } }), 'mailbox_suppressed')
  assert.equal(
    add({ confirmationFacts: { ...NO_CONFIRMATIONS, refusesConfirmations: true } }),
    'mailbox_suppressed',
  )
})

test('does not ask a destination again that confirmed or stopped its emails', () => {
  const ask = (one: EmailDestination, id = one.id) => {
    const request = { plan: PLANS.pro, id, confirmationFacts: NO_CONFIRMATIONS, now: NOW }
    const decision = decideConfirmationResend({ endpoint: claimed([one]), ...request })
    return decision.kind === 'refused' ? decision.refusal.code : decision.kind
  }
  assert.equal(ask(destination('sales', { confirmedAt: null })), 'accepted')
  assert.equal(ask(destination('sales')), 'destination_confirmed')
  assert.equal(ask(stopped('sales')), 'destination_stopped')
  assert.equal(ask(destination('sales'), 'other'), 'destination_not_found')
})

test("sends emails to confirmed destinations up to the plan's limit while the endpoint is owned", () => {
  const all = [destination('a'), destination('b', { confirmedAt: null }), destination('c'), destination('d')]
  const endpoint = claimed(all)
  const ids = (facts: EndpointFacts, plan: Parameters<typeof listActiveDestinations>[1]) =>
    listActiveDestinations(facts, plan).map((one) => one.id)
  assert.deepEqual(ids(endpoint, PLANS.pro), ['a', 'c', 'd'])
  assert.deepEqual(ids(endpoint, { ...PLANS.pro, destinations: 2 }), ['a', 'c'])
  assert.deepEqual(ids(endpoint, PLANS.free), [])
  assert.deepEqual(ids(endpoint, null), [])
  assert.deepEqual(ids({ ...endpoint, claimedAt: null }, PLANS.pro), [])
  assert.deepEqual(ids({ ...endpoint, retiredAt: NOW }, PLANS.pro), [])
})

test('stops the emails to one destination and starts them again, with the dates of both', () => {
  const settings = { ...NO_SETTINGS, destinations: [destination('a'), destination('b')] }
  const once = stopDestination(settings, 'a', later(NOW, DAY))
  const twice = stopDestination(once, 'a', later(NOW, 2 * DAY))
  assert.deepEqual(twice.destinations, [
    destination('a', { confirmedAt: null, stoppedAt: later(NOW, DAY) }),
    destination('b'),
  ])
  const ids = (destinations: readonly Destination[]) =>
    listActiveDestinations(claimed(destinations), PLANS.pro).map(({ id }) => id)
  assert.deepEqual(ids(twice.destinations), ['b'])
  const started = confirmDestination(twice, 'a', later(NOW, 3 * DAY))
  assert.deepEqual(started.destinations[0], destination('a', { confirmedAt: later(NOW, 3 * DAY) }))
  assert.deepEqual(ids(started.destinations), ['a', 'b'])
})

test('records the first confirmation, and forgets a removed destination', () => {
  const settings = {
    ...NO_SETTINGS,
    destinations: [destination('a', { confirmedAt: null }), destination('b')],
  }
  const said = confirmDestination(settings, 'a', later(NOW, DAY))
  const again = confirmDestination(said, 'a', later(NOW, 2 * DAY))
  assert.deepEqual(
    again.destinations.map((one) => one.kind === 'email' && one.confirmedAt),
    [later(NOW, DAY), NOW],
  )
  assert.deepEqual(
    removeDestination(again, 'a').destinations.map((one) => one.id),
    ['b'],
  )
})
