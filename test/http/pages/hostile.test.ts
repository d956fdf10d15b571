import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { html, render } from '../../../src/markup/html.ts'
import { openBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { type Say, samplePages } from '../../support/fixtures/sample-pages.ts'

/** Reliability catalogue W01. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '" autofocus onfocus="alert(1)',
  '</style><svg onload=alert(1)>',
  '</title><script>alert(1)</script>',
  '</code></pre></details></textarea><a href="javascript:alert(1)">x</a>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<math><mi><table><mglyph><style><img src=x onerror=alert(1)>',
  '&lt;script&gt;alert(1)&#x3c;/script&#x3e;',
  '<!--><img src=x onerror=alert(1)>-->',
  '`<b>`{{7*7}}#{7*7}<%= 7*7 %>',
]

/** Values without the marks of code and emphasis: guides and descriptions, which are ours, are written with them. */
const withoutMarks = (hostile: string) => hostile.replaceAll(/[`*]/g, '')

test('returns text between tags and in attributes character by character', {
  skip: withoutBrowser,
}, async () => {
  await using browser = await openBrowser()
  const page = await browser.newPage()
  // Characters that an HTML parser changes in any text (NUL, lone surrogates, carriage returns) are left out.
  const text = fc.string({ unit: fc.constantFrom(...`<>&"'\`=/ abc;#x27é日\n\t`), maxLength: 40 })
  const samples = [...HOSTILE, ...fc.sample(text, { numRuns: 300, seed: 7 })]
  const pages = samples.map((sample) =>
    render(html`<p title="${sample}">${[sample, null, html`<b></b>`]}</p>`),
  )
  const read = await page.evaluate(
    (all) =>
      all.map((source) => {
        const body = new DOMParser().parseFromString(source, 'text/html').body
        const paragraph = body.firstElementChild
        return {
          text: paragraph?.textContent,
          title: paragraph?.getAttribute('title'),
          elements: body.querySelectorAll('*').length,
        }
      }),
    pages,
  )
  assert.deepEqual(
    read,
    samples.map((sample) => ({ text: sample, title: sample, elements: 2 })),
  )
})

test('escapes objects that look like markup but did not come from a template', () => {
  const forged: unknown = JSON.parse('{"markup":"<b>x</b>","Symbol(markup)":"<b>x</b>"}')
  assert.throws(() => render(html`${forged as string}`), TypeError)
})

test('keeps the structure of every page whatever text is in it', { skip: withoutBrowser }, async () => {
  await using browser = await openBrowser()
  const page = await browser.newPage()
  const shapes = (say: Say) =>
    page.evaluate(
      (all) =>
        all.map(([name, source]) => {
          const parsed = new DOMParser().parseFromString(source, 'text/html')
          // A command that a shell would read in another way is not translated.
          for (const translated of parsed.querySelectorAll('pre[data-language]')) translated.remove()
          const elements = parsed.querySelectorAll('*')
          const shape = [...elements].map((element) => `${element.localName} ${element.getAttributeNames()}`)
          return `${name}\n${shape.join('\n')}`
        }),
      [...samplePages(say)],
    )
  const plain = await shapes((sample) => sample)
  for (const hostile of HOSTILE) {
    assert.deepEqual(await shapes((sample) => sample + withoutMarks(hostile)), plain, hostile)
  }
})

test('runs no hostile text, even in a browser without a content security policy', {
  skip: withoutBrowser,
}, async () => {
  await using browser = await openBrowser()
  const page = await browser.newPage()
  await page.route('**/*', (route) => route.fulfill({ body: '' }))
  const alarms: string[] = []
  let shown = ''
  page.on('dialog', async (dialog) => {
    alarms.push(shown)
    await dialog.dismiss()
  })
  for (const [name, source] of samplePages((sample) => sample + HOSTILE.join(''))) {
    shown = name
    await page.setContent(source)
  }
  assert.deepEqual(alarms, [])
  // Shows that the check works: the same text without escaping fails it.
  const alarm = page.waitForEvent('dialog')
  await page.setContent(HOSTILE[1] ?? '')
  await alarm
})
