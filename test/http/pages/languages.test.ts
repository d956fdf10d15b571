import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLanguage, getTextDirection, LANGUAGES } from '../../../src/http/pages/i18n/languages.ts'
import { formatWait } from '../../../src/http/pages/waiting.ts'
import { textsIn } from '../../../src/locales/texts.ts'
import { samplePages } from '../../support/fixtures/sample-pages.ts'

test('reads from right to left in Arabic alone', () => {
  assert.deepEqual([...LANGUAGES].sort(), ['ar', 'de', 'en', 'es', 'fr', 'ja', 'pt', 'zh'])
  assert.deepEqual(
    LANGUAGES.filter((language) => getTextDirection(language) === 'rtl'),
    ['ar'],
  )
})

test('describes every kind of endpoint in its own words in every language', () => {
  const english = Object.entries(textsIn('en').links.kinds)
  for (const language of LANGUAGES) {
    const { kinds, claim } = textsIn(language).links
    assert.deepEqual(
      Object.keys(kinds),
      english.map(([kind]) => kind),
    )
    const made = Object.values(kinds).map((kind) => kind.receives({ address: 'j***' }))
    assert.equal(new Set(made).size, 3, language)
    for (const [kind, words] of Object.entries(kinds)) {
      const sentences = [
        claim.quota({ plan: 'Free', amount: words.amount({ count: 100 }) }),
        words.unlimited({ plan: 'Free' }),
        words.receives({ address: 'j***' }),
        words.createdForYou({ address: 'j***' }),
      ]
      const own = english.find(([name]) => name === kind)?.[1]
      for (const sentence of sentences) {
        assert.ok(sentence.includes('Free') || sentence.includes('j***'), `${language} ${kind}: ${sentence}`)
      }
      if (language === 'en') continue
      assert.notEqual(words.receives({ address: 'j***' }), own?.receives({ address: 'j***' }))
      assert.notEqual(words.createdForYou({ address: 'j***' }), own?.createdForYou({ address: 'j***' }))
      assert.notEqual(words.unlimited({ plan: 'Free' }), own?.unlimited({ plan: 'Free' }))
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
    const { expired, retired } = textsIn(language).links.deadLinks
    for (const { title, why } of [expired, retired]) {
      assert.doesNotMatch(title + why, /endpoint|endpunkt|エンドポイント|端点|نقطة/i, language)
    }
  }
})
