import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readNextPath } from '../../../src/domain/accounts/next-path.ts'

test('keeps a dashboard path with its query', () => {
  for (const path of ['/app', '/app/', '/app/inbox?folder=spam&q=a%20b', '/app?x=1']) {
    assert.equal(readNextPath(path), path)
  }
  assert.equal(readNextPath('/app/inbox#top'), '/app/inbox')
  assert.equal(readNextPath('/app/./a/../b'), '/app/b')
})

test('drops paths that lead elsewhere', () => {
  const elsewhere = [
    null,
    undefined,
    '',
    '/',
    '/appendix',
    '/app/../f/x',
    '/app?next=\\\\evil.dev',
    '/sign-out',
    '//evil.dev/app',
    '///evil.dev/app',
    '/\\evil.dev/app',
    'https://evil.dev/app',
    'https:/evil.dev/app',
    'https:evil.dev/app',
    'javascript:alert(1)',
    '\t//evil.dev/app',
    'http://nowhere.invalid/app',
    `/app/${'x'.repeat(508)}`,
  ]
  for (const text of elsewhere) assert.equal(readNextPath(text), null, String(text))
})

test('an accepted path always stays on our own origin', () => {
  const pieces = fc.constantFrom(
    '/',
    '\\',
    'app',
    '.',
    '..',
    ':',
    '@',
    'evil.dev',
    '?',
    '#',
    '\t',
    '\n',
    '%2f',
    'https:',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const path = readNextPath(parts.join(''))
      if (path === null) return
      assert.match(path, /^\/app(?:[/?]|$)/)
      assert.equal(new URL(`https://forms.acme.org${path}`).origin, 'https://forms.acme.org')
      assert.doesNotMatch(path, /[\r\n\t\\]/)
    }),
  )
})
