import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import '../support/dashboard/english.ts'
import { relativeText, shortText } from '../../dashboard/src/controls/time-words.ts'
import type { Language } from '../../src/domain/language.ts'

const NOW = new Date('2026-11-21T18:00:00.000Z')
const before = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)
const DASHBOARD = path.resolve(import.meta.dirname, '../../dashboard/src')
const CATALOGS = path.resolve(import.meta.dirname, '../../src/locales/dashboard')
const FORMATS_DATES = /DateTimeFormat|toLocale(?:Date|Time)?String|to(?:Date|Time|UTC)String\(/

test('formats relative times in the largest fitting unit, with singular and plural', () => {
  assert.equal(relativeText(before(0.01), NOW.getTime()), 'just now')
  assert.equal(relativeText(before(1), NOW.getTime()), '1 hour ago')
  assert.equal(relativeText(before(23.9), NOW.getTime()), '23 hours ago')
  assert.equal(relativeText(before(-2), NOW.getTime()), 'in 2 hours')
})

test('does not say yesterday for a time two calendar days ago', () => {
  assert.equal(relativeText(before(47), NOW.getTime()), '1 day ago')
  assert.equal(relativeText(before(13 * 24), NOW.getTime()), '1 week ago')
})

test('formats row times as hours, then date, then date with year', () => {
  assert.equal(shortText(before(23.9), NOW.getTime()), '23h ago')
  assert.equal(shortText(before(24), NOW.getTime()), 'Nov 20')
  assert.equal(shortText(new Date('2025-11-21T18:00:00.000Z'), NOW.getTime()), 'Nov 21, 2025')
})

test('formats quota resets and the days of charts in UTC, and the hours of charts like the times of rows', () => {
  assert.deepEqual(
    inNewYork(`
      const resets = new Date('2026-12-01T00:00:00.000Z')
      print(words.dayText(resets, 'utc'), words.dayText(resets, 'own'))
      print(words.chartText(new Date('2026-11-21T18:00:00.000Z'), 'hour'))
      print(words.chartText(new Date('2026-11-21T00:00:00.000Z'), 'day'))
    `),
    ['Dec 1, 2026', 'Nov 30, 2026', 'Nov 21, 13:00', 'Nov 21'],
  )
})

test('writes times, numbers, sizes and lists in the language of the page', () => {
  const script = `
    const now = Date.now()
    const hours = (number) => new Date(now + number * 3_600_000)
    print(words.relativeText(hours(-3), now), words.relativeText(hours(49), now), words.untilText(hours(-1), now))
    print(words.ageText(hours(-3), now), numbers.count(12345), numbers.percentText(0.125), numbers.tenthsText(3))
    print(numbers.bytesText(12), numbers.bytesText(1536 * 1024))
    print(lists.listText(['a', 'b', 'c']), lists.joinByCommas(['a', 'b', 'c']))
  `
  const seen = (language: Language) =>
    run(script, { language }).map((text) => text.replaceAll(/[\u00a0\u202f]/g, ' '))
  assert.deepEqual(seen('fr'), [
    ...['il y a 3 heures', 'dans 2 jours', 'bientôt'],
    ...['3 h', '12 345', '12,5 %', '3,0'],
    ...['12 octets', '1,5 Mio', 'a, b et c', 'a, b, c'],
  ])
  assert.deepEqual(seen('ja'), [
    ...['3 時間前', '2 日後', 'まもなく'],
    ...['3 時間', '12,345', '12.5%', '3.0'],
    ...['12 バイト', '1.5 MiB', 'a、b、c', 'a、b、c'],
  ])
  assert.deepEqual(
    seen('ar').map((text) => text.replaceAll(/\p{Cf}/gu, '')),
    [
      ...['قبل 3 ساعات', 'خلال يومين', 'قريبًا'],
      ...['3 س', '12,345', '12.5%', '3.0'],
      ...['12 بايت', '1.5 MiB', 'a وb وc', 'a، b، c'],
    ],
  )
})

/** Runs a script in a process west of UTC, where a day of UTC begins on the evening before; returns what it prints. */
function inNewYork(script: string): string[] {
  return run(script, { zone: 'America/New_York' })
}

/** Runs a script with the words of the dashboard in a process of its own, whose page is in a language. */
function run(
  script: string,
  { language = 'en', zone = 'UTC' }: { language?: Language; zone?: string },
): string[] {
  const load = (file: string) => `await import(${JSON.stringify(path.join(DASHBOARD, file))})`
  const head = `
    globalThis.document = { documentElement: { lang: '${language}' } }
    const { addTexts } = ${load('language/texts.ts')}
    addTexts('shell', ${readFileSync(path.join(CATALOGS, language, 'shell.json'), 'utf8')})
    const words = ${load('controls/time-words.ts')}
    const numbers = ${load('controls/numbers.ts')}
    const lists = ${load('language/lists.ts')}
    const print = (...texts) => console.log(texts.join('\\n'))
  `
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', head + script], {
    env: { ...process.env, TZ: zone },
    encoding: 'utf8',
  })
  return output.trim().split('\n')
}

test('writes every date of the dashboard in one file', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: DASHBOARD })
  assert.ok(files.length > 100)
  const formatting = files.filter((file) =>
    FORMATS_DATES.test(readFileSync(path.join(DASHBOARD, file), 'utf8')),
  )
  assert.deepEqual(formatting, ['controls/time-words.ts'])
})
