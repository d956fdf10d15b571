import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { resolveRedirect } from '../../../src/domain/submissions/redirect-target.ts'

const PAGE = 'https://ada.example'
const REFERER = `${PAGE}/contact/form.html?x=1`

function next(
  address: string,
  page: { origin?: string | null; referer?: string | null; allowedOrigins?: string[] } = {},
): string | null {
  return resolveRedirect({ next: address, origin: PAGE, referer: REFERER, allowedOrigins: [], ...page })
}

const FOLLOWED: readonly [typed: string, followed: string][] = [
  ['https://ada.example/thanks', 'https://ada.example/thanks'],
  ['HTTPS://ADA.example/thanks', 'https://ada.example/thanks'],
  ['https://ada.example:443/', 'https://ada.example/'],
  ['/thanks', 'https://ada.example/thanks'],
  ['thanks.html', 'https://ada.example/contact/thanks.html'],
  ['../thanks?ok=1#top', 'https://ada.example/thanks?ok=1#top'],
  ['?sent=1', 'https://ada.example/contact/form.html?sent=1'],
  ['//ada.example/thanks', 'https://ada.example/thanks'],
  ['/thank you', 'https://ada.example/thank%20you'],
  ['/%0d%0aSet-Cookie:a=b', 'https://ada.example/%0d%0aSet-Cookie:a=b'],
]

for (const [typed, followed] of FOLLOWED) {
  test(`follows ${typed}`, () => assert.equal(next(typed), followed))
}

const NOT_FOLLOWED: readonly string[] = [
  '',
  '   ',
  'https://evil.example/',
  'http://ada.example/',
  'https://ada.example:8443/',
  'https://www.ada.example/',
  'https://ada.example.evil.example/',
  'https://аda.example/',
  '//evil.example',
  '///evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'http:evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://ada.example/1',
  'file:///etc/passwd',
  'mailto:ada@ada.example',
  '/thanks\r\nSet-Cookie: a=b',
  '/thanks\u0000',
  'https://ada.example@evil.example/',
  'https://good@ada.example/',
  'https://good:word@ada.example/',
  'https://',
  `/${'x'.repeat(10 * 1024)}`,
]

for (const typed of NOT_FOLLOWED) {
  test(`does not follow ${JSON.stringify(typed).slice(0, 50)}`, () => assert.equal(next(typed), null))
}

test('follows an address of at most 2048 characters', () => {
  const longest = `${PAGE}/${'x'.repeat(2048 - PAGE.length - 1)}`
  assert.equal(next(longest), longest)
  assert.equal(next(`${longest}x`), null)
  assert.equal(next(`/${'x'.repeat(2047)}`), null)
})

test('resolves a relative address against the Origin when there is no Referer', () => {
  assert.equal(next('thanks.html', { referer: null }), 'https://ada.example/thanks.html')
})

test('uses the Referer as the page when there is no Origin', () => {
  assert.equal(next('/thanks', { origin: null }), 'https://ada.example/thanks')
  assert.equal(next('https://evil.example/', { origin: null }), null)
})

test('treats the origin null as missing', () => {
  assert.equal(next('/thanks', { origin: 'null' }), 'https://ada.example/thanks')
  assert.equal(next('/thanks', { origin: 'null', referer: null }), null)
  assert.equal(next('data:text/html,x', { origin: 'null', referer: null }), null)
})

test('the Origin overrides a different Referer', () => {
  assert.equal(next('/thanks', { referer: 'https://evil.example/' }), null)
  assert.equal(next('https://evil.example/', { referer: 'https://evil.example/' }), null)
})

test('without a page, follows only addresses that the owner lists', () => {
  const nowhere = { origin: null, referer: null }
  assert.equal(next('https://ada.example/', nowhere), null)
  assert.equal(next('/thanks', { ...nowhere, allowedOrigins: ['https://ada.example'] }), null)
  assert.equal(
    next('https://ada.example/thanks', { ...nowhere, allowedOrigins: ['https://ada.example'] }),
    'https://ada.example/thanks',
  )
})

test('follows an origin that the owner lists, and no other', () => {
  const allowedOrigins = ['https://shop.example']
  assert.equal(next('https://shop.example/x', { allowedOrigins }), 'https://shop.example/x')
  assert.equal(next('http://shop.example/x', { allowedOrigins }), null)
  assert.equal(next('https://a.shop.example/x', { allowedOrigins }), null)
})

test('redirects a browser only to its page or to what the owner lists', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    ':',
    '@',
    'https',
    'http',
    'javascript',
    'ada.example',
    'evil.example',
    '\t',
    ' ',
    '.',
    '?',
    '#',
    '%0a',
    'ａ',
    '。',
  )
  const address = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    fc.webUrl(),
  )
  const header = fc.oneof(fc.constantFrom(PAGE, REFERER, 'null', null), address)
  fc.assert(
    fc.property(address, header, header, (typed, origin, referer) => {
      const followed = next(typed, { origin, referer, allowedOrigins: ['https://shop.example'] })
      if (followed === null) return
      assert.match(followed, /^https?:\/\/[\x21-\x7e]+$/)
      const own = [origin, referer, 'https://shop.example'].map((text) => text && URL.parse(text)?.origin)
      assert.ok(own.includes(new URL(followed).origin))
    }),
    { numRuns: 3000 },
  )
})
