import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { toSearchWords } from '../../dashboard/src/controls/search-words.ts'
import { GUIDES as IN_PALETTE } from '../../dashboard/src/screens/palette/guides.ts'
import { matches } from '../../dashboard/src/screens/palette/matches.ts'
import { LANGUAGES } from '../../src/domain/language.ts'
import { GUIDES } from '../../src/http/pages/docs/docs-site.ts'
import { readDashboardCatalog } from '../../src/locales/dashboard/catalogs.ts'

const DOCS = path.resolve(import.meta.dirname, '../../docs')

test('the palette finds every guide by its title', () => {
  const [start, ...others] = GUIDES.flatMap(({ files }) => files as readonly string[])
  assert.equal(start, 'start')
  assert.deepEqual(
    IN_PALETTE.filter(({ path }) => path.startsWith('/docs/')).map(({ path, title }) => [path, title]),
    others.map((file) => [`/docs/${file}`, readTitle(file)]),
  )
})

test('the palette finds its commands by words of English in every language', () => {
  const english = [...readDashboardCatalog('en')].filter(([name]) => name.startsWith('palette.search.'))
  assert.ok(english.length > 80)
  for (const language of LANGUAGES) {
    const texts = readDashboardCatalog(language)
    for (const [name, words] of english)
      assert.ok(matches(texts.get(name) ?? '', toSearchWords(words)), `${language} ${name}: ${words}`)
  }
})

test('a word begins one of a command; in scripts without spaces it is a part of it', () => {
  const finds = (text: string, typed: string) => matches(text, toSearchWords(typed))
  assert.ok(finds('Ziele dieses Formulars ändern webhook', 'ziel web'))
  assert.ok(finds('Ziele dieses Formulars ändern', 'andern'))
  assert.ok(!finds('Ziele dieses Formulars ändern', 'lar'))
  assert.ok(!finds('Ziele dieses Formulars ändern', 'ziele queue'))
  assert.ok(finds('このフォームの配信先を変更 webhook', '配信先 web'))
  assert.ok(finds('更改此表单的投递目标', '投递'))
  assert.ok(finds('تغيير وجهات هذا النموذج', 'نموذج'))
  assert.ok(!finds('このフォームの配信先を変更', 'キュー'))
})

/** Reads the heading of a guide. */
function readTitle(file: string): string | undefined {
  return /^# (.+)$/m.exec(readFileSync(path.join(DOCS, `${file}.md`), 'utf8'))?.[1]
}
