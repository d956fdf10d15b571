import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMessage } from '../../src/delivery/channels/email/mime.ts'
import { claimContents } from '../../src/delivery/channels/email/templates/claim-email.ts'
import { destinationContents } from '../../src/delivery/channels/email/templates/destination-email.ts'
import { digestContents } from '../../src/delivery/channels/email/templates/digest-email.ts'
import { disabledContents } from '../../src/delivery/channels/email/templates/disabled-email.ts'
import { malwareContents } from '../../src/delivery/channels/email/templates/malware-email.ts'
import { composeNotice } from '../../src/delivery/channels/email/templates/notice-email.ts'
import { planContents } from '../../src/delivery/channels/email/templates/plan-email.ts'
import { quotaContents } from '../../src/delivery/channels/email/templates/quota-email.ts'
import { signInContents } from '../../src/delivery/channels/email/templates/sign-in-email.ts'
import { stoppedContents } from '../../src/delivery/channels/email/templates/stopped-email.ts'
import { composeSubmissionEmail } from '../../src/delivery/channels/email/templates/submission-email.ts'
import { LANGUAGE_FACTS, LANGUAGES, type Language } from '../../src/domain/language.ts'
import { PLANS } from '../../src/domain/plans/plan.ts'
import { createSubmission, emailInput } from '../support/fixtures/email-input.ts'
import { addresses } from '../support/fixtures/email-reading.ts'

const BASE = 'https://forms.acme.org'
const ASKED = new Date('2026-11-20T10:00:00Z')
const RESETS = '2026-12-01T00:00:00.000Z'

/** Every email that is not about a submission. */
function notices(language: Language) {
  const service = { name: 'Formslot', base: BASE }
  const signIn = { language, ...service, askedAt: ASKED, device: 'Firefox', url: `${BASE}/s`, code: 'abcd' }
  const claim = { language, arrivedAt: ASKED, claimUrl: `${BASE}/claim/x`, declineUrl: `${BASE}/disown/x` }
  const quota = { language, base: BASE, quota: 5000, month: '2026-11', resetsAt: RESETS } as const
  const account = { ...quota, endpointId: null, name: null } as const
  const plan = { language, after: PLANS.free, service }
  const stopped = { language, endpointId: 'f_0123456789abcdef', url: BASE, base: BASE }
  const destination = { kind: 'webhook', origin: 'https://hooks.acme.org' } as const
  const times = { at: ASKED.toISOString(), since: ASKED.toISOString() }
  const disabled = { language, name: 'Shop', destination, ...times, answer: 'see //evil.dev', base: BASE }
  return [
    signInContents({ ...signIn, purpose: 'sign_in' }),
    signInContents({ ...signIn, purpose: 'confirm' }),
    claimContents({ ...claim, kind: 'telemetry', endpointId: 't_0123456789abcdef', first: 'signup' }),
    claimContents({ ...claim, kind: 'queue', endpointId: 'q_0123456789abcdef', first: null }),
    destinationContents({
      ...{ language, endpointId: 'f_0123456789abcdef', ownerHint: 'a***@l***.org', base: BASE },
      ...{ url: `${BASE}/destination/x`, stopUrl: `${BASE}/destination/x/stop` },
    }),
    stoppedContents({ ...stopped, addressee: 'recipient', name: null }),
    stoppedContents({ ...stopped, addressee: 'destination', name: 'Shop' }),
    disabledContents({ ...disabled, because: 'failing', endpointId: 'f_0123456789abcdef' }),
    disabledContents({ ...disabled, because: 'gone', endpointId: 't_0123456789abcdef' }),
    malwareContents({
      ...{ language, endpointId: 'f_0123456789abcdef', name: 'Shop', base: BASE },
      url: `${BASE}/app/inbox/sub_x`,
    }),
    quotaContents({ ...account, what: 'form', percent: 80 }),
    quotaContents({ ...account, what: 'queue', percent: 100 }),
    quotaContents({
      ...quota,
      what: 'form',
      percent: 100,
      endpointId: 'f_0123456789abcdef',
      name: 'Contact',
    }),
    digestContents({
      ...{ language, base: BASE, stopUrl: `${BASE}/digest/x`, endpoints: [emailInput().endpoint] },
      forms: [{ endpointId: emailInput().endpoint.id, count: 1234 }],
      newest: [{ receivedAt: ASKED, fields: [] }],
    }),
    planContents({ ...plan, before: PLANS.pro, retentionReducedAt: RESETS }),
    planContents({ ...plan, before: null, retentionReducedAt: null }),
    planContents({ ...plan, before: PLANS.free, retentionReducedAt: RESETS }),
  ].map((contents) =>
    composeNotice(contents, {
      sender: {
        base: BASE,
        from: { name: 'Formslot', address: 'emails@acme.org' },
        messageDomain: 'acme.org',
        handlesBounces: false,
      },
      ...{ to: 'ada@lovelace.org', id: 'not_1', createdAt: ASKED, bounceToken: null },
    }),
  )
}

