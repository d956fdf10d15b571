import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { renderMessage } from '../../src/delivery/channels/email/mime.ts'
import { composeSubmissionEmail } from '../../src/delivery/channels/email/templates/submission-email.ts'
import type { FieldValue } from '../../src/domain/submissions/fields.ts'
import { createSubmission, emailInput } from '../support/fixtures/email-input.ts'
import { addresses, htmlFields, textFields } from '../support/fixtures/email-reading.ts'

/** Catalogue M01 and M07: what breaks out of headers, lines, tags and attributes where it is let. */
const PAYLOADS = [
  'x\r\nBcc: mallory@evil.dev',
  'x\nBcc: mallory@evil.dev',
  'x\rBcc: mallory@evil.dev',
  'x\r\n\r\n<h1>body</h1>',
  'x\u2028Bcc: mallory@evil.dev',
  '=?utf-8?Q?x=0D=0ABcc:_mallory@evil.dev?=',
  'x\u0000Bcc: mallory@evil.dev',
  'x'.repeat(10_000),
  '<script>alert(1)</script>',
  '</style></dd></dl><a href="https://evil.dev">claim</a>',
  '" onmouseover="alert(1)',
  "' style='display:none",
  '&lt;b&gt; &amp;amp; &#60;',
  '<!-- --> ]]> <![CDATA[',
  '\u202eevil\u2066',
  '\u001b]8;;https://evil.dev\u0007click\u001b]8;;\u0007 \u001b[31mred',
  '\ud800 half',
]

test('prints the fields in the order sent, with repeated names, and leaves out names that start with _', () => {
  const submission = createSubmission([
    ['zulu', 'first'],
    ['_note', 'quokka'],
    ['alpha', 'second'],
    ['_gotcha', ''],
    ['zulu', 'third'],
  ])
  const expected = [
    { name: 'zulu', value: 'first' },
    { name: 'alpha', value: 'second' },
    { name: 'zulu', value: 'third' },
  ]
  const email = composeSubmissionEmail(emailInput({ submission }))
  assert.deepEqual(htmlFields(email), expected)
  assert.deepEqual(textFields(email), expected)
  assert.doesNotMatch(email.text + email.html, /quokka/)
})

test('prints values as strings, JSON, lists or indented JSON', () => {
  const rows: [FieldValue, string][] = [
    ['as it is', 'as it is'],
    ['one\r\n\r\n  two\rthree', 'one\n\n  two\nthree'],
    [12.5, '12.5'],
    [true, 'true'],
    [null, 'null'],
    [['cheese', 2, null], 'cheese, 2, null'],
    [{ a: [1] }, '{\n  "a": [\n    1\n  ]\n}'],
    [[['deep']], '[\n  [\n    "deep"\n  ]\n]'],
  ]
  for (const [value, printed] of rows) {
    const email = composeSubmissionEmail(emailInput({ submission: createSubmission({ field: value }) }))
    assert.deepEqual(htmlFields(email), [{ name: 'field', value: printed }])
    assert.deepEqual(textFields(email), [{ name: 'field', value: printed }])
  }
})

test('names the fields that were left empty in one row below the others', () => {
  const submission = createSubmission({
    phone: '',
    name: 'Grace',
    company: ' \n',
    '': '',
    zero: 0,
    no: false,
  })
  const email = composeSubmissionEmail(emailInput({ submission }))
  const expected = [
    { name: 'name', value: 'Grace' },
    { name: 'zero', value: '0' },
    { name: 'no', value: 'false' },
    { name: 'Left empty', value: 'phone, company, (no name)' },
  ]
  assert.deepEqual(htmlFields(email), expected)
  assert.deepEqual(textFields(email), expected)
})

test('turns no payload in a name or value into a header, markup or a link', async () => {
  const harmless = composeSubmissionEmail(emailInput())
  const header = await getHeader(harmless)
  const tags = getTags(harmless.html)
  for (const payload of PAYLOADS) {
    for (const submission of [
      createSubmission({ [payload]: 'x', y: 'z' }),
      createSubmission({ name: payload, y: 'z' }),
    ]) {
      const email = composeSubmissionEmail(emailInput({ submission }))
      assert.equal(await getHeader(email), header, payload)
      assert.deepEqual(getTags(email.html), tags, payload)
      assert.deepEqual(addresses(email), addresses(harmless), payload)
      assert.doesNotMatch(email.text, /^Bcc|\r/m)
      assert.doesNotMatch(
        email.text + email.html,
        /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
      )
    }
  }
})

test('removes terminal sequences completely and replaces half characters', () => {
  const rows: [submitted: string, printed: string][] = [
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u001b]8;;https://evil.dev\u0007click\u001b]8;;\u0007', 'click'],
    ['\u001b]without an end', ']without an end'],
    ['\ud800half', '\ufffdhalf'],
  ]
  for (const [submitted, printed] of rows) {
    const email = composeSubmissionEmail(emailInput({ submission: createSubmission({ field: submitted }) }))
    assert.equal(htmlFields(email)[0]?.value, printed)
    assert.equal(textFields(email)[0]?.value, printed)
  }
})

test('labels a field without a name', () => {
  const email = composeSubmissionEmail(emailInput({ submission: createSubmission({ '': 'value' }) }))
  assert.deepEqual(htmlFields(email), [{ name: '(no name)', value: 'value' }])
  assert.deepEqual(textFields(email), [{ name: '(no name)', value: 'value' }])
})

test('indents submitted lines so that none can imitate a line of the email', () => {
  const forged = `x\n\n${'-'.repeat(60)}\nClaim this form:\nhttps://evil.dev/claim/x`
  const { text } = composeSubmissionEmail(emailInput({ submission: createSubmission({ [forged]: forged }) }))
  assert.equal(text.match(/^Claim this form:$/gm)?.length, 1)
  assert.equal(text.match(/^-{60}$/gm)?.length, 2)
})

test('prints the same content in both parts, whatever was sent', () => {
  // Leaves out texts that the text part cannot distinguish: our own line breaks, and trailing blanks.
  const word = fc.constantFrom(
    'a',
    '<b>',
    '"',
    '&amp;',
    'www.evil.dev',
    'https://evil.dev/x',
    'b@c.dev',
    'é',
    '字。字',
  )
  const text = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '))
  const value = fc.array(text, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n'))
  const fields = fc.array(fc.tuple(text, value), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(fields, fc.constantFrom('unclaimed' as const, 'claimed' as const), (pairs, state) => {
      const email = composeSubmissionEmail(emailInput({ state, submission: createSubmission(pairs) }))
      const expected = pairs.map(([name, printed]) => ({ name, value: printed }))
      assert.deepEqual(htmlFields(email), expected)
      assert.deepEqual(textFields(email), expected)
    }),
  )
})

test('says so if a submission has only names that start with _', () => {
  const email = composeSubmissionEmail(emailInput({ submission: createSubmission({ _note: 'quokka' }) }))
  for (const part of [email.text, email.html]) {
    assert.match(part, /This message has only hidden fields \(their names start with _\)/)
    assert.doesNotMatch(part, /quokka/)
  }
})

async function getHeader(email: Parameters<typeof renderMessage>[0]): Promise<string> {
  return (await renderMessage(email)).toString('utf8').split('\r\n\r\n')[0] ?? ''
}

/** The tags but the line breaks, in order and with their attributes. */
function getTags(html: string): string[] {
  const kinds = (html.match(/<[^>]*>/g) ?? []).filter((tag) => tag !== '<br>')
  return [...new Set(kinds)].filter((tag) => !/<(dd|span|p) class="muted"/.test(tag))
}
