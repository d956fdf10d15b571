import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { SearchTerm } from '../../../src/domain/submissions/search.ts'
import {
  MAX_QUERY_LENGTH,
  MAX_TERMS,
  readSearchQuery,
  type SearchQuery,
} from '../../../src/domain/submissions/search-query.ts'

const any = (words: string): SearchTerm => ({
  words: words.split(' '),
  ends: 'open',
  within: { kind: 'any' },
})
const phrase = (words: string): SearchTerm => ({ ...any(words), ends: 'whole' })
const field = (name: string, term: SearchTerm): SearchTerm => ({
  ...term,
  within: { kind: 'field', field: name },
})
const from = (term: SearchTerm): SearchTerm => ({ ...term, within: { kind: 'sender' } })
const NOVEMBER = new Date('2026-11-01T00:00:00Z')
const DECEMBER = new Date('2026-12-01T00:00:00Z')

const QUERIES: readonly [text: string, read: Partial<SearchQuery>][] = [
  ['', {}],
  [' \t\n', {}],
  ['ada', { terms: [any('ada')] }],
  ['  Ada   LOVE ', { terms: [any('ada'), any('love')] }],
  ['ada@lovelace.dev', { terms: [any('ada lovelace dev')] }],
  ['東京', { terms: [any('東 京')] }],
  ['"Hello there" you', { terms: [phrase('hello there'), any('you')] }],
  ['“Hello there”', { terms: [phrase('hello there')] }],
  ['"hello wor', { terms: [any('hello wor')] }],
  ['a"b c"d', { terms: [any('a'), phrase('b c'), any('d')] }],
  ['company:ana', { terms: [field('company', any('ana'))] }],
  ['First_Name:"Ada L"', { terms: [field('first name', phrase('ada l'))] }],
  ['"first name":ada', { terms: [field('first name', any('ada'))] }],
  ['a:b:c', { terms: [field('a', any('b c'))] }],
  ['straße:1', { terms: [field('strasse', any('1'))] }],
  ['from:ada', { terms: [from(any('ada'))] }],
  ['FROM:"ada lovelace"', { terms: [from(phrase('ada lovelace'))] }],
  ['from: ada', { terms: [any('from'), any('ada')] }],
  ['from:!!', { terms: [any('from')] }],
  ['is:unread', { unread: true }],
  ['Is:READ hello', { unread: false, terms: [any('hello')] }],
  ['is:read is:read', { unread: false }],
  ['is:read is:unread', { unread: true, findsNothing: true }],
  ['is:unread is:read is:read', { unread: false, findsNothing: true }],
  ['is:spam', { terms: [any('is spam')] }],
  ['after:2026-11-01', { after: NOVEMBER }],
  ['before:2026-12-01 after:2026-11-01', { after: NOVEMBER, before: DECEMBER }],
  ['after:2026-11-01 after:2026-12-01', { after: DECEMBER }],
  ['after:2026-12-01 after:2026-11-01', { after: DECEMBER }],
  ['before:2026-11-01 before:2026-12-01', { before: NOVEMBER }],
  ['before:2026-12-01 before:2026-11-01', { before: NOVEMBER }],
  ['after:2026-02-30', { terms: [any('after 2026 02 30')] }],
  ['before:yesterday', { terms: [any('before yesterday')] }],
  ['https://formslot.dev/a?b=c', { terms: [any('https formslot dev a b c')] }],
  ['10:30', { terms: [any('10 30')] }],
  [':x', { terms: [any('x')] }],
  ['x:', { terms: [any('x')] }],
  ['__proto__:x', { terms: [field('proto', any('x'))] }],
  ['?! "…" ()', { findsNothing: true }],
  ['"" hello', { terms: [any('hello')] }],
  ['\0', { findsNothing: true }],
  ['a\0b', { terms: [any('a b')] }],
  [
    'NOT a* OR "b" ^c NEAR(d)',
    { terms: ['not', 'a', 'or'].map(any).concat(phrase('b'), any('c'), any('near d')) },
  ],
  ["a' & b | !c <-> d:*", { terms: ['a', 'b', 'c', 'd'].map(any) }],
  ['x'.repeat(MAX_QUERY_LENGTH), { terms: [any('x'.repeat(40))] }],
  ['x'.repeat(MAX_QUERY_LENGTH + 1), { findsNothing: true }],
]
for (const [text, read] of QUERIES) {
  test(`parses the query ${JSON.stringify(text.slice(0, 60))} as ${JSON.stringify(read).slice(0, 90)}`, () => {
    const nothing = { terms: [], unread: null, after: null, before: null, findsNothing: false }
    assert.deepEqual(readSearchQuery(text), { ...nothing, ...read })
  })
}

test('any text is a query whose terms are words', () => {
  const part = fc.constantFrom('is:', 'from:', 'after:', '"', ':', ' ', 'ada', '2026-11-01', '//', '*', '\0')
  fc.assert(
    fc.property(fc.array(fc.oneof(part, fc.string({ unit: 'binary' }))), (parts) => {
      for (const { words } of readSearchQuery(parts.join('')).terms) {
        assert.ok(words.length > 0)
        for (const word of words) assert.match(word, /^[^\0-\x20"'*:&|!()<>\\]+$/u)
      }
    }),
  )
})

test('a query with too many terms finds nothing', () => {
  const getQuery = (terms: number) => Array.from({ length: terms }, (_, index) => `w${index}`).join(' ')
  assert.equal(readSearchQuery(getQuery(MAX_TERMS)).terms.length, MAX_TERMS)
  assert.equal(readSearchQuery(getQuery(MAX_TERMS)).findsNothing, false)
  const { terms, findsNothing } = readSearchQuery(`${getQuery(MAX_TERMS)} "one more"`)
  assert.deepEqual([terms, findsNothing], [[], true])
})
