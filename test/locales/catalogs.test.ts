import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { LANGUAGES, type Language } from '../../src/domain/language.ts'
import { readCatalog } from '../../src/locales/texts.ts'
import { testCatalogs } from '../support/locales/catalog-rules.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** Widest label of a button on one line of a phone that is 390 px wide, in Latin letters; CJK counts double. */
const MAX_LABEL_WIDTH = 34

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

const ENGLISH = readCatalog('en')
const texts = testCatalogs(readCatalog, { minimum: 500, sameWords: SAME_WORDS })

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

test('has labels that fit the buttons of a phone in every language', () => {
  const buttons = texts.filter(({ name }) => BUTTONS.test(name))
  assert.ok(buttons.length >= 25 * LANGUAGES.length, 'the buttons were found')
  for (const { language, name, text } of buttons) {
    const width = [...text].reduce(
      (sum, sign) => sum + (/[\u3000-\u9fff\uff00-\uffef]/.test(sign) ? 2 : 1),
      0,
    )
    assert.ok(width <= MAX_LABEL_WIDTH, `${language} ${name}: ${text}`)
  }
})
