import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { renderMessage } from '../../src/delivery/channels/email/mime.ts'
import { composeSubmissionEmail } from '../../src/delivery/channels/email/templates/submission-email.ts'
import type { Addressee } from '../../src/delivery/channels/email/templates/submission-email-input.ts'
import { type EndpointSettings, NO_SETTINGS } from '../../src/domain/endpoints/settings.ts'
import type { FieldValue } from '../../src/domain/submissions/fields.ts'
import { createSubmission, emailInput } from '../support/fixtures/email-input.ts'
import { addresses, EMAIL_HEADERS, settingsUrl } from '../support/fixtures/email-reading.ts'

const SALES: Addressee = { kind: 'destination', id: 'dst_0123456789abcdef', mailbox: 'sales@lovelace.org' }

/** An email about Ada's claimed endpoint; `change` what a test is about. */
function owned(
  settings: Partial<EndpointSettings>,
  fields: Record<string, FieldValue> = { message: 'Hello' },
  change: Parameters<typeof emailInput>[0] = {},
) {
  const input = emailInput({
    kind: 'submission',
    state: 'claimed',
    submission: createSubmission(fields),
    ...change,
  })
  const endpoint = { ...input.endpoint, settings: { ...NO_SETTINGS, ...settings } }
  return composeSubmissionEmail({ ...input, endpoint })
}

test('uses the endpoint name in subject and heading once claimed', () => {
  const email = owned({ name: 'Contact <b>' })
  assert.equal(email.subject, 'New message from Contact <b>')
  assert.match(email.text, /^New message from Contact <b>$/m)
  assert.ok(email.html.includes('New message from Contact &lt;b&gt;</h1>'))
  const before = owned({ name: 'Contact' }, {}, { state: 'unclaimed' })
  assert.equal(before.subject, 'New message from your form')
  assert.doesNotMatch(before.text + before.html, /Contact/)
})

test('cuts a name to one line of at most 60 characters', () => {
  const { subject } = owned({ name: `Kontakt\r\nBcc: mallory@evil.dev\u202e\u0000${'x'.repeat(100)}` })
  assert.match(subject, /^New message from Kontakt Bcc: mallory@evil\.devx+…$/)
  assert.equal(Array.from(subject).length, 'New message from '.length + 60)
  assert.equal(owned({ name: ' \u0000 ' }).subject, 'New message from your form')
})

test('sends under the name of the endpoint once confirmed, and never under one that looks like an address', async () => {
  const rows: [name: string | null, sender: string][] = [
    ['Contact, studio-nord.de', 'Contact, studio-nord.de'],
    ['Kontakt\r\nBcc: x', 'Kontakt Bcc: x'],
    ['"Contact" <b>', 'Contact b'],
    [null, 'Formslot'],
    [' "" ', 'Formslot'],
    ['support@bank.com', 'Formslot'],
    ['support＠bank.com', 'Formslot'],
    ['My bank <support@bank.com>', 'Formslot'],
  ]
  for (const [name, sender] of rows) {
    const email = owned({ name })
    assert.deepEqual(email.from, { name: sender, address: 'forms@formslot.dev' })
    const [line = ''] = (await renderMessage(email)).toString('latin1').match(/^From: .*$/m) ?? []
    assert.ok(line.endsWith('<forms@formslot.dev>'), line)
    assert.equal(line.match(/@/g)?.length, 1, line)
  }
  assert.equal(owned({ name: 'Contact' }, {}, { state: 'unclaimed' }).from.name, 'Formslot')
})

test('begins with who wrote and the first words once confirmed, in a line that everybody sees', () => {
  const rows: [fields: Record<string, FieldValue>, line: string][] = [
    [{ name: 'Grace', email: 'grace@navy.mil', message: 'Hello\nAda' }, 'Grace: Hello Ada'],
    [{ 'Your-Name': 'Grace', size: 'XL', color: 'red' }, 'Grace: XL · red'],
    [{ first_name: 'Grace', lastName: 'Hopper', message: 'Hi' }, 'Grace Hopper: Hi'],
    [{ email: 'grace@navy.mil', message: 'Hi' }, 'grace@navy.mil: Hi'],
    [{ お名前: '花子', メッセージ: 'こんにちは' }, '花子: こんにちは'],
    [{ message: `${'word '.repeat(40)}` }, `${'word '.repeat(18).slice(0, 89)}…`],
    [{ name: 'Grace', message: '' }, 'Grace'],
    [{ _note: 'x' }, 'Someone sent a message through a form that uses this address.'],
  ]
  for (const [fields, line] of rows) {
    const email = owned({}, fields)
    assert.equal(email.text.split('\n')[0]?.trim(), line)
    assert.equal(email.html.match(/<span dir="auto">(.*?)<\/span>/)?.[1], line)
    assert.doesNotMatch(email.html, /style="[^"]*(?:display:none|max-height|opacity|font-size:1px)/)
  }
  const before = owned({}, { name: 'Grace' }, { state: 'unclaimed' })
  assert.match(before.text, /^ *Someone sent a message through a form/)
})

