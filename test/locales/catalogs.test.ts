import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { LANGUAGE_FACTS, LANGUAGES, type Language } from '../../src/domain/language.ts'
import { listArguments, listForms } from '../../src/locales/message.ts'
import { readCatalog } from '../../src/locales/texts.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** A wait can be written in two ways: "in 3 minutes" and "3 minutes". */
const SAME_ARGUMENTS: Readonly<Record<string, string>> = { span: 'later' }
const CODE = /`[^`]*`/g
/** Widest label of a button on one line of a phone that is 390 px wide, in Latin letters; CJK counts double. */
const MAX_LABEL_WIDTH = 34

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
  es: /(?<!\p{L})(?:tú|tu|tus|te|ti|contigo)(?!\p{L})|\benvíos?\b|\bmand[ae]|\bborr/iu,
  pt: /(?<!\p{L})(?:tu|teu|tua|teus|tuas)(?!\p{L})|\benvios?\b|\blogin\b|encerrado/iu,
  ja: /サインイン|サインアウト|送信内容|クリック 1 回/,
  zh: /你(?!们)|提交|配额|运营者/,
  ar: /عمليات? إرسال|عملية الإرسال|رسائل البريد/,
}

/** Words that a language shares with English. */
const SAME_WORDS: Readonly<Partial<Record<Language, readonly string[]>>> = {
  de: ['Code', 'Dashboard', 'Details', 'Events', 'Name', 'Spam'],
  fr: [
    'Code',
    'Destination',
    'Documentation',
    'Endpoint {id}',
    'Message',
    '{count} message',
    '{count} messages',
    '{count} minute',
    '{count} minutes',
    'Spam',
  ],
  es: ['Endpoint {id}', 'Spam'],
  pt: ['Endpoint {id}', 'Spam'],
}

const BUTTONS = new RegExp(
  [
    String.raw`\.home\.create$|\.kinds\.\w+\.claim$|\.claim\.(?:open|confirm)(?:Inbox|Open)?$|\.decline\.(?:button|undo)$`,
    String.raw`^links\.emails\.(?:stop|start)$|\.unconfirmed\.(?:confirm|decline)$|\.confirmed\.stop$`,
    String.raw`\.ask\.send$|\.sent\.submit$|\.example\.send$|\.submission\.(?:claim|confirm|openInDashboard)$`,
    String.raw`\.(?:link|confirm|copy)\.button$|^emails\..*\.(?:button|viewUsage|exportData)$|^emails\.notice\.decline$`,
  ].join('|'),
)

const CATALOGS = new Map(LANGUAGES.map((language) => [language, readCatalog(language)]))
const ENGLISH = readCatalog('en')

test('has every message in every language, in the order of the English file', () => {
  assert.ok(ENGLISH.size > 500, 'the messages were found')
  for (const [language, catalog] of CATALOGS) {
    assert.deepEqual([...catalog.keys()], [...ENGLISH.keys()], language)
    for (const [name, text] of catalog) assert.notEqual(text.trim(), '', `${language} ${name}`)
  }
})

test('takes the arguments of the English message, and has its code and its numbers', () => {
  for (const { language, name, text } of listTexts()) {
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
  for (const [language, catalog] of CATALOGS) {
    const { pluralCategories } = new Intl.PluralRules(LANGUAGE_FACTS[language].locale).resolvedOptions()
    for (const [name, text] of catalog) {
      const isPlural = listArguments(text).some(([, type]) => type === 'number')
      if (!isPlural) continue
      plurals += 1
      const forms = listForms(text).map(([category]) => category)
      assert.deepEqual(forms.toSorted(), pluralCategories.toSorted(), `${language} ${name}`)
    }
  }
  assert.ok(plurals > 10 * LANGUAGES.length, 'the plurals were found')
})

test('contains no markup, and only the braces of arguments', () => {
  for (const { language, name, text } of listTexts()) {
    assert.doesNotMatch(text.replaceAll(/\{\w+\}/g, ''), /[{}]/, `${language} ${name}`)
    assert.doesNotMatch(withoutCode(text), /[<>&`]/, `${language} ${name}`)
  }
})

