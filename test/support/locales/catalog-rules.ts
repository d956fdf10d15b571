import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGE_FACTS, LANGUAGES, type Language } from '../../../src/domain/language.ts'
import { listArguments, listForms } from '../../../src/locales/message.ts'

/** A wait can be written in two ways: "in 3 minutes" and "3 minutes". */
const SAME_ARGUMENTS: Readonly<Record<string, string>> = { span: 'later' }
const CODE = /`[^`]*`/g
const HAN = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]`

/** Punctuation that a language does not use. */
const FOREIGN_PUNCTUATION: Readonly<Record<Language, RegExp>> = {
  en: /[«»„]|\s%/u,
  de: /[«»”]|[^\u202f]%/u,
  // Spaces that do not break and are narrow.
  fr: /[“”„]|[^\u202f][;!?»%]|\p{L}:|«[^\u202f]|[\u0020\u00a0]:/u,
  es: /[“”„]|[^\u202f]%|(?<!¿[^?]*)\?|(?<!¡[^!]*)!/u,
  pt: /[«»„]|\s%/u,
  ja: new RegExp(`[“”«»„]|${HAN}[,;:!?()]|[,;:!?()]${HAN}|${HAN} ${HAN}`, 'u'),
  zh: new RegExp(`[«»„「」]|${HAN}[,;:!?()]|[,;:!?()]${HAN}|${HAN} ${HAN}`, 'u'),
  ar: /[“”„]|\p{sc=Arabic}\s?[,;?]|[,;?]\p{sc=Arabic}/u,
}

/** Forms of address that the language does not use here, and second words for what already has one. */
const SECOND_WORDS: Readonly<Record<Language, RegExp>> = {
  en: /\be-mail|(?<!dead )\bletters?\b|\bmailbox\b/i,
  de: /\b(?:du|dich|dir|dein\w*)\b|einsendung|benutz|\bMailprogramm/i,
  fr: /(?<!\p{L})(?:tu|toi|ton|tes|envois|fermé)(?!\p{L})|logiciel de messagerie/iu,
  es: /(?<!\p{L})(?:tú|tu|tus|te|ti|contigo)(?!\p{L})|\benvíos?\b|\bmand[ae]|\bborr(?!ador)/iu,
  pt: /(?<!\p{L})(?:tu|teu|tua|teus|tuas)(?!\p{L})|\benvios?\b|\blogin\b|encerrado/iu,
  ja: /サインイン|サインアウト|送信内容|クリック 1 回/,
  zh: /你(?!们)|提交|配额|运营者/,
  ar: /عمليات? إرسال|عملية الإرسال|رسائل البريد/,
}

/** Plural forms that may leave the number out, because the noun says it. */
const NUMBER_IN_WORD: readonly string[] = ['ar zero', 'ar one', 'ar two']

type Catalog = ReadonlyMap<string, string>
export type CatalogText = { language: Language; name: string; text: string }

/**
 * Registers the tests that hold for the messages of pages, emails and the dashboard alike.
 *
 * @param facts.minimum number of messages that are there at least
 * @param facts.sameWords words that a language shares with English
 * @returns the texts of all languages; each form of a plural is one, in which the number is `{count}`
 */