test('says before the claim and before the confirmation what to do to reply', () => {
  const submission = createSubmission({ email: 'grace@navy.mil' })
  const claimUrl = 'https://forms.formslot.dev/claim/x'
  const unclaimed = composeSubmissionEmail(emailInput({ submission }))
  const input = emailInput({ state: 'claimed', submission, claimUrl })
  const endpoint = { ...input.endpoint, confirmedAt: null }
  const unconfirmed = composeSubmissionEmail({ ...input, endpoint })
  for (const part of [unclaimed.text, unclaimed.html]) assert.match(part, /Claim to reply/)
  for (const part of [unconfirmed.text, unconfirmed.html]) assert.match(part, /Confirm to reply/)
  assert.doesNotMatch(composeSubmissionEmail(emailInput()).text, /to reply/, 'nobody to reply to')
  assert.doesNotMatch(composeSubmissionEmail(emailInput({ state: 'expired', submission })).text, /to reply/)
})

test('uses the submitted subject after the endpoint name if the owner wants it', () => {
  const wanted = { submittedSubject: true }
  const rows: [FieldValue, string][] = [
    ['Order 17', 'New message from your form · Order 17'],
    ['  Order\n17\t\u202e!  ', 'New message from your form · Order 17 !'],
    ['Order\r\nBcc: mallory@evil.dev', 'New message from your form · Order Bcc: mallory@evil.dev'],
    ['Re: Fwd: [x] Your bank', 'New message from your form · [x] Your bank'],
    ['RE[2]: AW： Your bank', 'New message from your form · Your bank'],
    ['Rewards', 'New message from your form · Rewards'],
    ['x'.repeat(150), `New message from your form · ${'x'.repeat(150)}`],
    ['x'.repeat(151), `New message from your form · ${'x'.repeat(149)}…`],
    ['👋'.repeat(151), `New message from your form · ${'👋'.repeat(149)}…`],
    ['Re: ', 'New message from your form'],
    [' \u0000 ', 'New message from your form'],
    [17, 'New message from your form'],
    [['Order'], 'New message from your form'],
  ]
  for (const [submitted, subject] of rows) {
    assert.equal(owned(wanted, { _subject: submitted, message: 'x' }).subject, subject)
  }
  const named = owned({ ...wanted, name: 'Shop' }, { _subject: 'Order 17' })
  assert.equal(named.subject, '[Shop] Order 17')
  assert.match(named.text, /^New message from Shop$/m, 'the heading is ours')
})

test('names the sender in the subject of a confirmed form with a name', () => {
  const contact = { name: 'Contact' }
  const rows: [Record<string, string>, string][] = [
    [{ name: 'Jane Doe', message: 'x' }, 'New message from Jane Doe · Contact'],
    [{ Vorname: 'Jane', Nachname: 'Doe' }, 'New message from Jane Doe · Contact'],
    [{ email: 'Jane Doe <jane@acme.org>' }, 'New message from Jane Doe · Contact'],
    [{ name: 'Jane\r\nBcc: x\u202e\u0000' }, 'New message from Jane Bcc: x · Contact'],
    [{ name: 'x'.repeat(60) }, `New message from ${'x'.repeat(39)}… · Contact`],
    [{ name: 'Dr. J. Doe' }, 'New message from Dr. J. Doe · Contact'],
    [{ name: 'Jane · Payroll ∙ •' }, 'New message from Jane Payroll · Contact'],
    ...['\u0387', '\u200b·\u2060', '·\u0302', '・', '･', '\u1427', '●', '|', '—', '\u2800·\u3164'].map(
      (sign): [Record<string, string>, string] => [
        { name: `Jane ${sign} Payroll` },
        'New message from Jane Payroll · Contact',
      ],
    ),
    [{ name: 'Jane & John + Co' }, 'New message from Jane & John + Co · Contact'],
    [{ name: 'Mar·la' }, 'New message from Mar·la · Contact'],
    [{ name: '\u200b\u2060\u3164' }, 'New message from Contact'],
    ...['win at casino.example', 'jane@acme.org', 'jane＠acme', 'http://x', ' \u0000 '].map(
      (name): [Record<string, string>, string] => [{ name, message: 'x' }, 'New message from Contact'],
    ),
    [{ email: 'jane@acme.org' }, 'New message from Contact'],
    [{ _name: 'Jane' }, 'New message from Contact'],
  ]
  for (const [fields, subject] of rows) assert.equal(owned(contact, fields).subject, subject)
  const jane = { name: 'Jane Doe' }
  assert.equal(owned({}, jane).subject, 'New message from your form')
  assert.equal(
    owned(contact, jane, { language: 'ja' }).subject,
    'Jane Doe さんから新しいメッセージ · Contact',
  )
  for (const state of ['unclaimed', 'frozen'] as const)
    assert.equal(owned(contact, jane, { state }).subject, 'New message from your form')
})

