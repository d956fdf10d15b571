/**
 * Photographs every page in every state, light and dark, wide and on a phone, into the folder `pictures/pages/`.
 * Without arguments those in English and, from right to left, in Arabic; arguments choose pages by the beginning of
 * their names:
 *
 *   node test/support/pictures/page-pictures.ts claim thanks-ar
 */
import { mkdir } from 'node:fs/promises'
import { SCRIPT } from '../../../src/http/pages/script.ts'
import { STYLE } from '../../../src/http/pages/style.ts'
import { openBrowser } from '../browser/browser.ts'
import { samplePages } from '../fixtures/sample-pages.ts'

const FOLDER = 'pictures/pages'
const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 375, height: 700 } }

const chosen = process.argv.slice(2)
const pages = [...samplePages()].filter(
  ([name]) =>
    (chosen.length === 0 && !/-(de|es|fr|ja|pt|zh)$/.test(name)) ||
    chosen.some((beginning) => name.startsWith(beginning)),
)
await mkdir(FOLDER, { recursive: true })
await using browser = await openBrowser()
for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' })
    await page.route('**/*', (route) => route.fulfill({ body: '' }))
    await page.route('**/page.js', (route) => route.fulfill({ body: SCRIPT, contentType: 'text/javascript' }))
    await page.route('**/style.css', (route) => route.fulfill({ body: STYLE, contentType: 'text/css' }))
    for (const [name, text] of pages) {
      await page.setContent(text)
      // Also shows the hidden part of a disclosure.
      await page.locator('details').evaluateAll((all) => {
        for (const one of all) one.setAttribute('open', '')
      })
      await page.screenshot({ path: `${FOLDER}/${name}-${size}-${colorScheme}.png`, fullPage: true })
    }
    await page.close()
  }
}
process.stdout.write(`${pages.length} pages are in ${FOLDER}/\n`)
