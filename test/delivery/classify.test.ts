import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SendResult } from '../../src/delivery/channel.ts'
import { classifyFailure } from '../../src/delivery/channels/email/classify.ts'
import type { SmtpFailure } from '../../src/delivery/channels/email/mailer.ts'
import { later, MINUTE } from '../../src/domain/time.ts'

const NOW = new Date('2026-11-20T10:00:00.000Z')

type Stage = SmtpFailure['stage']

const ABOUT_THE_SERVICE: readonly Stage[] = ['connect', 'tls', 'greeting', 'auth', 'mail_from']
const ABOUT_THE_EMAIL: readonly Stage[] = ['rcpt_to', 'data', 'end_of_data']
const STAGES: readonly Stage[] = [...ABOUT_THE_SERVICE, ...ABOUT_THE_EMAIL]

function classify(stage: Stage, code: number | null): SendResult {
  return classifyFailure({ stage, code, text: 'no' }, NOW)
}

function classifyKind(stage: Stage, code: number | null): SendResult['kind'] {
  return classify(stage, code).kind
}

for (const stage of ABOUT_THE_EMAIL) {
  test(`an email rejected permanently at ${stage} bounces`, () => {
    for (const code of [500, 550, 552, 554]) assert.equal(classifyKind(stage, code), 'bounced')
  })

  test(`a login required only at ${stage} bounces no email and pauses none`, () => {
    assert.deepEqual(
      [529, 530, 531].map((code) => classifyKind(stage, code)),
      ['bounced', 'deferred', 'bounced'],
    )
  })
}

for (const stage of ABOUT_THE_SERVICE) {
  test(`a service rejected at ${stage} pauses all email for five minutes`, () => {
    for (const code of [500, 530, 535, 550, 554]) {
      const retryAt = later(NOW, 5 * MINUTE)
      assert.deepEqual(classify(stage, code), { kind: 'service_refused', answer: `${stage}: no`, retryAt })
    }
  })
}

for (const stage of STAGES) {
  test(`a temporary failure at ${stage} defers the email`, () => {
    for (const code of [421, 450, 451, 452, 454, 499]) assert.equal(classifyKind(stage, code), 'deferred')
  })
}

test('a mail server that does not answer is unreachable', () => {
  for (const stage of ['connect', 'greeting'] as const) assert.equal(classifyKind(stage, null), 'unreachable')
})

test('a connection lost before the end of the email defers it', () => {
  for (const stage of ['auth', 'mail_from', 'rcpt_to', 'data'] as const) {
    assert.equal(classifyKind(stage, null), 'deferred', stage)
  }
})

test('an email sent completely without a reply may have been delivered', () => {
  assert.equal(classifyKind('end_of_data', null), 'unknown')
})

test('a failed TLS handshake pauses all email', () => {
  assert.equal(classifyKind('tls', null), 'service_refused')
})

test('retries after 450 and 451, the replies of greylisting servers, in no less than five minutes', () => {
  const waits = [449, 450, 451, 452].map((code) => {
    const result = classify('rcpt_to', code)
    return result.kind === 'deferred' ? result.minWaitMs : null
  })
  assert.deepEqual(waits, [0, 5 * MINUTE, 5 * MINUTE, 0])
})
