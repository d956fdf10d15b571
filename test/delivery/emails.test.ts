import assert from 'node:assert/strict'
import test from 'node:test'
import { claimContents } from '../../src/delivery/channels/email/templates/claim-email.ts'
import { composeSubmissionEmail } from '../../src/delivery/channels/email/templates/submission-email.ts'
import type { EndpointState } from '../../src/domain/endpoints/endpoint.ts'
import type { FieldValue } from '../../src/domain/submissions/fields.ts'
import { createSubmission, emailInput } from '../support/fixtures/email-input.ts'
import { addresses } from '../support/fixtures/email-reading.ts'

const CLAIM = emailInput().claimUrl ?? ''
const STOP = emailInput().stopUrl
const CLAIMABLE: EndpointState[] = ['unclaimed', 'frozen']

test('puts the claim link, then "This wasn’t me", above everything submitted in the claim email', () => {
  const email = composeSubmissionEmail(emailInput({ submission: createSubmission({ zulu: 'quagga' }) }))
  for (const part of [email.text, email.html]) {
    const places = [CLAIM, STOP, 'A visitor sent this', 'zulu', 'quagga'].map((words) => part.indexOf(words))
    assert.ok(places.every((place) => place > 0))
    assert.deepEqual(
      places,
      places.toSorted((one, other) => one - other),
    )
  }
})

test('puts both links below the content in later emails before the claim', () => {
  for (const state of CLAIMABLE) {
    const email = composeSubmissionEmail(emailInput({ kind: 'submission', state }))
    for (const part of [email.text, email.html]) {
      const places = ['A visitor sent this', 'Grace', CLAIM, STOP].map((words) => part.indexOf(words))
      assert.ok(places.every((place) => place > 0))
      assert.deepEqual(
        places,
        places.toSorted((one, other) => one - other),
      )
    }
  }
})

test('states the limits of an unclaimed endpoint in the claim email', () => {
  const email = composeSubmissionEmail(emailInput())
  for (const part of [email.text, email.html]) {
    assert.match(part, /accepts 50 messages \(1 so far\) and expires after 30 days/)
  }
  const frozen = composeSubmissionEmail(emailInput({ kind: 'submission', state: 'frozen' }))
  assert.match(frozen.text, /accepts no more until you claim it/)
})

test('sends emails of a claimed endpoint without claim link and warning, and stops them by its header alone', () => {
  for (const kind of ['claim', 'submission'] as const) {
    const input = emailInput({ kind, state: 'claimed' })
    const email = composeSubmissionEmail({ ...input, claimUrl: CLAIM })
    for (const part of [email.text, email.html]) {
      assert.doesNotMatch(part, /\/claim\/|A visitor|This wasn’t me/)
      assert.ok(!part.includes(input.stopUrl))
      assert.match(part, /Email settings/)
    }
    assert.equal(email.unsubscribeUrl, input.stopUrl)
  }
})

