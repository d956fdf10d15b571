import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RefusalCode } from '../../src/domain/refusal.ts'
import { claimPage, dashboardSoonPage } from '../../src/http/pages/claimed.ts'
import { disownPage } from '../../src/http/pages/disown.ts'
import { formInfoPage } from '../../src/http/pages/form-info.ts'
import { chooseLanguage, directionOf, LANGUAGES, wordsIn } from '../../src/http/pages/languages.ts'
import { letterPage, mailboxPage } from '../../src/http/pages/mailbox.ts'
import { refusalPage } from '../../src/http/pages/refusal.ts'
import { thanksPage } from '../../src/http/pages/thanks.ts'
import { REFUSALS } from '../../src/http/refusals.ts'
import { openBrowser, withoutBrowser } from '../support/browser.ts'

const base = 'https://forms.acme.org'
const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><svg onload=alert(1)>',
  '</title><script>alert(1)</script>',
  '&lt;script&gt;alert(1)',
  '{{7*7}}<%= 7 %>',
]

/** Every sentence of a language, however deep. */
function sentences(words: unknown, path = ''): [string, unknown][] {
  if (typeof words !== 'object' || words === null) return [[path, words]]
  return Object.entries(words).flatMap(([name, value]) => sentences(value, `${path}.${name}`))
}

test('every language says everything, and none says it in English by mistake', () => {
  const english = sentences(wordsIn('en'))
  for (const language of LANGUAGES) {
    const own = new Map(sentences(wordsIn(language)))
    let same = 0
    for (const [path, sentence] of english) {
      const translated = own.get(path)
      assert.equal(typeof translated, typeof sentence, `${language}${path}`)
      if (typeof translated === 'string') assert.notEqual(translated.trim(), '', `${language}${path}`)
      if (
        language !== 'en' &&
        typeof sentence === 'string' &&
        sentence.length > 12 &&
        translated === sentence
      )
        same += 1
    }
    assert.ok(same <= 1, `${same} sentences of ${language} are English`)
  }
  assert.deepEqual([...LANGUAGES].sort(), ['ar', 'de', 'en', 'es', 'fr', 'ja', 'pt', 'zh'])
  assert.deepEqual(
    LANGUAGES.filter((language) => directionOf(language) === 'rtl'),
    ['ar'],
  )
})

test('the language is the first that the visitor asks for and we speak', () => {
  const table: [string | undefined, string][] = [
    [undefined, 'en'],
    ['', 'en'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['nl,fr;q=0.5,de;q=0.7', 'de'],
    ['zh-Hant-TW', 'zh'],
    ['pt-BR', 'pt'],
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

function everyPageWith(text: string): string[] {
  const codes = Object.keys(REFUSALS) as RefusalCode[]
  return [
    ...codes.map((code) =>
      refusalPage({
        base,
        language: 'de',
        status: REFUSALS[code].status,
        code,
        field: text,
        retryAfterSeconds: 90,
        message: text,
        requestId: text,
        backUrl: 'https://acme.org/',
      }),
    ),
    formInfoPage({ base, language: 'en', formId: text, endpointUrl: text, state: 'unclaimed' }),
    claimPage({
      base,
      outcome: 'claimed',
      formId: text,
      accountHint: text,
      claimAction: text,
      openAction: text,
      disownAction: text,
    }),
    dashboardSoonPage({ base, formId: text, accountHint: text }),
    disownPage({ base, formId: text, accountHint: text, action: text, outcome: 'ask' }),
    mailboxPage({ base, total: 1, letters: [{ id: text, to: text, subject: text, date: new Date(0) }] }),
    letterPage({
      base,
      letter: { id: 'x', to: text, from: text, subject: text, date: new Date(0) },
      view: 'source',
      text,
      source: text,
    }),
  ]
}

test('whatever is shown on a page is text and nothing else', { skip: withoutBrowser }, async () => {
  await using browser = await openBrowser()
  const page = await browser.newPage()
  // The style sheet and whatever a payload asks for: answered at once, from nowhere.
  await page.route('**/*', (route) => route.fulfill({ body: '' }))
  let alarms = 0
  page.on('dialog', async (dialog) => {
    alarms += 1
    await dialog.dismiss()
  })
  const shape = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .map((element) => `${element.tagName} ${element.getAttributeNames().sort()}`)
        .join('\n'),
    )
  const plainPages = everyPageWith('plain')
  const plainShapes: string[] = []
  for (const text of plainPages) {
    await page.setContent(text)
    plainShapes.push(await shape())
  }
  for (const hostile of HOSTILE) {
    for (const [index, text] of everyPageWith(hostile).entries()) {
      await page.setContent(text)
      assert.equal(await shape(), plainShapes[index], `${hostile} changes page ${index}`)
    }
  }
  assert.equal(alarms, 0)
})

test('the thanks page leads back to where the visitor came from', () => {
  assert.match(
    thanksPage({ base, language: 'en', backUrl: 'https://acme.org/contact' }),
    /href="https:\/\/acme\.org\/contact"/,
  )
  assert.doesNotMatch(thanksPage({ base, language: 'en', backUrl: null }), /class="button"/)
})

test('a wait is worded in the language of the page', () => {
  const page = (language: 'de' | 'en', retryAfterSeconds: number) =>
    refusalPage({
      base,
      language,
      status: 429,
      code: 'submit_rate',
      field: null,
      retryAfterSeconds,
      message: null,
      requestId: 'r',
      backUrl: null,
    })
  assert.match(page('en', 120), /2 minutes/)
  assert.match(page('de', 120), /2 Minuten/)
})
