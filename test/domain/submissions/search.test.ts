import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Field, FieldValue } from '../../../src/domain/submissions/fields.ts'
import {
  getSearchedValues,
  indexedWords,
  MAX_SEARCHED_LENGTH,
  MAX_WORD_LENGTH,
  matchesTerm,
  type SearchTerm,
  splitWords,
} from '../../../src/domain/submissions/search.ts'

const WORDS: readonly [text: string, words: string][] = [
  ['Ada Lovelace', 'ada lovelace'],
  ['ada@lovelace.dev, +44 20-7946', 'ada lovelace dev 44 20 7946'],
  ['first_name: O’Neil', 'first name o neil'],
  ['Crème brûlée, ÉTÉ, e\u0301te\u0301', 'creme brulee ete ete'],
  ['Straße STRASSE ŁÓDŹ Søren Æsir', 'strasse strasse lodz soren aesir'],
  ['İstanbul ISPARTA ışık', 'istanbul isparta isik'],
  ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
  ['Ёлка ёлка', 'елка елка'],
  ['ﬁnance Ｆｕｌｌ x² ½', 'finance full x2 1 2'],
  ['Ver\u00adtrag a\u200dd\u2060a', 'vertrag ada'],
  ['東京タワー2', '東 京 タ ワ ー 2'],
  ['がぎ ｶﾞ', 'が ぎ ガ'],
  ['ภาษา', 'ภ า ษ า'],
  ['ភាសា', 'ភា សា'],
  ['한국어 서울', '한국어 서울'],
  ['कि की', 'कि की'],
  ['كِتَاب עִבְרִית', 'كتاب עברית'],
  ['a\0b\ud800c\t\n\r d', 'a b c d'],
  ['"*^-:(){}[]~ AND OR NOT NEAR', 'and or not near'],
  ["& | ! <-> :* \\ ' %_", ''],
  ['👋 …', ''],
  ['', ''],
]
for (const [text, words] of WORDS) {
  test(`splits ${JSON.stringify(text)} into ${JSON.stringify(words)}`, () => {
    assert.equal(splitWords(text).join(' '), words)
  })
}

test('searches only the first 40 letters of a word', () => {
  assert.deepEqual(splitWords(`${'a'.repeat(MAX_WORD_LENGTH + 1)} b`), ['a'.repeat(MAX_WORD_LENGTH), 'b'])
  assert.deepEqual(splitWords('é'.repeat(MAX_WORD_LENGTH)), ['e'.repeat(MAX_WORD_LENGTH)])
  assert.deepEqual(splitWords('я'.repeat(MAX_WORD_LENGTH + 1)), ['я'.repeat(MAX_WORD_LENGTH)])
})

test('words are lowercase letters, digits and marks, and split into themselves', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const words = splitWords(text)
      for (const word of words) assert.match(word, /^(?:[a-z0-9]|(?![\0-\x7f])[\p{L}\p{N}\p{M}])+$/u)
      assert.deepEqual(splitWords(words.join(' ')), words)
    }),
  )
})

const FIELDS: Field[] = [
  { name: 'Name', value: 'Ada Lovelace' },
  { name: 'reply_to', value: 'countess@lovelace.dev' },
  { name: 'message', value: 'Hello there, Charles' },
  { name: 'plan', value: ['Pro', { seats: 12, trial: false, note: null }] },
]
const any = (text: string): SearchTerm => ({ words: text.split(' '), ends: 'open', within: { kind: 'any' } })
const whole = (text: string): SearchTerm => ({ ...any(text), ends: 'whole' })
const inField = (field: string, text: string): SearchTerm => ({
  ...any(text),
  within: { kind: 'field', field },
})
const sender = (text: string): SearchTerm => ({ ...any(text), within: { kind: 'sender' } })

const OCCURRENCES: readonly [SearchTerm, boolean][] = [
  [any('love'), true],
  [any('ovelace'), false],
  [any('ada love'), true],
  [any('ada charles'), false],
  [any('lovelace countess'), false],
  [any('12'), true],
  [any('false'), true],
  [any('null'), false],
  [any('seats'), false],
  [any('message'), false],
  [whole('hello there'), true],
  [whole('hello ther'), false],
  [whole('there charles'), true],
  [inField('name', 'ada'), true],
  [inField('reply to', 'countess'), true],
  [inField('name', 'countess'), false],
  [inField('plan', 'pro'), true],
  [inField('nam', 'ada'), false],
  [sender('ada'), true],
  [sender('countess love'), true],
  [sender('charles'), false],
]
for (const [term, expected] of OCCURRENCES) {
  test(`${JSON.stringify(term)} ${expected ? 'occurs' : 'does not occur'}`, () => {
    assert.equal(matchesTerm(term, getSearchedValues(FIELDS)), expected)
  })
}

test('indexes each word of a submission once', () => {
  const fields = [
    { name: 'a', value: 'one two one' },
    { name: 'b', value: 'Two three' },
  ]
  assert.deepEqual(indexedWords(fields), ['one', 'two', 'three'])
  assert.deepEqual(indexedWords([{ name: 'a', value: ' …' }]), [])
})

test('indexes the beginning of a large submission in whole words', () => {
  const value = 'wörd '.repeat(MAX_SEARCHED_LENGTH)
  const values = getSearchedValues([
    { name: 'a', value },
    { name: 'b', value },
  ])
  assert.equal(values.length, 1)
  assert.ok((values[0]?.text.length ?? 0) > MAX_SEARCHED_LENGTH - 10)
  assert.match(values[0]?.text ?? '', /^(?: word)+ $/)
  const expanded = getSearchedValues([{ name: 'a', value: 'ﷺ'.repeat(MAX_SEARCHED_LENGTH) }])
  assert.ok((expanded[0]?.text.length ?? 0) <= MAX_SEARCHED_LENGTH + 2)
})

test('searches all of a character that decomposes into many, and not all of a text full of them', () => {
  const [one] = getSearchedValues([{ name: 'a', value: 'محمد ﷺ and the end' }])
  assert.match(one?.text ?? '', / وسلم and the end $/)
  const [many] = getSearchedValues([{ name: 'a', value: 'ﷺ'.repeat(1000) }])
  assert.ok((many?.text.length ?? 0) < 5000, 'eighteen thousand characters would make a search slow')
})

test('every match in a submission is among its indexed words', () => {
  const value = fc.oneof(fc.string({ unit: 'binary' }), fc.lorem({ maxCount: 9 })) as fc.Arbitrary<FieldValue>
  const fields = fc.array(fc.record({ name: fc.string(), value }), { maxLength: 4 })
  fc.assert(
    fc.property(fields, fc.nat(), fc.integer({ min: 1, max: 3 }), (sent, from, length) => {
      const values = getSearchedValues(sent)
      const [first] = values
      if (!first) return
      const all = first.text.trim().split(' ')
      const words = all.slice(from % all.length, (from % all.length) + length)
      assert.ok(matchesTerm(whole(words.join(' ')), values))
      const held = indexedWords(sent)
      for (const word of words) assert.ok(held.includes(word))
    }),
  )
})