test('explains in one sentence why an expired or retired endpoint cannot be claimed', () => {
  const sentences = { expired: /The form has expired/, retired: /The form has been shut down/ }
  for (const [state, sentence] of Object.entries(sentences)) {
    for (const kind of ['claim', 'submission'] as const) {
      const email = composeSubmissionEmail(
        emailInput({ kind, state: state === 'expired' ? 'expired' : 'retired' }),
      )
      for (const part of [email.text, email.html]) {
        assert.match(part, sentence)
        assert.doesNotMatch(part, /\/claim\//)
        assert.match(part, /A visitor sent this/)
      }
    }
  }
})

test('uses one of two fixed subjects, without the ID of the endpoint', () => {
  const subject = (change: Parameters<typeof emailInput>[0]) =>
    composeSubmissionEmail(emailInput(change)).subject
  assert.equal(subject({}), 'Your form received its first message')
  const others = (['unclaimed', 'frozen', 'claimed', 'expired', 'retired'] as const).map((state) =>
    subject({
      kind: 'submission',
      state,
      submission: createSubmission({ _subject: 'Your bank', subject: 'Re: x' }),
    }),
  )
  assert.deepEqual(new Set(others), new Set(['New message from your form']))
})

test('says in the first line of a claim email why it comes, and below its heading what to do', () => {
  const form = composeSubmissionEmail(emailInput())
  const about = { language: 'en', endpointId: 't_0123456789abcdef', arrivedAt: new Date(0) } as const
  const links = { claimUrl: 'https://forms.formslot.dev/claim/x', declineUrl: STOP }
  const telemetry = claimContents({ ...about, ...links, kind: 'telemetry', first: 'signup' })
  const queue = claimContents({
    ...about,
    ...links,
    endpointId: 'q_0123456789abcdef',
    kind: 'queue',
    first: null,
  })
  const parts = form.text.split('\n\n')
  for (const [first, heading, opening] of [
    [parts[0]?.trim(), parts[1], parts[2]],
    ...[telemetry, queue].map((one) => [one.preview, one.heading, one.paragraphs[0]]),
  ]) {
    assert.match(String(first), /^Someone set up a .*\.$/)
    assert.match(String(heading), /received its first/)
    assert.match(String(opening), /^If it’s yours, claim it/)
  }
})

test('keeps the Message-ID on every attempt and changes it for each email', () => {
  const messageId = (kind: 'claim' | 'submission') => composeSubmissionEmail(emailInput({ kind })).messageId
  assert.equal(messageId('claim'), '<sub_7h2k9q4m0x6t8r5w.claim@formslot.dev>')
  assert.equal(messageId('submission'), '<sub_7h2k9q4m0x6t8r5w.submission@formslot.dev>')
})

test('addresses the recipient from the fixed sender, dated when it was queued', () => {
  const input = emailInput({ deliveryCreatedAt: new Date('2026-11-20T10:00:05.000Z') })
  const email = composeSubmissionEmail(input)
  assert.equal(email.to, 'ada@lovelace.org')
  assert.deepEqual(email.from, input.from)
  assert.deepEqual(email.date, input.deliveryCreatedAt)
  assert.equal(email.unsubscribeUrl, STOP)
  assert.equal(email.formId, 'f_k3v9q2m7x4t8r5wz')
})

test('directs replies to the submitter once claimed: _replyto, or else the first valid email field', () => {
  const rows: [fields: [string, FieldValue][], replyTo: string | null][] = [
    [[['email', 'grace@navy.mil']], 'grace@navy.mil'],
    [[['E-Mail', 'grace@navy.mil']], 'grace@navy.mil'],
    [[['contact[email]', 'grace@navy.mil']], 'grace@navy.mil'],
    [[['friend_email', 'grace@navy.mil']], null],
    [[['EMAIL', ' grace@NAVY.mil ']], 'grace@navy.mil'],
    [
      [
        ['email', 'grace@navy.mil'],
        ['_replyto', 'hopper@navy.mil'],
      ],
      'hopper@navy.mil',
    ],
    [
      [
        ['_replyto', ''],
        ['email', 'grace@navy.mil'],
      ],
      'grace@navy.mil',
    ],
    [
      [
        ['email', 'first@navy.mil'],
        ['Email', 'second@navy.mil'],
      ],
      'first@navy.mil',
    ],
    [
      [
        ['email', 'none'],
        ['Email', 'second@navy.mil'],
      ],
      'second@navy.mil',
    ],
    [[['email', 'grace@navy.mil, mallory@evil.dev']], null],
    [[['email', 'Grace <grace@navy.mil>']], null],
    [[['email', 'grace@navy.mil\r\nBcc: mallory@evil.dev']], null],
    [[['email', ['grace@navy.mil']]], null],
    [[['message', 'grace@navy.mil']], null],
  ]
  for (const [fields, replyTo] of rows) {
    const submission = createSubmission(fields)
    assert.equal(
      composeSubmissionEmail(emailInput({ state: 'claimed', submission })).replyTo,
      replyTo,
      JSON.stringify(fields),
    )
    for (const state of ['unclaimed', 'frozen', 'expired', 'retired'] as const) {
      assert.equal(composeSubmissionEmail(emailInput({ state, submission })).replyTo, null)
    }
  }
})

test('loads nothing remote and links only to the claim and stop pages', () => {
  const email = composeSubmissionEmail(emailInput())
  assert.deepEqual(addresses(email), [CLAIM, STOP])
  assert.doesNotMatch(email.html, /<(img|script|link|iframe|form|object|svg)\b|url\(|@import/i)
})

test('supports light and dark and names the instance in the claim email', () => {
  const { html, text } = composeSubmissionEmail(emailInput())
  assert.match(html, /<meta name="color-scheme" content="light dark">/)
  assert.match(html, /@media \(prefers-color-scheme: dark\)/)
  for (const part of [html, text]) assert.match(part, /Sent by Formslot, https:\/\/forms\.formslot\.dev/)
})
