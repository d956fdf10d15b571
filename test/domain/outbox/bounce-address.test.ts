import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type BounceAddress,
  findBounceTokens,
  parseBounceAddress,
  type TokenPlaces,
  toEnvelopeSender,
} from '../../../src/domain/outbox/bounce-address.ts'

const TOKEN = '0123456789abcdefghjkmnpqrstvwxyz'
const OTHER = 'zyxwvtsrqpnmkjhgfedcba9876543210'
const ADDRESS: BounceAddress = { before: 'b+', after: '', domain: 'bounce.example.org' }
const SENDER = `b+${TOKEN}@bounce.example.org`
const NOWHERE: TokenPlaces = { addresses: [], envelopeIds: [], headers: [] }

const findIn = (places: Partial<TokenPlaces>, address: BounceAddress | null = ADDRESS) =>
  findBounceTokens({ ...NOWHERE, ...places }, address)

test('reads patterns of a plain address with one token in its local part', () => {
  for (const [pattern, address] of [
    ['b+{token}@bounce.example.org', ADDRESS],
    ['B+{token}@Bounce.Example.org', ADDRESS],
    ['{token}@bounce.example.org', { ...ADDRESS, before: '' }],
    ['{token}.B@bounce.example.org', { ...ADDRESS, before: '', after: '.b' }],
    ['b-{token}@bücher.example', { before: 'b-', after: '', domain: 'xn--bcher-kva.example' }],
  ] as const)
    assert.deepEqual(parseBounceAddress(pattern), address, pattern)
  for (const pattern of [
    '',
    '{token}',
    'b@bounce.example.org',
    'b+{TOKEN}@bounce.example.org',
    '{token}+{token}@bounce.example.org',
    'b{token}@bounce.example.org{token}',
    'b@{token}.example.org',
    'b@x@{token}.example.org',
    'b {token}@bounce.example.org',
    '<b+{token}@bounce.example.org>',
    'b+{token}@localhost',
    'b+{token}@[192.0.2.1]',
    'b+{token}@a.example, c@d.example',
  ])
    assert.equal(parseBounceAddress(pattern), null, pattern)
})

test('a local part has up to 64 characters with the token', () => {
  assert.ok(parseBounceAddress(`${'b'.repeat(32)}{token}@bounce.example.org`))
  assert.equal(parseBounceAddress(`${'b'.repeat(33)}{token}@bounce.example.org`), null)
})

test('finds the token in the envelope sender that was made with it', () => {
  for (const pattern of ['b+{token}@a.example', '{token}@a.example', 'b{token}-x@a.example']) {
    const address = parseBounceAddress(pattern)
    assert.ok(address)
    const sender = toEnvelopeSender(address, TOKEN)
    assert.deepEqual(findIn({ addresses: [sender] }, address), [TOKEN], pattern)
    assert.deepEqual(findIn({ addresses: [sender.toUpperCase()] }, address), [TOKEN], pattern)
  }
  assert.equal(toEnvelopeSender(ADDRESS, TOKEN), SENDER)
})

test('finds it in brackets, in quotes and after tags of other servers', () => {
  for (const text of [`<${SENDER}>`, `"b+${TOKEN}"@bounce.example.org`, `prvs=0123456789=${SENDER}`])
    assert.deepEqual(findIn({ addresses: [text] }), [TOKEN], text)
})

test('finds none in addresses of another form', () => {
  for (const text of [
    '',
    TOKEN,
    `b+${TOKEN}`,
    `b+${TOKEN}@example.org`,
    `c+${TOKEN}@bounce.example.org`,
    `b+${TOKEN}0@bounce.example.org`,
    `b+${TOKEN.slice(1)}@bounce.example.org`,
    `b+${TOKEN.replace('0', 'o')}@bounce.example.org`,
    `b+${TOKEN}x@bounce.example.org`,
  ])
    assert.deepEqual(findIn({ addresses: [text] }), [], text)
  assert.deepEqual(findIn({ addresses: [SENDER] }, null), [])
})

test('finds it as an envelope id and in a returned header, without a bounce address, too', () => {
  for (const address of [ADDRESS, null]) {
    for (const text of [TOKEN, TOKEN.toUpperCase(), ` ${TOKEN}\t`, `<${TOKEN}>`]) {
      assert.deepEqual(findIn({ envelopeIds: [text] }, address), [TOKEN], text)
      assert.deepEqual(findIn({ headers: [text] }, address), [TOKEN], text)
    }
  }
  for (const text of [
    '',
    `${TOKEN}0`,
    `x ${TOKEN}`,
    `${TOKEN},${OTHER}`,
    `<${TOKEN}`,
    `${TOKEN}@forms.example`,
  ]) {
    assert.deepEqual(findIn({ envelopeIds: [text], headers: [text] }), [], text)
  }
})

test('finds each token once, those in addresses first, and at most ten', () => {
  const places = { addresses: [SENDER, `<${SENDER}>`], envelopeIds: [OTHER], headers: [TOKEN, OTHER] }
  assert.deepEqual(findIn(places), [TOKEN, OTHER])
  const many = Array.from({ length: 40 }, (_, at) => String(10 + at).padEnd(32, '0'))
  assert.deepEqual(findIn({ headers: many.slice(0, 10) }), many.slice(0, 10))
  assert.deepEqual(findIn({ headers: many }), many.slice(0, 10))
})
