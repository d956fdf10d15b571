import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SendResult } from '../../../src/delivery/channel.ts'
import type { SmtpFailure } from '../../../src/delivery/channels/email/mailer.ts'
import {
  createRecipientDomains,
  type DomainEmail,
  type DomainPlace,
  MAX_DOMAIN_EMAILS,
} from '../../../src/delivery/channels/email/recipient-domains.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '../../../src/domain/time.ts'

const START = new Date('2026-11-10T09:00:00.000Z')
const SENT: SendResult = { kind: 'sent', answer: '250 ok' }
const DEFERRED: SendResult = { kind: 'deferred', answer: 'rcpt_to: 452 full', minWaitMs: 0 }
const GREYLISTED: SendResult = { kind: 'deferred', answer: 'rcpt_to: 450 later', minWaitMs: 5 * MINUTE }
const REFUSED: SmtpFailure = { stage: 'rcpt_to', code: 452, text: '452 full' }
const SILENT: SmtpFailure = { stage: 'rcpt_to', code: null, text: 'timed out' }

/** Opens the domains with a clock that the test moves. */
function openDomains() {
  let now = START
  let elapsed = 0
  let deliveries = 0
  const changes: string[] = []
  const domains = createRecipientDomains({
    elapsed: () => elapsed,
    report: (change) =>
      changes.push(
        change.kind === 'held'
          ? `held ${(change.until.getTime() - now.getTime()) / MINUTE}`
          : `${change.kind} ${change.domain}`,
      ),
  })
  function pass(ms: number): void {
    now = later(now, ms)
    elapsed += ms
  }
  function begin(domain: string, email: Partial<DomainEmail> = {}) {
    deliveries += 1
    const { startedAt = null, createdAt = now, delivery = deliveries, isAwaited = false } = email
    return domains.begin({ domain, delivery, createdAt, startedAt, isAwaited }, now)
  }
  /** Begins an email; returns its place, as sent. */
  function take(domain: string, email: Parameters<typeof begin>[1] = {}): DomainPlace {
    const begun = begin(domain, email)
    if (begun.kind !== 'place') return assert.fail(JSON.stringify(begun))
    begun.place.isUsed = true
    return begun.place
  }
  function end(place: DomainPlace, result: SendResult | null, failure: SmtpFailure | null = null): void {
    domains.end(place, result, failure, now)
  }
  /** Begins an email that is put off, after `ms`. */
  function fail(domain: string, email: Parameters<typeof begin>[1] = {}): void {
    end(take(domain, email), DEFERRED, REFUSED)
  }
  const takeMany = (domain: string, count: number) => Array.from({ length: count }, () => take(domain))
  return { domains, changes, pass, begin, take, takeMany, end, fail, now: () => now }
}

/** Returns in how many seconds an email is looked at again; its decision where it is no such one. */
function waits({ now, begin }: ReturnType<typeof openDomains>, domain: string, email = {}): number | string {
  const begun = begin(domain, email)
  return begun.kind === 'postpone' ? (begun.until.getTime() - now().getTime()) / SECOND : begun.kind
}

test('a domain that has not answered yet gets two emails at a time, and ten once it has', () => {
  const stage = openDomains()
  const { takeMany, begin, end, take } = stage
  const [first] = takeMany('acme.org', 2)
  assert.equal(begin('acme.org').kind, 'leave')
  assert.equal(begin('builds.dev').kind, 'place', 'others begin')
  if (first) end(first, SENT)
  takeMany('acme.org', MAX_DOMAIN_EMAILS - 1)
  assert.equal(begin('acme.org').kind, 'leave')
  take('lovelace.dev')
})

test('postpones emails when those before them have been in progress for two seconds', () => {
  const stage = openDomains()
  stage.takeMany('acme.org', 2)
  stage.pass(2 * SECOND)
  assert.equal(waits(stage, 'acme.org'), 'leave')
  stage.pass(1)
  assert.equal(waits(stage, 'acme.org'), 5)
})

test('a slow domain gets two places and all slow domains together three, until a quick answer', () => {
  const stage = openDomains()
  const { end, take, takeMany, pass } = stage
  const slow = (domain: string) => {
    const place = take(domain)
    pass(20 * SECOND)
    end(place, SENT)
  }
  slow('one.org')
  slow('two.org')
  takeMany('one.org', 2)
  assert.equal(waits(stage, 'one.org'), 15)
  const last = take('two.org')
  assert.equal(waits(stage, 'two.org'), 15)
  takeMany('acme.org', 2)
  pass(20 * SECOND - 1)
  end(last, SENT)
  takeMany('two.org', MAX_DOMAIN_EMAILS)
})

test('five failures in a row hold a domain, longer each time, up to 15 minutes', () => {
  const stage = openDomains()
  const { fail, pass, changes } = stage
  for (let n = 0; n < 4; n += 1) fail('acme.org')
  assert.equal(waits(stage, 'acme.org', { delivery: 0 }), 'place')
  stage.end({ domain: 'acme.org', delivery: 0, isFirst: true, at: 0, isUsed: true }, null)
  fail('acme.org')
  assert.equal(stage.domains.countHeld(stage.now()), 1)
  for (const seconds of [60, 120, 240, 480, 900, 900]) {
    assert.equal(waits(stage, 'acme.org'), seconds)
    pass(seconds * SECOND - 1)
    assert.equal(waits(stage, 'acme.org'), 0.001)
    pass(1)
    fail('acme.org')
  }
  assert.deepEqual(changes.slice(0, 3), ['held 1', 'held 2', 'held 4'])
  fail('builds.dev')
  assert.equal(stage.domains.countHeld(later(stage.now(), DAY)), 0)
})

