import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGE_FACTS, LANGUAGES, type Language } from '../../src/domain/language.ts'
import { readDashboardCatalog } from '../../src/locales/dashboard/catalogs.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { type OwnerPage, openOwnerPage } from '../support/browser/owner-page.ts'
import { furnish } from '../support/fixtures/furnished-account.ts'
import { createCalls, signIn } from '../support/fixtures/owner.ts'
import { ADA, startService } from '../support/service/service.ts'

const PHONE = { width: 390, height: 844 }
const ENGLISH = readDashboardCatalog('en')
/** Names that the owner of the account gave, which are English messages by chance. */
const NAMES = ['Wall dashboard', 'Backup script']

if (!withoutBrowser) await builtDashboard()

test('shows every screen in the language of the browser, on a phone, without English and within its width', {
  skip: withoutBrowser,
}, async (t) => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const ada = await signIn(service)
  const screens = await furnish(service, ada)
  await using browser = await openBrowser(service)
  for (const language of LANGUAGES.filter((one) => one !== 'en')) {
    await t.test(LANGUAGE_FACTS[language].name, async () => {
      const page = await openOwnerPage(browser, service, {
        ...{ cookie: ada.cookie, locale: language, viewport: PHONE },
      })
      await page.screen('/inbox')
      const { lang, dir } = await page.evaluate(() => {
        const { lang, dir } = document.documentElement
        return { lang, dir }
      })
      assert.deepEqual([lang, dir], [language, LANGUAGE_FACTS[language].direction])
      const found: string[] = []
      for (const [name, address] of Object.entries(screens)) {
        await page.follow(address)
        found.push(...(await listEnglish(page, language)).map((text) => `${name}: ${text}`))
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        assert.ok(width <= PHONE.width, `${language} ${name} is ${width} px wide`)
      }
      assert.deepEqual(found, [])
      await page.context().close()
    })
  }
})

test('the language that a person chooses applies at once, and in every browser that they sign in with', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const { cookie } = await signIn(service)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie })
  await page.screen('/settings/account')
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'العربية' }).click()
  await page.waitForFunction(() => document.documentElement.dir === 'rtl')
  await page
    .getByRole('heading', { level: 2, name: word('ar', 'shell.places.account'), exact: true })
    .waitFor()
  assert.equal((await createCalls(service, { cookie }).get('/me')).json.language, 'ar')

  const other = await openOwnerPage(browser, service, { cookie, locale: 'fr-CA' })
  await other.goto(`${service.base}/app/usage`)
  await other.getByRole('heading', { level: 1, name: word('ar', 'shell.places.usage') }).waitFor()

  // From the menu, which members of a form have too.
  await other.getByRole('button', { name: ADA }).click()
  await other.getByRole('menuitem', { name: word('ar', 'shell.language.title') }).click()
  await other.getByRole('combobox').click()
  await other.getByRole('option', { name: word('ar', 'shell.language.browser') }).click()
  await other.getByRole('heading', { level: 1, name: word('fr', 'shell.places.usage') }).waitFor()
  const day = await other.evaluate(() => document.documentElement.lang)
  assert.equal(day, 'fr')
  await page.reload()
  await page.getByRole('heading', { level: 2, name: 'Account', exact: true }).waitFor()
})

function word(language: Language, key: string): string {
  return readDashboardCatalog(language).get(key) ?? assert.fail(key)
}

/** Lists the texts of the page that are English messages of several words, and are others in this language. */
async function listEnglish(page: OwnerPage, language: Language): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode()) texts.push(walker.currentNode.textContent?.trim() ?? '')
    return texts
  })
  const own = new Set(readDashboardCatalog(language).values())
  const english = new Set([...ENGLISH.values()].filter((text) => text.includes(' ') && !own.has(text)))
  return shown.filter((text) => english.has(text) && !NAMES.includes(text))
}
