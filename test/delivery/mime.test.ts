import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { renderMessage } from '../../src/delivery/channels/email/mime.ts'
import type { FeedbackGroup } from '../../src/delivery/channels/email/templates/email.ts'
import { cleanFileName } from '../../src/domain/files/file-name.ts'
import { EMAIL_HEADERS } from '../support/fixtures/email-reading.ts'
import { sampleEmail } from '../support/fixtures/sample-email.ts'
import { composeMessage } from '../support/smtp/composer.ts'

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

test('an email with replies allowed has one Reply-To address', async () => {
  const email = await PostalMime.parse(await renderMessage(sampleEmail({ replyTo: 'grace@hopper.org' })))
  assert.deepEqual(email.headers.map(({ key }) => key).sort(), [...EMAIL_HEADERS, 'reply-to'].sort())
  assert.deepEqual(email.replyTo, [{ name: '', address: 'grace@hopper.org' }])
})

test('the feedback id names the group and the sending domain, and neither endpoint nor recipient', async () => {
  const find = async (change: Parameters<typeof sampleEmail>[0]) => {
    const email = await PostalMime.parse(await renderMessage(sampleEmail(change)))
    return email.headers.find(({ key }) => key === 'feedback-id')?.value
  }
  const id = await find({})
  // Four identifiers at most, the last of them from 5 to 15 characters.
  assert.match(id ?? '', /^submission:[0-9a-f]{15}$/)
  const others = { to: 'bo@example.org', formId: null, replyTo: 'grace@hopper.org', subject: 'x' }
  assert.equal(await find({ ...others, messageId: '<ntc_1@formslot.dev>' }), id)
  assert.equal(await find({ from: { name: 'Ada', address: 'other@FORMSLOT.dev' } }), id)
  assert.equal(await find({ feedbackGroup: 'claim' }), id?.replace('submission', 'claim'))
  assert.notEqual(await find({ from: { name: 'Formslot', address: 'forms@formslot.example' } }), id)
})

test('a retry is identical byte for byte', async () => {
  const first = await renderMessage(sampleEmail())
  assert.deepEqual(await renderMessage(sampleEmail()), first)
})

test('two emails have different boundaries', async () => {
  const other = sampleEmail({ messageId: '<sub_other.submission@formslot.dev>' })
  const [one, two] = await Promise.all([renderMessage(other), renderMessage(sampleEmail())])
  assert.notEqual(findBoundary(one), findBoundary(two))
})

const BOUNDARY = findBoundary(await renderMessage(sampleEmail()))

const FILE_NAMES = [
  'résumé.pdf',
  '見積書 (最終).pdf',
  'תקציב.csv',
  'الميزانية.csv',
  `${'名'.repeat(60)}.png`,
  `${'long name '.repeat(18)}.txt`,
  'it\'s; a="quote".txt',
  'x\r\nBcc: mallory@evil.net.txt',
  '=?utf-8?Q?x=0D=0ABcc:_mallory@evil.net?=.txt',
  '👩‍👩‍👧.jpg',
  "utf-8''%41.txt",
  '-dash.txt',
]

const INJECTIONS = [
  'x\r\nBcc: mallory@evil.net',
  'x\nBcc: mallory@evil.net',
  'x\rBcc: mallory@evil.net',
  '\r\n\r\nBcc: mallory@evil.net\r\n\r\n',
  'x\u2028Bcc: mallory@evil.net',
  '=?utf-8?Q?x=0D=0ABcc:_mallory@evil.net?=',
  'x\0Bcc: mallory@evil.net',
  `Bcc: mallory@evil.net ${'x'.repeat(10_240)}`,
  `--${BOUNDARY}\r\nContent-Type: text/html\r\n\r\nforged\r\n--${BOUNDARY}--`,
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
      // The reader of the test takes a bare CR for the end of a line, and a part of empty lines for none.
      const { text: readText = '', html: readHtml = '' } = email
      const read = asRead(text.replace(/\r(?!\n)/g, '')).replace(/ +$/gm, '')
      // Long lines that are indented are broken for good.
      if (!/^ .{70}|\r/m.test(text)) assert.equal(readText, read)
      assert.equal(readText.replace(/[ \r\n]/g, ''), read.replace(/[ \r\n]/g, ''))
      assert.equal(readHtml, asRead(html))
    }),
    { numRuns: 300 },
  )
})

