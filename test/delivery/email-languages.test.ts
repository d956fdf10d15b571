import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMessage } from '../../src/delivery/channels/email/mime.ts'
import { composeSubmissionEmail } from '../../src/delivery/channels/email/templates/submission-email.ts'
import { LANGUAGE_FACTS, LANGUAGES, type Language } from '../../src/domain/language.ts'
import { everyEmail } from '../support/emails/every-email.ts'
import { createSubmission, emailInput } from '../support/fixtures/email-input.ts'
import { addresses } from '../support/fixtures/email-reading.ts'

for (const language of LANGUAGES) {
  const { direction, sentenceSpace } = LANGUAGE_FACTS[language]

  test(`writes every email in ${language}, in its direction and with the links of the English one`, async () => {
    const english = Object.values(everyEmail('en'))
    for (const [index, email] of Object.values(everyEmail(language)).entries()) {
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
