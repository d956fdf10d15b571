import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BodyKind } from '../../../src/http/kernel/body/content-type.ts'
import { acceptsHtmlPage, acceptsMarkdown, prefersHtml } from '../../../src/http/kernel/response-format.ts'

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

/**
 * Accept headers that agents send: the matrices at acceptmarkdown.com/status (2026-04-18) and mdream.dev/tools/accept-header,
 * and for Claude Code, OpenCode and curl also the captures in github.com/team2027/track/issues/1 (2026-02-05). Codex CLI
 * reads HTML and follows its `<link rel="alternate" type="text/markdown">`.
 */
const AGENTS: [agent: string, accept: string, markdown: boolean][] = [
  ['Claude Code', 'text/markdown, text/html, */*', true],
  ['Cursor', 'text/markdown, text/plain;q=0.9, */*;q=0.8', true],
  ['OpenCode', 'text/plain;q=1.0, text/markdown;q=0.9, text/html;q=0.8, */*;q=0.1', true],
  ['Codex CLI', 'text/html, */*', false],
  ['ChatGPT-User', CHROME, false],
  ['curl, and most other fetchers', '*/*', false],
]

test('agents that name Markdown get it, and nobody else', () => {
  for (const [agent, accept, markdown] of AGENTS) assert.equal(acceptsMarkdown(accept), markdown, agent)
})

test('Markdown is sent if it is named, and not below HTML or JSON', () => {
  const table: [accept: string | undefined, markdown: boolean][] = [
    [undefined, false],
    ['', false],
    ['text/*', false],
    ['text/markdown', true],
    ['TEXT/Markdown; charset=utf-8', true],
    ['text/markdown;q=0', false],
    ['text/markdown;q=0.001', true],
    ['text/html, text/markdown', false],
    ['text/markdown, text/html', true],
    ['text/html;q=0.9, text/markdown', true],
    ['text/html;q=0.9, text/markdown;q=0.9', false],
    ['text/markdown;q=0.9, text/html;q=0.91', false],
    ['text/markdown;q=0.5, text/html;q=0', true],
    ['application/json, text/markdown', false],
    ['text/markdown, application/json', true],
    ['text/markdown;q=0.5, application/json', false],
    ['text/markdown;q=0.1, */*', true],
    ['text/markdownx', false],
    ['x-text/markdown', false],
  ]
  for (const [accept, markdown] of table) assert.equal(acceptsMarkdown(accept), markdown, String(accept))
})