test('describes only messages and groups that exist to translators', () => {
  const all = JSON.parse(readFileSync(path.join(ROOT, 'src/locales/en.json'), 'utf8'))
  const notes = Object.keys(all).filter((name) => name.startsWith('@'))
  const names = [...ENGLISH.keys()]
  assert.ok(notes.length > 50)
  assert.deepEqual(
    notes.filter((note) => !names.some((name) => `@${name}.`.startsWith(`${note}.`))),
    [],
  )
})

test('has no message that no page and no email uses', () => {
  const sources = globSync(['src/{http,delivery,domain}/**/*.ts', 'src/locales/bounce-words.ts'], {
    cwd: ROOT,
  }).map((file) => {
    const code = readFileSync(path.join(ROOT, file), 'utf8')
      .replaceAll(/\/\*[\s\S]*?\*\/|\/\/ .*/g, '')
      .replaceAll('kindWordsIn', 'kinds')
    return new Set(code.match(/[a-z]\w*/gi))
  })
  // The script for forms takes its texts as a whole.
  const names = [...ENGLISH.keys()].filter((name) => !name.startsWith('script.'))
  assert.deepEqual(
    names.filter((name) => !isUsed(name, sources)),
    [],
  )
  for (const name of ['visitor.thanks.subtitle', 'receipt.withdraw.later', 'emails.notice.mood.title'])
    assert.ok(!isUsed(name, sources), name)
})

/** Returns true if a file names the last step of a path and a group above it, and each group is named in some file. */
function isUsed(name: string, sources: readonly ReadonlySet<string>[]): boolean {
  const [root = '', ...steps] = name.split('.')
  const last = steps.pop() ?? ''
  const groups = steps.filter((step) => step !== last)
  const above = groups.length === 0 ? [root] : groups
  return (
    sources.some((words) => words.has(last) && above.some((step) => words.has(step))) &&
    above.every((step) => sources.some((words) => words.has(step)))
  )
}

test('leaves no message in English, except the words that are the same in both languages', () => {
  for (const language of LANGUAGES.filter((one) => one !== 'en')) {
    const untranslated = listTexts()
      .filter((each) => each.language === language && split('en', each.name).includes(each.text))
      .filter(({ text }) => /\p{L}/u.test(withoutCode(text)))
      .map(({ text }) => text)
    assert.deepEqual([...new Set(untranslated)].sort(), [...(SAME_WORDS[language] ?? [])].sort(), language)
  }
})

test('writes quotation marks, spaces and punctuation as each language does', () => {
  for (const { language, name, text } of listTexts()) {
    const plain = withoutCode(text)
    assert.doesNotMatch(plain, /['"]|\.\.\.|\s[.,]|\s\s|^\s|\s$/u, `${language} ${name}`)
    assert.doesNotMatch(plain, FOREIGN_PUNCTUATION[language], `${language} ${name}`)
  }
})

test('addresses everybody formally, and calls one thing by one word, in every language', () => {
  for (const { language, name, text } of listTexts()) {
    // A bounce is about the mailbox behind an address.
    const words = name.startsWith('bounces.') ? text.replaceAll('mailbox', 'inbox') : text
    assert.doesNotMatch(withoutCode(words), SECOND_WORDS[language], `${language} ${name}`)
  }
})

test('has labels that fit the buttons of a phone in every language', () => {
  const buttons = listTexts().filter(({ name }) => BUTTONS.test(name))
  assert.ok(buttons.length >= 25 * LANGUAGES.length, 'the buttons were found')
  for (const { language, name, text } of buttons) {
    const width = [...text].reduce(
      (sum, sign) => sum + (/[\u3000-\u9fff\uff00-\uffef]/.test(sign) ? 2 : 1),
      0,
    )
    assert.ok(width <= MAX_LABEL_WIDTH, `${language} ${name}: ${text}`)
  }
})

/** Lists the texts of all languages; each form of a plural is one, in which the number is `{count}`. */
function listTexts(): { language: Language; name: string; text: string }[] {
  return LANGUAGES.flatMap((language) =>
    [...ENGLISH.keys()].flatMap((name) => split(language, name).map((text) => ({ language, name, text }))),
  )
}

function split(language: Language, name: string): string[] {
  const text = CATALOGS.get(language)?.get(name) ?? ''
  const forms = listForms(text).map(([, form]) => form.replaceAll('#', '{count}'))
  return forms.length === 0 ? [text] : forms
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
