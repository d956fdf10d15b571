import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { LANGUAGES } from '../../../src/http/pages/i18n/languages.ts'
import { STYLE } from '../../../src/http/pages/style.ts'
import { textsIn } from '../../../src/locales/texts.ts'
import { openBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { samplePages } from '../../support/fixtures/sample-pages.ts'

/** WCAG 2.2: 1.4.3 for text, 2.5.8 for targets, 1.4.10 for the narrowest window. */
const MIN_CONTRAST = 4.5
const MIN_TARGET_PX = 24
const NARROWEST_PX = 320

const VOID = ['meta', 'link', 'br', 'input', 'img', 'wbr']
const pages = samplePages()

test('closes every tag and has one heading, one main and its landmarks on every page', () => {
  assert.ok(pages.size > 200)
  for (const [name, source] of pages) {
    assert.match(source, /^<!doctype html>\n<html lang="[a-z]{2}" dir="(?:ltr|rtl)">/, name)
    assert.deepEqual(leftOpen(source), [], name)
    for (const tag of ['h1', 'main', 'header', 'footer', 'title']) {
      assert.equal(source.split(`<${tag}>`).length + source.split(`<${tag} `).length, 3, `${name}: ${tag}`)
    }
    const ids = [...source.matchAll(/\sid="([^"]*)"/g)].map((match) => match[1])
    assert.equal(new Set(ids).size, ids.length, `${name}: an id twice`)
    for (const [, target] of source.matchAll(/(?:aria-labelledby="|href="#)([^"]*)"/g)) {
      assert.ok(ids.includes(target), `${name}: ${target} points nowhere`)
    }
  }
})

test('has no script but ours, no inline style and no remote resource on any page', () => {
  for (const [name, source] of pages) {
    const scripts = [...source.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
    const script = source.includes('id="receipt"')
      ? ['receipt']
      : source.includes('class="copy"')
        ? name.startsWith('home-')
          ? ['page', 'demo']
          : ['page']
        : []
    const expected = name.startsWith('docs-') ? ['page', 'docs'] : script
    assert.deepEqual(
      scripts,
      expected.map((each) => `<script src="https://forms.acme.org/${each}.js" defer>`),
      name,
    )
    assert.doesNotMatch(source, /\sstyle=|<style|\son[a-z]+=|javascript:/i, name)
    for (const [, address = ''] of source.matchAll(/\ssrc="([^"]*)"/g)) {
      assert.ok(address.startsWith('https://forms.acme.org/'), `${name} loads ${address}`)
    }
  }
})

test('lets search engines list only the landing page and the documentation', () => {
  const listed = [...pages].filter(([, source]) => source.includes('name="robots" content="index"'))
  const homes = LANGUAGES.map((language) => `home-${language}`)
  assert.deepEqual(
    listed.map(([name]) => name).sort(),
    ['docs-api', 'docs-guide', 'docs-tag', ...homes].sort(),
  )
})

test('has readable text and large enough buttons, in light and dark', { skip: withoutBrowser }, async () => {
  await using browser = await openBrowser()
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await styledPage(browser, { colorScheme })
    // Colors and sizes do not depend on the language: one left-to-right language and one right-to-left suffice.
    for (const [name, source] of [...pages].filter(([key]) => !/-(?:de|fr|es|pt|ja|zh)$/.test(key))) {
      await page.setContent(source)
      const found = await page.evaluate(measurePage)
      assert.ok(found.texts > 2, `${name}: texts were measured`)
      assert.ok(
        found.contrast >= MIN_CONTRAST,
        `${name} ${colorScheme}: ${found.faintest} has ${found.contrast}`,
      )
      assert.ok(
        found.target >= MIN_TARGET_PX,
        `${name} ${colorScheme}: ${found.smallest} is ${found.target} px high`,
      )
    }
  }
})

test('fits the narrowest window in every language', { skip: withoutBrowser }, async () => {
  await using browser = await openBrowser()
  const page = await styledPage(browser, { viewport: { width: NARROWEST_PX, height: 600 } })
  for (const [name, source] of pages) {
    await page.setContent(source)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= NARROWEST_PX, `${name} is ${width} px wide`)
  }
})

test('keeps the space between the words of a button and the host in it', {
  skip: withoutBrowser,
}, async () => {
  await using browser = await openBrowser()
  const page = await styledPage(browser, {})
  for (const language of LANGUAGES) {
    await page.setContent(pages.get(`thanks-${language}`) ?? '')
    const shown = await page.locator('a.button').innerText()
    assert.equal(shown, textsIn(language).visitor.thanks.back({ host: 'acme.org' }))
  }
})

async function styledPage(browser: Browser, options: Parameters<Browser['newPage']>[0]): Promise<Page> {
  // Without motion, so that colors are measured after their transitions.
  const page = await browser.newPage({ ...options, reducedMotion: 'reduce' })
  await page.route('**/*', (route) => route.fulfill({ body: '' }))
  await page.route('**/style.css', (route) => route.fulfill({ body: STYLE, contentType: 'text/css' }))
  return page
}

/** Finds elements that are not closed, or in the wrong order. Reliable because text on a page never contains a `<`. */
function leftOpen(source: string): string[] {
  const open: string[] = []
  for (const [, slash, tag = ''] of source.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
    if (VOID.includes(tag)) continue
    if (slash === '') open.push(tag)
    else if (open.pop() !== tag) return [...open, `</${tag}>`]
  }
  return open
}

/** Runs in the page: the faintest text and the smallest target. */
function measurePage() {
  const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
      const share = value / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const ground = (element: Element | null): string => {
    if (!element) return 'rgb(255, 255, 255)'
    const color = getComputedStyle(element).backgroundColor
    return channels(color)[3] === 0 ? ground(element.parentElement) : color
  }
  const result = { texts: 0, contrast: 21, faintest: '', target: 999, smallest: '' }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    const text = walker.currentNode.textContent?.trim() ?? ''
    if (!element || text === '') continue
    const one = luminance(getComputedStyle(element).color)
    const other = luminance(ground(element))
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
    result.texts += 1
    if (contrast < result.contrast) Object.assign(result, { contrast, faintest: text })
  }
  for (const target of document.querySelectorAll('a, button, summary')) {
    // A link within a sentence is as high as its line: the exception of WCAG 2.5.8.
    const inSentence = target.parentElement?.matches('p, td') && target.className === ''
    const { height } = target.getBoundingClientRect()
    if (!inSentence && height > 0 && height < result.target) {
      Object.assign(result, { target: height, smallest: target.textContent })
    }
  }
  return result
}