export function testCatalogs(
  read: (language: Language) => Catalog,
  facts: { minimum: number; sameWords: Readonly<Partial<Record<Language, readonly string[]>>> },
): CatalogText[] {
  const catalogs = new Map(LANGUAGES.map((language) => [language, read(language)]))
  const english = read('en')
  const texts = LANGUAGES.flatMap((language) =>
    [...english.keys()].flatMap((name) => split(language, name).map((text) => ({ language, name, text }))),
  )

  function split(language: Language, name: string): string[] {
    const text = catalogs.get(language)?.get(name) ?? ''
    const forms = listForms(text).map(([category, form]) =>
      NUMBER_IN_WORD.includes(`${language} ${category}`) &&
      english.get(name)?.includes('#') &&
      !form.includes('#')
        ? `${form}{count}`
        : form.replaceAll('#', '{count}'),
    )
    return forms.length === 0 ? [text] : forms
  }

  test('has every message in every language, in the order of the English file', () => {
    assert.ok(english.size >= facts.minimum, 'the messages were found')
    for (const [language, catalog] of catalogs) {
      assert.deepEqual([...catalog.keys()], [...english.keys()], language)
      for (const [name, text] of catalog) assert.notEqual(text.trim(), '', `${language} ${name}`)
    }
  })

  test('takes the arguments of the English message, and has its code and its numbers', () => {
    for (const { language, name, text } of texts) {
      const [english = ''] = split('en', name).slice(-1)
      const place = `${language} ${name}`
      assert.deepEqual(findArguments(text), findArguments(english), `${place}: arguments`)
      assert.deepEqual(find(text, CODE), find(english, CODE), `${place}: code`)
      const digits: readonly string[] = withoutCode(text).match(/\d+/g) ?? []
      for (const number of withoutCode(english).match(/\d\d+/g) ?? []) {
        assert.ok(digits.includes(number), `${place}: ${number}`)
      }
    }
  })

  test('has each plural form that a language uses, and no other', () => {
    let plurals = 0
    for (const [language, catalog] of catalogs) {
      const { pluralCategories } = new Intl.PluralRules(LANGUAGE_FACTS[language].locale).resolvedOptions()
      for (const [name, text] of catalog) {
        const isPlural = listArguments(text).some(([, type]) => type === 'number')
        if (!isPlural) continue
        plurals += 1
        const forms = listForms(text).map(([category]) => category)
        assert.deepEqual(forms.toSorted(), pluralCategories.toSorted(), `${language} ${name}`)
      }
    }
    assert.ok(plurals > (facts.minimum / 50) * LANGUAGES.length, 'the plurals were found')
  })

  test('contains no markup, and only the braces of arguments', () => {
    for (const { language, name, text } of texts) {
      assert.doesNotMatch(text.replaceAll(/\{\w+\}/g, ''), /[{}]/, `${language} ${name}`)
      assert.doesNotMatch(withoutCode(text), /[<>&`]/, `${language} ${name}`)
    }
  })

  test('leaves no message in English, except the words that are the same in both languages', () => {
    for (const language of LANGUAGES.filter((one) => one !== 'en')) {
      const untranslated = texts
        .filter((each) => each.language === language && split('en', each.name).includes(each.text))
        .filter(({ text }) => /\p{L}/u.test(text.replaceAll(/`[^`]*`|\{\w+\}/g, '')))
        .map(({ text }) => text)
      assert.deepEqual(
        [...new Set(untranslated)].sort(),
        [...(facts.sameWords[language] ?? [])].sort(),
        language,
      )
    }
  })

  test('writes quotation marks, spaces and punctuation as each language does', () => {
    for (const { language, name, text } of texts) {
      const plain = withoutCode(text)
      assert.doesNotMatch(plain, /['"]|\.\.\.|\s[.,]|\s\s|^\s|\s$/u, `${language} ${name}`)
      assert.doesNotMatch(plain, FOREIGN_PUNCTUATION[language], `${language} ${name}`)
    }
  })

  test('addresses everybody formally, and calls one thing by one word, in every language', () => {
    for (const { language, name, text } of texts) {
      // A bounce is about the mailbox behind an address.
      const words = /^(?:account\.)?bounces\./.test(name) ? text.replaceAll('mailbox', 'inbox') : text
      assert.doesNotMatch(withoutCode(words), SECOND_WORDS[language], `${language} ${name}`)
    }
  })

  return texts
}

/** Lists the arguments of a text, limits included. */
function findArguments(text: string): string[] {
  return find(text, /(?<=\{)\w+(?=\})/g).map((name) => SAME_ARGUMENTS[name] ?? name)
}

/** Replaces code and values, which are written the same in every language, by a letter. */
function withoutCode(text: string): string {
  return text.replaceAll(/`[^`]*`|\{\w+\}/g, 'x')
}

function find(text: string, pattern: RegExp): string[] {
  return [...new Set(text.match(pattern))].sort()
}
