import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Field } from '../../../src/domain/submissions/fields.ts'
import { composeMessage } from '../../../src/judging/engines/message.ts'

const ABOUT = { id: 'sub_1', formId: 'f_abc', receivedAt: new Date('2026-11-23T12:00:00Z') }

async function compose(fields: Field[]): Promise<{ headers: string[]; body: string }> {
  const text = (await composeMessage({ ...ABOUT, fields }, 'forms.acme.org')).toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  return { headers: text.slice(0, end).split(/\r\n(?![ \t])/), body: text.slice(end + 4) }
}

const names = (headers: string[]) =>
  headers.map((line) => line.slice(0, line.indexOf(':')).toLowerCase()).sort()
const OURS = [
  'content-transfer-encoding',
  'content-type',
  'date',
  'formslot-form',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
]

test('a submission becomes the message that the visitor would have sent', async () => {
  const { headers, body } = await compose([
    { name: '_subject', value: 'Bücher' },
    { name: 'name', value: 'Grace' },
    { name: 'email', value: 'grace@navy.mil' },
    { name: 'message', value: 'Hello\r\nthere' },
    { name: 'tags', value: ['a', 1, null] },
  ])
  assert.deepEqual(names(headers), OURS)
  assert.ok(headers.includes('From: grace@navy.mil'))
  assert.ok(headers.includes('Subject: =?UTF-8?Q?B=C3=BCcher?='))
  assert.ok(headers.includes('Formslot-Form: f_abc'))
  assert.ok(headers.includes('To: f_abc@forms.acme.org'))
  assert.ok(headers.includes('Date: Mon, 23 Nov 2026 12:00:00 +0000'))
  assert.equal(
    body.trimEnd(),
    'name: Grace\r\n\r\nemail: grace@navy.mil\r\n\r\nmessage: Hello\r\nthere\r\n\r\ntags: ["a",1,null]',
  )
})

test('a submission without an address and a subject has neither From nor Subject', async () => {
  const { headers } = await compose([{ name: 'message', value: 'Hi' }])
  assert.deepEqual(
    names(headers),
    OURS.filter((name) => name !== 'from' && name !== 'subject'),
  )
})

test('the same submission gives the same message', async () => {
  const fields = [{ name: 'message', value: 'Grüße' }]
  assert.deepEqual(await compose(fields), await compose(fields))
})

test('no text of a submission becomes a header', async () => {
  const hostile = [
    'x\r\nReceived: from evil',
    'x\nBcc: mallory@evil.example',
    'x\r\n\r\nbody',
    'x\rX-Spam: no',
    '\u2028Received: x',
    '=?utf-8?Q?=0D=0AReceived:_x?=',
    'x'.repeat(5000),
    'é'.repeat(3000),
    '\ud800',
    '\0',
  ]
  for (const text of hostile) {
    for (const name of ['_subject', 'email', '_replyto', 'message', text]) {
      const { headers } = await compose([
        { name: 'email', value: 'grace@navy.mil' },
        { name: '_subject', value: 'x' },
        { name, value: text },
        { name: '_replyto', value: text },
      ])
      assert.ok(headers.length <= OURS.length, text)
      assert.deepEqual(
        names(headers).filter((one) => !OURS.includes(one)),
        [],
        text,
      )
    }
  }
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), async (subject, value) => {
      const { headers } = await compose([
        { name: '_subject', value: subject },
        { name: 'email', value },
        { name: value, value: subject },
      ])
      assert.deepEqual(
        names(headers).filter((one) => !OURS.includes(one)),
        [],
      )
    }),
    { numRuns: 100 },
  )
})

test('the text that an engine reads is limited to 64 KiB', async () => {
  const long = Array.from({ length: 4 }, (_, index) => ({ name: `n${index}`, value: 'word '.repeat(13_000) }))
  const { body } = await compose(long)
  const text = body.replaceAll('=\r\n', '')
  assert.ok(text.length >= 64 * 1024 && text.length < 64 * 1024 + 100, String(text.length))
})
