import assert from 'node:assert/strict'
import test from 'node:test'
import { renderMessage } from '../../src/delivery/channels/email/mime.ts'
import { composeSubmissionEmail } from '../../src/delivery/channels/email/templates/submission-email.ts'
import type { FieldValue } from '../../src/domain/submissions/fields.ts'
import { createSubmission, emailInput } from '../support/fixtures/email-input.ts'
import { htmlFields } from '../support/fixtures/email-reading.ts'

const LARGEST_EMAIL = 100 * 1024

test('keeps an email below 100 KB however much was sent, with the claim link on top', async () => {
  const large: Record<string, [string, FieldValue][]> = {
    words: [['message', 'lorem ipsum '.repeat(5_400)]],
    dots: [['message', '.a'.repeat(32_000)]],
    quotes: [['message', '"&<>'.repeat(16_000)]],
    lines: [['message', '\n'.repeat(65_000)]],
    japanese: [['message', '字。'.repeat(11_000)]],
    emoji: [['message', '😀'.repeat(16_000)]],
    'five hundred fields': Array.from({ length: 500 }, (_, index) => [`field ${index}`, 'x'.repeat(2_000)]),
    'long names': Array.from({ length: 200 }, () => ['名'.repeat(42), '字'.repeat(400)]),
    links: [['message', 'https://evil.dev/ '.repeat(3_600)]],
    deep: [['message', { list: Array.from({ length: 190 }, () => ({ a: 'x"'.repeat(600) })) }]],
  }
  for (const [what, pairs] of Object.entries(large)) {
    for (const state of ['unclaimed', 'claimed'] as const) {
      const email = composeSubmissionEmail(emailInput({ state, submission: createSubmission(pairs) }))
      const { length } = await renderMessage(email)
      assert.ok(length <= LARGEST_EMAIL, `${what}, ${state}: ${length}`)
      assert.match(email.text, /This email was shortened: .*(characters|fields) left out\./)
      if (state === 'unclaimed') assert.ok(email.html.indexOf('/claim/') < email.html.indexOf('<dl'))
    }
  }
})

test('says how much a shortened email leaves out and where to read it', () => {
  const sent = 'a'.repeat(64_000)
  const submission = createSubmission({ message: sent, email: 'grace@navy.mil' })
  const email = composeSubmissionEmail(emailInput({ submission }))
  const shown = email.text.match(/a{1000,}/)?.[0].length ?? 0
  const missing = (sent.length - shown).toLocaleString('en')
  for (const part of [email.text, email.html]) {
    assert.ok(part.includes(`[… ${missing} characters left out]`))
    assert.ok(part.includes(`${missing} characters left out. Claim the form to read the full message`))
  }
  assert.match(email.text, /Claim the form to read/)
  assert.equal(htmlFields(email).at(-1)?.value, 'grace@navy.mil', 'the short field behind it is whole')
  const claimed = composeSubmissionEmail(emailInput({ state: 'claimed', submission }))
  assert.match(claimed.text, /The full message is in the dashboard\.$/m)
})

test('gives the room that short fields leave to the long one', () => {
  const short = Array.from({ length: 9 }, (_, index): [string, string] => [`short ${index}`, 'x'])
  const submission = createSubmission([...short, ['message', 'a'.repeat(64_000)]])
  const { text } = composeSubmissionEmail(emailInput({ submission }))
  assert.ok((text.match(/a{1000,}/)?.[0].length ?? 0) > 30_000)
})

test('prints all of 200 short fields, the maximum', () => {
  const pairs = Array.from({ length: 200 }, (_, index): [string, string] => [
    `field ${index}`,
    `value ${index}`,
  ])
  const email = composeSubmissionEmail(emailInput({ submission: createSubmission(pairs) }))
  assert.equal(htmlFields(email).length, 200)
  assert.doesNotMatch(email.text, /shortened/)
})
