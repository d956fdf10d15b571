import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findLinks, phoneLink } from '../../dashboard/src/screens/submission/links.ts'

const links = (text: string) =>
  findLinks(text)
    .filter((piece) => piece.href !== null)
    .map(({ text, href }) => [text, href])

test('finds web addresses, email addresses and international phone numbers in a text', () => {
  assert.deepEqual(links('See https://acme.org/a_(b)?c=1. Or www.acme.org!'), [
    ['https://acme.org/a_(b)?c=1', 'https://acme.org/a_(b)?c=1'],
    ['www.acme.org', 'https://www.acme.org/'],
  ])
  assert.deepEqual(links('(ask kunde@firma.de, or +49 (0)30 901820.)'), [
    ['kunde@firma.de', 'mailto:kunde@firma.de'],
    ['+49 (0)30 901820', 'tel:+4930901820'],
  ])
  assert.deepEqual(
    findLinks('no link')
      .map(({ text }) => text)
      .join(''),
    'no link',
  )
})

test('leaves out what is no address, and every scheme but http and https', () => {
  const texts = [
    'javascript:alert(1)',
    'data:text/html,x',
    'https://',
    '10:30, 2.000 €',
    'a@b',
    '+1',
    '1 + 12345',
  ]
  for (const text of texts) assert.deepEqual(links(text), [], text)
})

test('keeps the text as it was sent, piece by piece', () => {
  const text = 'a https://x.org/ü b c@d.org\n+44 20 7946 0958 “https://y.org”.'
  assert.equal(
    findLinks(text)
      .map((piece) => piece.text)
      .join(''),
    text,
  )
  assert.equal(links(text).length, 4)
})

test('tells the host that a link leads to where its text suggests another one', () => {
  const host = (text: string) => findLinks(text)[0]?.host
  assert.equal(host('https://acme.org/x'), 'acme.org')
  assert.equal(host('https://paypal.com@evil.example/login'), 'evil.example')
  assert.equal(host('https://аpple.com/'), 'xn--pple-43d.com')
})

test('takes a number as a phone number where its field says so', () => {
  assert.equal(phoneLink('Phone', '030 / 901820'), 'tel:030901820')
  assert.equal(phoneLink('your-mobile', ' (212) 555-0100 '), 'tel:2125550100')
  assert.equal(phoneLink('order', '4711 2026'), null)
  assert.equal(phoneLink('phone', 'call me'), null)
  assert.equal(phoneLink('phone', '1234'), null)
})

test('is quick with long values that are almost addresses', () => {
  const started = performance.now()
  for (const part of ['a', 'a.', '@', 'a@', '+1 ', 'http://', 'www.', 'a@b.']) findLinks(part.repeat(20_000))
  assert.ok(performance.now() - started < 3_000)
})
