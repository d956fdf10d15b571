import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readRecipient } from '../../../src/domain/endpoints/recipient.ts'
import type { FieldValue } from '../../../src/domain/submissions/fields.ts'

const ACCEPTED: readonly [typed: string, kept: string][] = [
  ['jane@acme.org', 'jane@acme.org'],
  ['  jane@acme.org ', 'jane@acme.org'],
  ['Jane.Doe+forms@ACME.org', 'Jane.Doe+forms@acme.org'],
  ["o'brien@mail.acme.co.uk", "o'brien@mail.acme.co.uk"],
  ['a@bücher.de', 'a@xn--bcher-kva.de'],
  ['a@BÜCHER.de', 'a@xn--bcher-kva.de'],
  ['a@xn--bcher-kva.de', 'a@xn--bcher-kva.de'],
  ['a@例え.jp', 'a@xn--r8jz45g.jp'],
  [`${'l'.repeat(64)}@acme.org`, `${'l'.repeat(64)}@acme.org`],
  ['postmaster@acme.org', 'postmaster@acme.org'],
  ['info@domain.de', 'info@domain.de'],
]

const REFUSED: Record<string, readonly FieldValue[][]> = {
  recipient_missing: [[], [''], ['   '], [null]],
  recipient_multiple: [
    ['jane@acme.org', 'bo@acme.org'],
    ['jane@acme.org', 'jane@acme.org'],
    [['jane@acme.org', 'bo@acme.org']],
    [['jane@acme.org']],
    ['jane@acme.org, bo@acme.org'],
    ['jane@acme.org;bo@acme.org'],
    ['jane@acme.org\nbo@acme.org'],
    ['jane@acme.org bo@acme.org'],
    ['jane@acme.org\r\nBcc:bo@acme.org'],
  ],
  recipient_invalid: [
    [{ address: 'jane@acme.org' }],
    [7],
    [true],
    ['Jane <jane@acme.org>'],
    ['<jane@acme.org>'],
    ['g: jane@acme.org;'],
    ['jane@acme.org,'],
    ['"jane x"@acme.org'],
    ['"jane"@acme.org'],
    ['jane(home)@acme.org'],
    ['jane@acme(home).org'],
    ['jane@[127.0.0.1]'],
    ['jane@[IPv6:::1]'],
    ['jane@127.0.0.1'],
    ['jane@0x7f.1'],
    ['jane@acme.123'],
    ['jane@acme'],
    ['jane@acme.org.'],
    ['jane@acme..org'],
    ['jane@.acme.org'],
    ['jane@-acme.org'],
    ['jane@ac_me.org'],
    ['.jane@acme.org'],
    ['jane.@acme.org'],
    ['ja..ne@acme.org'],
    ['jane@bo@acme.org'],
    ['@acme.org'],
    ['jane@'],
    ['jane.acme.org'],
    ['jane@acme.org:25'],
    ['jane@acme.org/x'],
    ['jane@acme.org%0d%0aBcc:bo'],
    ['mailto:jane@acme.org'],
    ['jane@ac\u0000me.org'],
    ['jane\u0007@acme.org'],
    ['jane@ac\tme.org'],
    ['jane@xn--zzzz.de'],
    ['jane@ac\u00adme.org'],
    ['jane@ac\u200bme.org'],
    ['用户@例え.jp'],
    ['bücher@acme.org'],
    [`${'l'.repeat(65)}@acme.org`],
    [`jane@${'d'.repeat(64)}.org`],
    ['x'.repeat(100_000)],
    ['mailer-daemon@acme.org'],
    ['MAILER-DAEMON@acme.org'],
    ['noreply@acme.org'],
    ['no-reply@acme.org'],
  ],
  recipient_placeholder: [['you@yoursite.com'], ['{{email}}'], [' YOUR_EMAIL_HERE '], ['jane@ｅxample.com']],
}

for (const [typed, kept] of ACCEPTED) {
  test(`accepts ${JSON.stringify(typed)} as a recipient`, () => {
    assert.deepEqual(readRecipient([typed]), { kind: 'ok', address: kept })
  })
}

for (const [code, cases] of Object.entries(REFUSED)) {
  for (const given of cases) {
    test(`rejects ${JSON.stringify(given).slice(0, 60)}: ${code}`, () => {
      const read = readRecipient(given)
      if (read.kind === 'ok') assert.fail(`${read.address} was accepted`)
      assert.equal(read.refusal.code, code)
      assert.equal(read.refusal.field, 'recipient')
      assert.equal(read.refusal.retryAfterSeconds, undefined)
    })
  }
}

test('accepts an address of at most 254 characters', () => {
  const longest = `${'l'.repeat(60)}@${'d'.repeat(63)}.${'d'.repeat(63)}.${'d'.repeat(61)}.org`
  assert.equal(longest.length, 254)
  assert.equal(readRecipient([longest]).kind, 'ok')
  assert.equal(readRecipient([`l${longest}`]).kind, 'refused')
})

test('explains why a non-ASCII local part is rejected', () => {
  const read = readRecipient(['用户@例え.jp'])
  assert.match(read.kind === 'refused' ? (read.refusal.message ?? '') : '', /ASCII/)
})

const fragment = fc.constantFrom(
  'jane',
  '@',
  '.',
  'acme',
  'org',
  ' ',
  ',',
  '\n',
  '<',
  '>',
  'ü',
  '\u0000',
  '%',
  '[',
  '-',
)
const typed = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fragment).map((parts) => parts.join('')),
  fc.emailAddress(),
)

test('parses any input without throwing, into one plain ASCII address or a refusal', () => {
  const plain = /^[\x21-\x7e]{1,64}@[a-z0-9.-]+$/
  fc.assert(
    fc.property(fc.array(fc.oneof(typed, fc.jsonValue()), { maxLength: 2 }), (given) => {
      const read = readRecipient(JSON.parse(JSON.stringify(given)))
      if (read.kind === 'refused') return
      assert.match(read.address, plain)
      assert.doesNotMatch(read.address, /[\s,;<>"()[\]\\:]/)
      assert.deepEqual(readRecipient([read.address]), read)
    }),
    { numRuns: 2000 },
  )
})
