import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { renderMessage, toMessage } from '../../src/delivery/channels/email/mime.ts'
import { EMAIL_HEADERS } from '../support/fixtures/email-reading.ts'
import { sampleEmail } from '../support/fixtures/sample-email.ts'

test('an email has exactly the expected headers, each once', async () => {
  const email = await PostalMime.parse(await renderMessage(sampleEmail()))
  assert.deepEqual(email.headers.map(({ key }) => key).sort(), EMAIL_HEADERS)
  const values = Object.fromEntries(email.headers.map(({ key, value }) => [key, value]))
  assert.equal(values.from, 'Formslot <forms@formslot.dev>')
  assert.equal(values.to, 'ada@lovelace.org')
  assert.equal(values.subject, 'New message from your form')
  assert.equal(values['message-id'], '<sub_7h2k9.submission@formslot.dev>')
  assert.equal(values.date, 'Fri, 20 Nov 2026 10:00:00 +0000')
  assert.equal(values['list-unsubscribe'], `<${sampleEmail().unsubscribeUrl}>`)
  assert.equal(values['list-unsubscribe-post'], 'List-Unsubscribe=One-Click')
  assert.equal(values['auto-submitted'], 'auto-generated')
  assert.equal(values['x-auto-response-suppress'], 'All')
  assert.equal(values['x-form-id'], 'f_k3v9q2m7x4t8r5wz')
})

test('the envelope has one sender and one recipient, whatever the headers say', () => {
  assert.deepEqual(toMessage(sampleEmail({ replyTo: 'grace@hopper.org' })).envelope, {
    from: 'forms@formslot.dev',
    to: ['ada@lovelace.org'],
  })
})

test('an email with replies allowed has one Reply-To address', async () => {
  const email = await PostalMime.parse(await renderMessage(sampleEmail({ replyTo: 'grace@hopper.org' })))
  assert.deepEqual(email.headers.map(({ key }) => key).sort(), [...EMAIL_HEADERS, 'reply-to'].sort())
  assert.deepEqual(email.replyTo, [{ name: '', address: 'grace@hopper.org' }])
})

test('a retry is identical byte for byte', async () => {
  const first = await renderMessage(sampleEmail())
  assert.deepEqual(await renderMessage(sampleEmail()), first)
})

test('two emails have different boundaries', async () => {
  const other = sampleEmail({ messageId: '<sub_other.submission@formslot.dev>' })
  assert.notEqual(toMessage(other).baseBoundary, toMessage(sampleEmail()).baseBoundary)
})

const INJECTIONS = [
  'x\r\nBcc: mallory@evil.net',
  'x\nBcc: mallory@evil.net',
  'x\rBcc: mallory@evil.net',
  '\r\n\r\nBcc: mallory@evil.net\r\n\r\n',
  'x\u2028Bcc: mallory@evil.net',
  '=?utf-8?Q?x=0D=0ABcc:_mallory@evil.net?=',
  'x\0Bcc: mallory@evil.net',
  `Bcc: mallory@evil.net ${'x'.repeat(10_240)}`,
  `--${getBoundary()}\r\nContent-Type: text/html\r\n\r\nforged\r\n--${getBoundary()}--`,
  '\r\n.\r\nMAIL FROM:<mallory@evil.net>\r\n',
]

for (const [index, payload] of INJECTIONS.entries()) {
  test(`header injection ${index + 1} stays content`, async () => {
    const email = await PostalMime.parse(await renderMessage(sampleEmail({ text: payload, html: payload })))
    assert.deepEqual(email.headers.map(({ key }) => key).sort(), EMAIL_HEADERS)
    assert.equal(email.bcc, undefined)
    assert.equal(email.attachments.length, 0)
    assert.equal(email.text, asRead(payload))
    assert.equal(email.html, asRead(payload))
  })
}

test('any content is decoded as it was, from 7-bit lines ended by CRLF', async () => {
  const content = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }),
    fc
      .array(fc.constantFrom('\r', '\n', '\r\n', '.', ' ', '\t', '=', '\0', 'é', '😀', '--', 'word'), {
        minLength: 1,
      })
      .map((parts) => parts.join('')),
  )
  await fc.assert(
    fc.asyncProperty(content, content, async (text, html) => {
      const message = await renderMessage(sampleEmail({ text, html }))
      assert.doesNotMatch(message.toString('latin1'), /[^\x20-\x7e\t\r\n]|\r(?!\n)|(?<!\r)\n|[^\r\n]{999}/)
      const body = message.subarray(message.indexOf('\r\n\r\n'))
      assert.ok(
        body
          .toString('latin1')
          .split('\r\n')
          .every((line) => line.length <= 76),
      )
      const email = await PostalMime.parse(message)
      assert.equal(email.text, asRead(text))
      assert.equal(email.html, asRead(html))
    }),
    { numRuns: 300 },
  )
})

function getBoundary(): string {
  const { boundaryPrefix, baseBoundary } = toMessage(sampleEmail())
  return `${boundaryPrefix}-${baseBoundary}-Part_1`
}

/** As postal-mime hands content out: line ends as LF, and one more at the end. */
function asRead(content: string): string {
  return `${content.replaceAll('\r\n', '\n')}\n`
}
