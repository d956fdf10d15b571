import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Language } from '../../src/domain/language.ts'
import { compileMessage, listArguments, type Message } from '../../src/locales/message.ts'
import { textsIn } from '../../src/locales/texts.ts'

function compile(text: string, language: Language): Message<Record<string, unknown>> {
  const message = compileMessage(text, language)
  assert.ok(typeof message !== 'string')
  return message as Message<Record<string, unknown>>
}

test('writes a count with the form of the noun that the language requires', () => {
  const days =
    '{count, plural, zero {# يوم} one {# يوم} two {# يوم} few {# أيام} many {# يومًا} other {# يوم}}'
  const table: [Language, string, number, string][] = [
    ['de', '{count, plural, one {# Nachricht} other {# Nachrichten}}', 1, '1 Nachricht'],
    ['de', '{count, plural, one {# Nachricht} other {# Nachrichten}}', 0, '0 Nachrichten'],
    ['de', '{count, plural, one {# Nachricht} other {# Nachrichten}}', 12_345, '12.345 Nachrichten'],
    ['fr', '{count, plural, one {# mot} many {# mots} other {# mots}}', 0, '0 mot'],
    [
      'fr',
      '{count, plural, one {# mot} many {# de mots} other {# mots}}',
      1_000_000,
      '1\u202f000\u202f000 de mots',
    ],
    ['ja', '{count, plural, other {# 件}}', 1, '1 件'],
    ['ar', days, 3, '3 أيام'],
    ['ar', days, 30, '30 يومًا'],
    ['ar', days, 100, '100 يوم'],
  ]
  for (const [language, text, count, written] of table)
    assert.equal(compile(text, language)({ count }), written)
})

test('writes values as they are, whatever characters they contain', () => {
  const message = compile('{count, plural, one {# email} other {# emails}} for {name}, {name}.', 'en')
  const name = '{count} # `x` $& <b>'
  assert.equal(message({ count: 2, name }), `2 emails for ${name}, ${name}.`)
  const within = compile('{count, plural, one {# email from {name}} other {# emails from {name}}}', 'en')
  assert.equal(within({ count: 2, name }), `2 emails from ${name}`)
  assert.deepEqual(within.parts({ count: 1, name: '#1' }), ['', '1 email from ', '#1', '', ''])
})

test('keeps a value that is markup apart from the text around it', () => {
  const message = compile('From {site}, saved.', 'en')
  const site = { markup: '<code>acme.org</code>' }
  assert.deepEqual(message.parts({ site }), ['From ', site, ', saved.'])
})

test('keeps a text without arguments as it is', () => {
  assert.equal(compileMessage('Add `method="post"` to it.', 'en'), 'Add `method="post"` to it.')
})

test('lists the arguments of a message, those of its plural forms included', () => {
  assert.deepEqual(
    listArguments('{name} has {count, plural, one {# email of {limit}} other {# of {limit}}}'),
    [
      ['name', 'string'],
      ['count', 'number'],
      ['limit', 'string'],
      ['limit', 'string'],
    ],
  )
})

test('fills in the limits that a message names', () => {
  assert.match(textsIn('en').front.start.claim.limits, /50 messages.*30 days/)
})
