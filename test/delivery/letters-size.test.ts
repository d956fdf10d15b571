import assert from 'node:assert/strict'
import test from 'node:test'
import { renderMessage } from '../../src/delivery/channels/email/mime.ts'
import { composeSubmissionLetter } from '../../src/delivery/channels/email/templates/submission-email.ts'
import type { FieldValue } from '../../src/domain/submissions/fields.ts'
import { letterInput, submissionOf } from '../support/letter-input.ts'
import { htmlFields } from '../support/letter-reading.ts'

const LARGEST_LETTER = 100 * 1024

test('a letter stays below 100 KB however much was sent, with the claim link still on top', async () => {
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
      const letter = composeSubmissionLetter(letterInput({ state, submission: submissionOf(pairs) }))
      const { length } = await renderMessage(letter)
      assert.ok(length <= LARGEST_LETTER, `${what}, ${state}: ${length}`)
      assert.match(letter.text, /This letter was shortened: .*(characters|fields) left out\./)
      if (state === 'unclaimed') assert.ok(letter.html.indexOf('/claim/') < letter.html.indexOf('<dl'))
    }
  }
})

test('a shortened letter counts what it leaves out and says where the whole is', () => {
  const sent = 'a'.repeat(64_000)
  const submission = submissionOf({ message: sent, email: 'grace@navy.mil' })
  const letter = composeSubmissionLetter(letterInput({ submission }))
  const shown = letter.text.match(/a{1000,}/)?.[0].length ?? 0
  const missing = (sent.length - shown).toLocaleString('en')
  for (const part of [letter.text, letter.html]) {
    assert.ok(part.includes(`[… ${missing} more characters left out]`))
    assert.ok(part.includes(`${missing} characters left out. The whole submission is stored`))
  }
  assert.match(letter.text, /once the endpoint is claimed/)
  assert.equal(htmlFields(letter).at(-1)?.value, 'grace@navy.mil', 'the short field behind it is whole')
  const claimed = composeSubmissionLetter(letterInput({ state: 'claimed', submission }))
  assert.match(claimed.text, /can be read in the dashboard\.$/m)
})

test('what short fields do not need goes to the long one', () => {
  const short = Array.from({ length: 9 }, (_, index): [string, string] => [`short ${index}`, 'x'])
  const submission = submissionOf([...short, ['message', 'a'.repeat(64_000)]])
  const { text } = composeSubmissionLetter(letterInput({ submission }))
  assert.ok((text.match(/a{1000,}/)?.[0].length ?? 0) > 30_000)
})

test('two hundred short fields, the most there can be, are all in the letter', () => {
  const pairs = Array.from({ length: 200 }, (_, index): [string, string] => [
    `field ${index}`,
    `value ${index}`,
  ])
  const letter = composeSubmissionLetter(letterInput({ submission: submissionOf(pairs) }))
  assert.equal(htmlFields(letter).length, 200)
  assert.doesNotMatch(letter.text, /shortened/)
})
