import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BodyKind } from '../../../src/http/kernel/body/content-type.ts'
import { acceptsHtmlPage, prefersHtml } from '../../../src/http/kernel/response-format.ts'

const CHROME = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'

test('negotiates pages for browsers and JSON for programs', () => {
  const table: [
    accept: string | undefined,
    body: BodyKind,
    xhr: string | undefined,
    dest: string | undefined,
    html: boolean,
  ][] = [
    [CHROME, 'urlencoded', undefined, 'document', true],
    [CHROME, 'multipart', undefined, undefined, true],
    [CHROME, 'json', undefined, undefined, false],
    [CHROME, 'other', undefined, undefined, false],
    [CHROME, 'text', undefined, 'document', true],
    [CHROME, 'text', undefined, 'empty', false],
    [CHROME, 'urlencoded', 'XMLHttpRequest', undefined, false],
    [CHROME, 'urlencoded', undefined, 'empty', false],
    [CHROME, 'urlencoded', undefined, 'iframe', true],
    ['*/*', 'urlencoded', undefined, undefined, false],
    [undefined, 'urlencoded', undefined, undefined, false],
    ['', 'urlencoded', undefined, undefined, false],
    ['text/*', 'urlencoded', undefined, undefined, false],
    ['application/json', 'urlencoded', undefined, undefined, false],
    ['text/html', 'urlencoded', undefined, undefined, true],
    ['TEXT/HTML', 'urlencoded', undefined, undefined, true],
    ['text/html;q=0', 'urlencoded', undefined, undefined, false],
    ['text/html, application/json', 'urlencoded', undefined, undefined, true],
    ['application/json, text/html', 'urlencoded', undefined, undefined, false],
    ['application/json;q=0.9, text/html', 'urlencoded', undefined, undefined, true],
    ['application/json, text/html;q=0.9', 'urlencoded', undefined, undefined, false],
    ['application/json;q=0.5, text/html;q=0.5', 'urlencoded', undefined, undefined, false],
    ['text/html;q=0.1, */*;q=1', 'urlencoded', undefined, undefined, true],
  ]
  for (const [accept, bodyKind, requestedWith, secFetchDest, html] of table) {
    assert.equal(
      prefersHtml({ accept, bodyKind, requestedWith, secFetchDest }),
      html,
      `${accept} ${bodyKind} ${requestedWith} ${secFetchDest}`,
    )
  }
})

test('pages are HTML for every client that accepts it', () => {
  assert.equal(acceptsHtmlPage(CHROME), true)
  assert.equal(acceptsHtmlPage('*/*'), false)
  assert.equal(acceptsHtmlPage('application/json'), false)
})