test('refers to the conversation with the sender once confirmed', () => {
  const conversation = 'abc'
  assert.equal(owned({}, {}, { conversation }).conversationId, '<abc@formslot.dev>')
  assert.equal(owned({}, {}, { conversation, state: 'unclaimed' }).conversationId, null)
  assert.equal(owned({}, {}).conversationId, null)
})

test('ignores the submitted subject before the claim, and if the owner does not want it', () => {
  const fields = { _subject: 'Order 17', message: 'x' }
  assert.equal(owned({}, fields).subject, 'New message from your form')
  for (const state of ['unclaimed', 'frozen', 'expired', 'retired'] as const) {
    const { subject } = owned({ submittedSubject: true, name: 'Shop' }, fields, { state })
    assert.equal(subject, 'New message from your form')
  }
})

test('never lets a subject or name add, end or break a header', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: 'binary', maxLength: 80 }),
      async (submitted, name) => {
        const email = owned({ submittedSubject: true, name }, { _subject: submitted, message: 'x' })
        assert.doesNotMatch(
          email.subject,
          /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/,
        )
        const message = (await renderMessage(email)).toString('latin1')
        const head = message.slice(0, message.indexOf('\r\n\r\n'))
        const names = head
          .split('\r\n')
          .filter((line) => !/^[ \t]/.test(line))
          .map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
        assert.deepEqual(names.sort(), EMAIL_HEADERS)
        assert.match(head, /^[\x20-\x7e\r\n\t]*$/)
      },
    ),
    { numRuns: 300 },
  )
})

test('links the owner to the submission in the dashboard', () => {
  const email = owned({})
  const input = emailInput({ state: 'claimed' })
  assert.deepEqual(addresses(email), [input.dashboardUrl, settingsUrl(input)])
  assert.ok(email.text.includes(`Open in dashboard:\n${input.dashboardUrl}`))
})

test('tells a destination why it gets the email and how to stop it, with no link in the body', () => {
  const stopUrl = 'https://forms.formslot.dev/destination/token/stop'
  const change = { addressee: SALES, dashboardUrl: null, stopUrl }
  const email = owned({ name: 'Shop' }, { message: 'Hello', email: 'grace@navy.mil' }, change)
  assert.equal(email.to, 'sales@lovelace.org')
  assert.deepEqual(addresses(email), [])
  assert.equal(email.unsubscribeUrl, stopUrl)
  assert.equal(email.replyTo, 'grace@navy.mil')
  for (const part of [email.text, email.html]) {
    assert.match(part, /because the owner of the form added your address/)
    assert.doesNotMatch(part, /\/(claim|emails|disown|destination|app)\//)
    assert.doesNotMatch(part, /ada@lovelace/)
  }
  assert.equal(owned({}, { message: 'Hello' }, change).subject, 'New message from a form')
})

test('gives each destination and each resend its own Message-ID, the same on every attempt', () => {
  const id = (change: Parameters<typeof emailInput>[0]) => owned({}, { message: 'x' }, change).messageId
  assert.equal(id({}), '<sub_7h2k9q4m0x6t8r5w.submission@formslot.dev>')
  assert.equal(id({ ordinal: 2, resends: 1 }), '<sub_7h2k9q4m0x6t8r5w.2.again-1@formslot.dev>')
  assert.equal(id({ ordinal: 1, addressee: SALES }), '<sub_7h2k9q4m0x6t8r5w.1@formslot.dev>')
  assert.equal(
    id({ ordinal: 4, addressee: SALES, resends: 2 }),
    '<sub_7h2k9q4m0x6t8r5w.4.again-2@formslot.dev>',
  )
})