for (const language of LANGUAGES) {
  const { direction, sentenceSpace } = LANGUAGE_FACTS[language]

  test(`writes every email in ${language}, in its direction and with the links of the English one`, async () => {
    const states = ['unclaimed', 'frozen', 'claimed', 'expired', 'retired'] as const
    const compose = (one: Language) => [
      ...states.flatMap((state) =>
        (['claim', 'submission'] as const).map((kind) =>
          composeSubmissionEmail(emailInput({ language: one, kind, state })),
        ),
      ),
      ...notices(one),
    ]
    const english = compose('en')
    for (const [index, email] of compose(language).entries()) {
      assert.ok(email.html.includes(`<html lang="${language}" dir="${direction}">`))
      assert.deepEqual(addresses(email), addresses(english[index] ?? email))
      for (const part of [email.subject, email.text, email.html]) {
        if (sentenceSpace === '')
          assert.doesNotMatch(part, /[。：] |[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]:/u)
        assert.doesNotMatch(part, /undefined|\[object|NaN|VALUE/)
        assert.doesNotMatch(part, /\p{Cf}/u, 'nothing invisible')
      }
      // The indented preview is submitted text.
      if (language === 'fr') assert.doesNotMatch(email.text, /^\S.*[ \p{L}]:\s/mu)
      assert.match((await renderMessage(email)).toString('latin1'), /^Subject: [\x20-\x7e]+\r$/m)
    }
  })
}

test('writes dates and numbers as the reader does', () => {
  const submission = createSubmission({ message: 'a'.repeat(64_000) })
  const text = (language: Language) => composeSubmissionEmail(emailInput({ language, submission })).text
  assert.match(text('en'), /Received 20 November 2026 at 10:00 UTC/)
  assert.match(text('de'), /Eingegangen am 20\. November 2026 um 10:00 UTC/)
  assert.match(text('de'), /\d\d\.\d{3} Zeichen/)
  assert.match(text('ja'), /2026年11月20日 10:00 UTC/)
})

test('mirrors the borders of an Arabic email', () => {
  const html = (language: Language) => composeSubmissionEmail(emailInput({ language })).html
  assert.match(html('en'), /border-left:3px/)
  assert.match(html('ar'), /border-right:3px/)
})

test('keeps values that are read in the other direction under their names', () => {
  const submission = createSubmission({ message: 'مرحبا', name: 'Grace' })
  for (const [language, side] of [
    ['en', 'left'],
    ['ar', 'right'],
  ] as const) {
    const { html } = composeSubmissionEmail(emailInput({ language, submission }))
    const fields = html.match(/<d[td] dir="auto" [^>]*>/g) ?? []
    assert.equal(fields.length, 4)
    for (const field of fields) assert.match(field, new RegExp(`text-align:${side}[;"]`))
  }
})
