import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  isGreylisting,
  judge,
  type SmtpFailure,
  type Verdict,
} from '../../../src/domain/outbox/smtp-answer.ts'

type Stage = SmtpFailure['stage']

const ABOUT_THE_SERVICE: readonly Stage[] = ['connect', 'tls', 'greeting', 'auth', 'mail_from']
const ABOUT_THE_EMAIL: readonly Stage[] = ['rcpt_to', 'data', 'end_of_data']
const STAGES: readonly Stage[] = [...ABOUT_THE_SERVICE, ...ABOUT_THE_EMAIL]

function verdict(stage: Stage, code: number | null): Verdict['kind'] {
  return judge({ stage, code, text: '' }).kind
}

for (const stage of ABOUT_THE_EMAIL) {
  test(`an email refused for good at ${stage} has bounced`, () => {
    for (const code of [500, 550, 552, 554]) assert.equal(verdict(stage, code), 'bounced')
  })
}

for (const stage of ABOUT_THE_EMAIL) {
  test(`a sign-in that is wanted as late as ${stage} is no verdict on the email nor on the service`, () => {
    assert.deepEqual(
      [529, 530, 531].map((code) => verdict(stage, code)),
      ['bounced', 'later', 'bounced'],
    )
  })
}

for (const stage of ABOUT_THE_SERVICE) {
  test(`a service refused at ${stage} pauses all emails`, () => {
    for (const code of [500, 530, 535, 550, 554]) assert.equal(verdict(stage, code), 'pause')
  })
}

for (const stage of STAGES) {
  test(`a passing trouble at ${stage} means later`, () => {
    for (const code of [421, 450, 451, 452, 454, 499]) assert.equal(verdict(stage, code), 'later')
  })
}

test('a connection lost before the end of the email means later', () => {
  for (const stage of ['connect', 'greeting', 'auth', 'mail_from', 'rcpt_to', 'data'] as const) {
    assert.equal(verdict(stage, null), 'later', stage)
  }
})

test('without an answer to the whole email it may have been delivered', () => {
  assert.equal(verdict('end_of_data', null), 'unknown')
})

test('a TLS handshake that fails pauses all emails', () => {
  assert.equal(verdict('tls', null), 'pause')
})

test('450 and 451 are what greylisting servers say', () => {
  const said = [449, 450, 451, 452, 550, null].filter((code) =>
    isGreylisting({ stage: 'rcpt_to', code, text: '' }),
  )
  assert.deepEqual(said, [450, 451])
})
