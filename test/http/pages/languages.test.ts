import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  chooseLanguage,
  getTextDirection,
  LANGUAGES,
  linkWordsIn,
} from '../../../src/http/pages/i18n/languages.ts'
import { LANGUAGE_PACKS } from '../../../src/http/pages/i18n/registry.ts'
import { formatWait } from '../../../src/http/pages/waiting.ts'
import {
  assertComplete,
  assertOneWordPerThing,
  assertPunctuated,
  assertShortButtons,
  assertTranslated,
} from '../../support/fixtures/language-packs.ts'
import { samplePages } from '../../support/fixtures/sample-pages.ts'

const BUTTONS = new RegExp(
  [
    String.raw`\.home\.create$|\.kinds\.\w+\.claim$|\.claim\.(?:open|confirm)(?:Inbox|Open)?$|\.decline\.(?:button|undo)$`,
    String.raw`\.emails\.(?:stop|start)$|\.unconfirmed\.(?:confirm|decline)$|\.confirmed\.stop$`,
    String.raw`\.ask\.send$|\.sent\.submit$|\.(?:link|confirm|copy)\.button$|\.example\.send$`,
  ].join('|'),
)

test('has every sentence in every language, with the values, numbers and code of the English one', () => {
  assertComplete(LANGUAGE_PACKS)
  assert.deepEqual([...LANGUAGES].sort(), ['ar', 'de', 'en', 'es', 'fr', 'ja', 'pt', 'zh'])
  assert.deepEqual(
    LANGUAGES.filter((language) => getTextDirection(language) === 'rtl'),
    ['ar'],
  )
})

test('leaves no sentence in English, and only the words that are the same in both languages', () => {
  assertTranslated(LANGUAGE_PACKS, {
    de: ['Code', 'Dashboard', 'Details', 'Events', 'Name'],
    fr: ['Code', 'Documentation', 'Message', '{0} messages'],
  })
})

test('writes quotation marks, spaces and punctuation as each language does', () => {
  assertPunctuated(LANGUAGE_PACKS)
})

test('addresses everybody formally, and calls one thing by one word, in every language', () => {
  assertOneWordPerThing(LANGUAGE_PACKS)
})

test('has labels that fit the buttons of a phone in every language', () => {
  assertShortButtons(LANGUAGE_PACKS, BUTTONS)
})

test('describes every kind of endpoint in its own words in every language', () => {
  const english = Object.entries(linkWordsIn('en').kinds)
  for (const language of LANGUAGES) {
    const { kinds, claim } = linkWordsIn(language)
    assert.deepEqual(
      Object.keys(kinds),
      english.map(([kind]) => kind),
    )
    const made = Object.values(kinds).map((kind) => kind.receives('j***'))
    assert.equal(new Set(made).size, 3, language)
    for (const [kind, words] of Object.entries(kinds)) {
      const sentences = [
        claim.quota('Free', words.amount('100', 100)),
        words.unlimited('Free'),
        words.receives('j***'),
        words.createdForYou('j***'),
      ]
      const own = english.find(([name]) => name === kind)?.[1]
      for (const sentence of sentences) {
        assert.ok(
          sentence.includes('Free') || sentence.includes('`j***`'),
          `${language} ${kind}: ${sentence}`,
        )
      }
      if (language === 'en') continue
      assert.notEqual(words.receives('j***'), own?.receives('j***'))
      assert.notEqual(words.createdForYou('j***'), own?.createdForYou('j***'))
      assert.notEqual(words.unlimited('Free'), own?.unlimited('Free'))
    }
  }
})

test('picks the first language in Accept-Language that we have', () => {
  const table: [string | undefined, string][] = [
    [undefined, 'en'],
    ['', 'en'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['nl,fr;q=0.5,de;q=0.7', 'de'],
    ['zh-Hant-TW', 'zh'],
    ['pt-BR', 'pt'],
    ['de-AT,en', 'de'],
    ['fr-CH,en;q=0.9,fr;q=0.8', 'fr'],
    ['nl,*;q=0.5,de;q=0.1', 'en'],
    ['tlh', 'en'],
    ['de;q=0,fr', 'fr'],
    ['*', 'en'],
    ['AR-eg', 'ar'],
    [`${'x'.repeat(5000)},de`, 'en'],
  ]
  for (const [header, language] of table) {
    if (header && header.length > 1000) assert.ok(LANGUAGES.includes(chooseLanguage(header)))
    else assert.equal(chooseLanguage(header), language, String(header))
  }
})

test('rounds a wait up and uses the unit that a person would use', () => {
  const table: [number, string, string][] = [
    [1, 'in 1 second', 'in 1 Sekunde'],
    [89, 'in 89 seconds', 'in 89 Sekunden'],
    [90, 'in 2 minutes', 'in 2 Minuten'],
    [120, 'in 2 minutes', 'in 2 Minuten'],
    [121, 'in 3 minutes', 'in 3 Minuten'],
    [5399, 'in 90 minutes', 'in 90 Minuten'],
    [5400, 'in 2 hours', 'in 2 Stunden'],
    [172_799, 'in 48 hours', 'in 48 Stunden'],
    [172_800, 'in 2 days', 'in 2 Tagen'],
    [172_801, 'in 3 days', 'in 3 Tagen'],
  ]
  for (const [seconds, english, german] of table) {
    assert.equal(formatWait('en', seconds).later, english)
    assert.equal(formatWait('de', seconds).later, german)
  }
  assert.equal(formatWait('ar', 180).span, '3 دقائق')
})

test('puts no space between sentences in Chinese and Japanese', () => {
  for (const [name, page] of samplePages()) {
    if (/-(?:ja|zh)$/.test(name)) assert.doesNotMatch(page, /。[ \u00a0](?!·)/, name)
  }
})

test('calls no form and no queue an endpoint when a link no longer works', () => {
  for (const language of LANGUAGES) {
    const { expired, retired } = linkWordsIn(language).deadLinks
    for (const { title, why } of [expired, retired]) {
      assert.doesNotMatch(title + why, /endpoint|endpunkt|エンドポイント|端点|نقطة/i, language)
    }
  }
})
