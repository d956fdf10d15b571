import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getSearchedValues } from '../../../src/domain/submissions/search.ts'
import { readSearchQuery } from '../../../src/domain/submissions/search-query.ts'
import { createSelectivityEstimate } from '../../../src/store/submissions/search/term-selectivity.ts'

/** The terms that the index is queried for after `count` submissions with these texts. */
function askedFor(query: string, count: number, says: (n: number) => string): string[] {
  const worth = createSelectivityEstimate(readSearchQuery(query).terms)
  for (let n = 0; n < count; n += 1) worth.see(getSearchedValues([{ name: 'message', value: says(n) }]))
  return worth.rare().map(({ word }) => word)
}

const every = (n: number, one: number, word: string) => (n % one === 0 ? word : '')

test('looks up only the rare words of a query, the rarest first', () => {
  const says = (n: number) => `hello ${every(n, 50, 'engine')} ${every(n, 100, 'loom')}`
  assert.deepEqual(askedFor('hello engine loom', 100, says), ['loom', 'engine'])
  assert.deepEqual(askedFor('hello zebra', 100, says), ['zebra'])
})

test('looks up frequent words that rarely occur together', () => {
  const says = (n: number) => `hello ${every(n, 7, 'engine')} ${every(n, 8, 'loom')}`
  assert.deepEqual(askedFor('hello engine loom', 100, says), ['loom', 'engine'])
})

test('does not use the index for words that many submissions contain', () => {
  assert.deepEqual(
    askedFor('"hello there"', 100, () => 'there, hello'),
    [],
  )
  assert.deepEqual(
    askedFor('engine', 100, (n) => every(n, 10, 'engines')),
    [],
  )
  assert.deepEqual(
    askedFor('"engine"', 100, (n) => every(n, 10, 'engines')),
    ['engine'],
  )
})