test('after a hold, one probe is sent first, and its success releases all others', () => {
  const stage = openDomains()
  for (let n = 0; n < 5; n += 1) stage.fail('acme.org')
  stage.pass(MINUTE)
  const probe = stage.take('acme.org')
  assert.equal(waits(stage, 'acme.org'), 15)
  stage.end(probe, SENT)
  stage.takeMany('acme.org', MAX_DOMAIN_EMAILS)
  assert.deepEqual(stage.changes, ['held 1', 'released acme.org'])
})

test('a bounce is an answer, and only failures in a row count', () => {
  const stage = openDomains()
  for (let n = 0; n < 4; n += 1) stage.fail('acme.org')
  stage.end(stage.take('acme.org'), { kind: 'bounced', answer: 'x' }, { ...REFUSED, code: 550 })
  for (let n = 0; n < 4; n += 1) stage.fail('acme.org')
  assert.deepEqual(stage.changes, [])
})

test('a timeout after RCPT TO counts, and what the relay answers before does not', () => {
  const stage = openDomains()
  for (const early of ['connect', 'greeting', 'auth', 'mail_from'] as const)
    for (let n = 0; n < 6; n += 1) stage.end(stage.take('acme.org'), DEFERRED, { ...REFUSED, stage: early })
  assert.deepEqual(stage.changes, [])
  for (let n = 0; n < 5; n += 1) stage.end(stage.take('acme.org'), { kind: 'unknown', answer: '' }, SILENT)
  assert.deepEqual(stage.changes, ['held 1'])
})

test('greylisting of first attempts does not hold a domain, that of later ones does', () => {
  const stage = openDomains()
  for (let n = 0; n < 50; n += 1) stage.end(stage.take('acme.org'), GREYLISTED, REFUSED)
  assert.deepEqual(stage.changes, [])
  for (let n = 0; n < 5; n += 1) stage.end(stage.take('acme.org', { startedAt: START }), GREYLISTED, REFUSED)
  assert.deepEqual(stage.changes, ['held 1'])
})

test('emails that fail at the same time cause one hold', () => {
  const stage = openDomains()
  stage.end(stage.take('acme.org'), SENT)
  for (const place of stage.takeMany('acme.org', 10)) stage.end(place, DEFERRED, REFUSED)
  assert.deepEqual(stage.changes, ['held 1'])
})

test('every email of a held domain ends: after four hours it gets its first attempt, after five days none', () => {
  const stage = openDomains()
  for (let n = 0; n < 5; n += 1) stage.fail('acme.org')
  const createdAt = later(stage.now(), -4 * HOUR)
  assert.equal(waits(stage, 'acme.org', { createdAt }), 60)
  stage.take('acme.org', { createdAt: later(createdAt, -1) })
  assert.equal(waits(stage, 'acme.org', { createdAt: later(createdAt, -1) }), 15)
  const startedAt = later(stage.now(), -5 * DAY)
  assert.equal(waits(stage, 'acme.org', { startedAt }), 60)
  assert.deepEqual(stage.begin('acme.org', { startedAt: later(startedAt, -1) }), {
    kind: 'end',
    outcome: 'given_up',
  })
})

test('frees the places of a transaction that failed', () => {
  const stage = openDomains()
  stage.begin('acme.org', { delivery: 7 })
  stage.begin('acme.org', { delivery: 7 })
  stage.begin('acme.org', { delivery: 8 })
  assert.equal(waits(stage, 'acme.org'), 'leave')
  stage.pass(10 * SECOND + 1)
  stage.takeMany('acme.org', 2)
})

test('remembers no more than ten thousand domains', () => {
  const stage = openDomains()
  for (let n = 0; n < 5; n += 1) stage.fail('acme.org')
  const place = stage.take('busy.org')
  for (let n = 0; n < 10_000; n += 1) stage.end(stage.take(`made-up${n}.org`), null)
  assert.equal(stage.domains.countHeld(stage.now()), 0, 'the longest known is forgotten')
  stage.take('busy.org')
  assert.equal(stage.begin('busy.org').kind, 'leave', 'one with emails in progress is not')
  stage.end(place, SENT)
})

test('full mailboxes do not delay emails to others in their domain', () => {
  const { take, end, begin } = openDomains()
  const full: SmtpFailure = { stage: 'rcpt_to', code: 452, text: '452 4.2.2 mailbox full' }
  for (let count = 0; count < 20; count += 1) end(take('acme.org'), DEFERRED, full)
  assert.equal(begin('acme.org').kind, 'place')
})

test('an email that somebody waits for goes first during a hold, and does not make it longer', () => {
  const stage = openDomains()
  for (let n = 0; n < 5; n += 1) stage.fail('acme.org')
  assert.equal(waits(stage, 'acme.org'), 60)
  const awaited = stage.take('acme.org', { isAwaited: true })
  assert.equal(waits(stage, 'acme.org', { isAwaited: true }), 15, 'one at a time')
  stage.end(awaited, DEFERRED, REFUSED)
  assert.equal(waits(stage, 'acme.org'), 60)
  stage.end(stage.take('acme.org', { isAwaited: true }), SENT)
  assert.equal(stage.begin('acme.org').kind, 'place', 'its answer ends the hold')
})