test("is byte for byte what Nodemailer's composer makes of the same email", async () => {
  const pieces = [
    '\r',
    '\n',
    '\r\n',
    '.',
    ' ',
    '\t',
    '=',
    '\0',
    'é',
    '😀',
    '--',
    'word',
    ',',
    '"',
    '<',
    '=?',
    'x'.repeat(70),
  ]
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join('')),
    fc
      .array(fc.integer({ min: 70, max: 80 }))
      .map((widths) => widths.map((width) => 'a b'.repeat(width).slice(0, width)).join('\n')),
  )
  const word = fc.string({ unit: fc.constantFrom(...'abcxyz0189-'), minLength: 1, maxLength: 60 })
  const address = fc
    .tuple(
      fc.oneof(word, fc.constantFrom("o'hara+forms", 'jürgen', 'a.b_c')),
      fc.oneof(word, fc.constantFrom('bücher', 'XN--Upper')),
    )
    .map(([local, domain]) => `${local}@${domain}.example`)
  const attachment = fc.record({
    name: fc
      .oneof(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.constantFrom(...FILE_NAMES))
      .map(cleanFileName),
    type: fc.constantFrom('application/pdf', 'image/png', 'text/plain', 'text/csv'),
    content: fc.uint8Array({ minLength: 1, maxLength: 400 }).map(encodeLines),
  })
  const email = fc.record({
    from: fc.record({ name: text, address }),
    to: address,
    replyTo: fc.option(address),
    subject: text,
    text,
    // Plain text alone is another form of message.
    html: text.filter((part) => part !== ''),
    messageId: word.map((id) => `<sub_${id}.submission@formslot.dev>`),
    conversationId: fc.option(word.map((id) => `<${id}@formslot.dev>`)),
    date: fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
    unsubscribeUrl: fc.option(word.map((token) => `https://formslot.dev/disown/${token}`)),
    formId: fc.option(word.map((id) => `f_${id}`)),
    bounceToken: fc.option(word),
    feedbackGroup: fc.constantFrom<FeedbackGroup>('claim', 'submission', 'notice'),
    attachments: fc.oneof(
      { weight: 1, arbitrary: fc.constant([]) },
      { weight: 2, arbitrary: fc.array(attachment, { minLength: 1, maxLength: 3 }) },
    ),
  })
  await fc.assert(
    fc.asyncProperty(email, async (one) => {
      const expected = await composeMessage(structuredClone(one))
      assert.equal((await renderMessage(one)).toString('latin1'), expected.toString('latin1'))
    }),
    { numRuns: 400 },
  )
})

/** Encodes as base64 in lines of 76 characters, each ended by CRLF. */
function encodeLines(bytes: Uint8Array): Buffer {
  const lines = Buffer.from(bytes)
    .toString('base64')
    .match(/.{1,76}/g)
  return Buffer.from((lines ?? []).map((line) => `${line}\r\n`).join(''))
}

function findBoundary(message: Buffer): string {
  return /boundary="([^"]+)"/.exec(message.toString('latin1'))?.[1] ?? assert.fail('no boundary')
}

/** As postal-mime hands content out: line ends as LF, and one more at the end. */
function asRead(content: string): string {
  return `${content.replaceAll('\r\n', '\n')}\n`
}

const LONG = 'The quick brown fox jumps over the lazy dog, and the dog does not care at all. '
  .repeat(3)
  .trim()

/** Lines of the text part on the wire. */
async function linesOf(text: string): Promise<string[]> {
  const message = (await renderMessage(sampleEmail({ text, html: '' }))).toString('latin1')
  const body = message.slice(message.indexOf('\r\n\r\n') + 4)
  const bytes = body
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString().split('\r\n')
}

test('a line of ours is broken at 78 columns, and mail programs join it again', async () => {
  for (const text of [
    LONG,
    '長い文章がここに続きます。'.repeat(12),
    `${LONG} https://acme.org/${'x'.repeat(90)} end`,
  ]) {
    const message = await renderMessage(sampleEmail({ text, html: '' }))
    assert.match(
      message.toString('latin1'),
      /Content-Type: text\/plain; charset=utf-8; format=flowed; delsp=yes/,
    )
    assert.equal((await PostalMime.parse(message)).text, `${text}\n`)
    const lines = await linesOf(text)
    assert.ok(lines.length > 2)
    for (const line of lines.slice(0, -1).filter((one) => !one.includes('https:')))
      assert.ok(countColumns(line.trimEnd()) <= 76 && line.length <= 78, line)
  }
})

test('no part of a submitted line looks like a line of ours', async () => {
  const lines = await linesOf(`    ${LONG}\n  name`)
  assert.ok(lines.length > 3)
  for (const line of lines) assert.match(line, /^ {3}/)
  for (const line of lines) assert.ok(line.length <= 78 && !line.endsWith(' '), line)
  const read = (await PostalMime.parse(await renderMessage(sampleEmail({ text: `    ${LONG}` })))).text ?? ''
  for (const line of read.trimEnd().split('\n')) assert.match(line, /^ {4}\S/)
  assert.equal(read.replace(/\s+/g, ' ').trim(), LONG)
})

test('a line that would mean something else is marked', async () => {
  assert.deepEqual(await linesOf('> quoted\nFrom Ada\nends with spaces   \n-- '), [
    ' > quoted',
    ' From Ada',
    'ends with spaces',
    '--',
  ])
})

function countColumns(text: string): number {
  return Array.from(text).reduce((sum, one) => sum + (/[\u3000-\u9fff]/.test(one) ? 2 : 1), 0)
}
