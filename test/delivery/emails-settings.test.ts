import assert from 'node:assert/strict'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { renderMessage } from '../../src/delivery/channels/email/mime.ts'
import { composeSubmissionEmail } from '../../src/delivery/channels/email/templates/submission-email.ts'
import { NO_SETTINGS } from '../../src/domain/endpoints/settings.ts'
import { type EmailSettings, NO_EMAIL_SETTINGS } from '../../src/domain/outbox/email-settings.ts'
import type { FieldValue } from '../../src/domain/submissions/fields.ts'
import { createSubmission, emailInput } from '../support/fixtures/email-input.ts'

/** An email about Ada's confirmed form "Contact" with these settings; `change` what a test is about. */
function owned(
  email: Partial<EmailSettings>,
  fields: Record<string, FieldValue> = { message: 'Hello' },
  change: Parameters<typeof emailInput>[0] = {},
) {
  const submission = createSubmission(fields)
  const input = emailInput({ kind: 'submission', state: 'claimed', submission, ...change })
  const settings = { ...NO_SETTINGS, name: 'Contact', email: { ...NO_EMAIL_SETTINGS, ...email } }
  const endpoint = { ...input.endpoint, siteHost: 'lovelace.org', settings }
  return composeSubmissionEmail({ ...input, endpoint })
}

test('builds the subject from the owner’s pattern', () => {
  const fields = { topic: 'Order', Name: 'Grace', sizes: ['S', 'XL'], amount: 17, _subject: 'x' }
  const rows: [pattern: string, subject: string][] = [
    ['[{form}] {topic} from {name}', '[Contact] Order from Grace'],
    ['{site}: {sizes}, {amount}', 'lovelace.org: S, XL, 17'],
    ['{ topic }', 'Order'],
    ['{TOPIC}', 'Order'],
    ['New order', 'New order'],
    ['[{unknown}] {topic} · {unknown}', 'Order'],
    ['{unknown} - {topic} ({unknown})', 'Order'],
    ['{unknown}', 'New message from Contact · Grace'],
    ['{_subject}', 'New message from Contact · Grace'],
    ['{constructor}{__proto__}!', 'New message from Contact · Grace'],
  ]
  const plain = owned({}, fields).subject
  for (const [pattern, subject] of rows) {
    const expected = subject.startsWith('New message') ? plain : subject
    assert.equal(owned({ subject: pattern }, fields).subject, expected, pattern)
  }
})

test('a field cannot make the subject look like a reply, break a line or reverse it', async () => {
  const rows: [topic: string, subject: string][] = [
    ['Re: your invoice', 'your invoice'],
    ['RE[2]: AW： Fwd: your invoice', 'your invoice'],
    ['a\r\nBcc: mallory@evil.dev', 'a Bcc: mallory@evil.dev'],
    ['a\u202eb\u2066c\u0000\u001b[31md', 'abcd'],
    ['{form} {topic}', '{form} {topic}'],
    ['$& $1 $`', '$& $1 $`'],
  ]
  for (const [topic, subject] of rows) {
    const email = owned({ subject: '{topic}' }, { topic })
    assert.equal(email.subject, subject)
    const { headers, ...parsed } = await PostalMime.parse(await renderMessage(email))
    assert.equal(parsed.subject, subject)
    assert.equal(headers.filter(({ key }) => key === 'bcc' || key === 'in-reply-to').length, 0)
  }
  assert.equal(owned({ subject: 'Re{topic}' }, { topic: ': x' }).subject, 'x', 'joined with the pattern')
  assert.equal(owned({ subject: '[{form}] {topic}' }, { topic: 'Re: x' }).subject, '[Contact] x')
  assert.equal(owned({ subject: '[{form}] {topic}' }, { topic: '\u202eRe: x' }).subject, '[Contact] x')
})

test('a subject has at most 150 characters, whatever a field contains', () => {
  assert.equal(owned({ subject: '{topic}' }, { topic: '👋'.repeat(150) }).subject, '👋'.repeat(150))
  assert.equal(owned({ subject: '{topic}' }, { topic: '👋'.repeat(151) }).subject, `${'👋'.repeat(149)}…`)
  assert.equal(owned({ subject: '{topic}'.repeat(20) }, { topic: 'x'.repeat(60_000) }).subject.length, 150)
})

test('sends under the name that the owner chose, always from the address of the service', () => {
  const from = (senderName: string | null) => owned({ senderName }).from
  assert.deepEqual(from('Studio Nord'), { name: 'Studio Nord', address: 'forms@formslot.dev' })
  assert.equal(from(null).name, 'Contact')
  for (const name of ['security@bank.com', 'a＠b.com', '\u0000'])
    assert.equal(from(name).name, 'Contact', name)
})

test('a plain-text email is a single part, with the same text', async () => {
  const both = owned({}, { message: 'Grüße\n.\nFrom Ada' })
  const plain = owned({ format: 'text' }, { message: 'Grüße\n.\nFrom Ada' })
  assert.equal(plain.html, '')
  assert.equal(plain.text, both.text)
  const message = await renderMessage(plain)
  const parsed = await PostalMime.parse(message)
  assert.equal(parsed.text?.trimEnd(), plain.text.trimEnd())
  assert.equal(parsed.html, undefined)
  assert.doesNotMatch(message.toString('latin1'), /multipart|text\/html/)
  assert.deepEqual(await renderMessage(plain), message)
})

test('a plain-text email can have attachments', async () => {
  const content = Buffer.from('SGk=\r\n')
  const email = {
    ...owned({ format: 'text' }),
    attachments: [{ name: 'a.txt', type: 'text/plain', content }],
  }
  const parsed = await PostalMime.parse(await renderMessage(email))
  assert.equal(parsed.text?.trimEnd(), email.text.trimEnd())
  assert.deepEqual(
    parsed.attachments.map(({ filename }) => filename),
    ['a.txt'],
  )
})

test('the settings apply only to the owner of a confirmed form', () => {
  const settings = { subject: 'Mine', senderName: 'Mine', format: 'text' } as const
  const sales = { kind: 'destination', id: 'dst_0123456789abcdef', mailbox: 'sales@lovelace.org' } as const
  for (const change of [{ addressee: sales }, { state: 'unclaimed' }, { state: 'retired' }] as const) {
    const email = owned(settings, {}, change)
    assert.notEqual(email.html, '')
    assert.doesNotMatch(`${email.from.name} ${email.subject}`, /Mine/)
  }
})
