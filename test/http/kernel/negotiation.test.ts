import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptsHtmlPage, acceptsMarkdown, prefersHtml } from '../../../src/http/kernel/response-format.ts'

const CHROME_ACCEPT =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8'
const IE_ACCEPT = 'image/gif, image/jpeg, image/pjpeg, application/x-shockwave-flash, application/msword, */*'
const URLENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data; boundary=x'
const PAGE = 'https://acme.org/contact'
const NAVIGATION = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'accept-language': 'en-US' }
const FETCH = { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors', 'accept-language': 'en-US' }
const XHR = { 'x-requested-with': 'XMLHttpRequest' }

type Headers = Record<string, string>

/** The headers that real clients send with a form, and the format of the answer that they expect. */
const FORM_SENDERS: readonly [client: string, headers: Headers, format: 'page' | 'json'][] = [
  ['Chrome, a form', { accept: CHROME_ACCEPT, origin: 'https://acme.org', ...NAVIGATION }, 'page'],
  ['Chrome, a form in a frame', { accept: CHROME_ACCEPT, 'sec-fetch-dest': 'iframe' }, 'page'],
  ['Chrome, a form with files', { 'content-type': MULTIPART, accept: CHROME_ACCEPT, ...NAVIGATION }, 'page'],
  [
    'Chrome, enctype="text/plain"',
    { 'content-type': 'text/plain', accept: CHROME_ACCEPT, ...NAVIGATION },
    'page',
  ],
  ['Safari 15, a form', { accept: CHROME_ACCEPT, origin: 'https://acme.org', referer: PAGE }, 'page'],
  ['Internet Explorer 8', { accept: IE_ACCEPT, 'accept-language': 'de', referer: PAGE }, 'page'],
  ['Internet Explorer 8, repeated', { accept: '*/*', 'accept-language': 'de', referer: PAGE }, 'page'],
  [
    'Lynx',
    { accept: 'text/html, text/plain, text/sgml, text/css, */*;q=0.01', 'accept-language': 'en' },
    'page',
  ],
  [
    'w3m',
    { accept: 'text/html, text/*;q=0.5, image/*, application/*', 'accept-language': 'en;q=1.0' },
    'page',
  ],
  [
    'Links',
    { accept: '*/*', 'accept-language': 'en,*;q=0.1', 'user-agent': 'Links (2.28; Linux; text)' },
    'page',
  ],
  ['Links without a language', { accept: '*/*', referer: PAGE }, 'page'],
  ['Dillo', { accept: 'text/*,image/*,*/*;q=0.2', referer: PAGE }, 'page'],
  ['a browser behind a filter that removes Accept', { 'accept-language': 'fr', referer: PAGE }, 'page'],
  [
    'Turbo',
    { accept: 'text/vnd.turbo-stream.html, text/html, application/xhtml+xml', ...FETCH, referer: PAGE },
    'page',
  ],
  ['htmx', { accept: 'text/html', 'hx-request': 'true', ...FETCH, referer: PAGE }, 'page'],
  [
    'htmx 2',
    { accept: '*/*', 'hx-request': 'true', ...FETCH, origin: 'https://acme.org', referer: PAGE },
    'page',
  ],
  ['htmx 2 that asks for JSON', { accept: 'application/json', 'hx-request': 'true', ...FETCH }, 'json'],
  ['Unpoly', { accept: '*/*', 'x-up-version': '3.14.3', ...FETCH, origin: 'https://acme.org' }, 'page'],
  ['jQuery, dataType html', { accept: 'text/html, */*; q=0.01', ...XHR, ...FETCH }, 'page'],
  ['fetch that names text/html', { accept: 'text/html', ...FETCH, origin: 'https://acme.org' }, 'page'],
  ['fetch', { accept: '*/*', ...FETCH, origin: 'https://acme.org', referer: PAGE }, 'json'],
  [
    'fetch with mode no-cors',
    { accept: '*/*', ...FETCH, 'sec-fetch-mode': 'no-cors', referer: PAGE },
    'json',
  ],
  [
    'fetch of Safari 15',
    { accept: '*/*', 'accept-language': 'en-US', origin: 'https://acme.org', referer: PAGE },
    'json',
  ],
  ['fetch that names JSON', { accept: 'application/json', ...FETCH, referer: PAGE }, 'json'],
  ['axios', { accept: 'application/json, text/plain, */*', ...FETCH, referer: PAGE }, 'json'],
  [
    'axios in Safari 15',
    { accept: 'application/json, text/plain, */*', 'accept-language': 'en', referer: PAGE },
    'json',
  ],
  ['jQuery', { accept: '*/*', ...XHR, 'accept-language': 'en-US', referer: PAGE }, 'json'],
  [
    'jQuery, dataType json',
    { accept: 'application/json, text/javascript, */*; q=0.01', ...XHR, 'accept-language': 'en' },
    'json',
  ],
  ['sendBeacon', { accept: '*/*', ...FETCH, 'sec-fetch-mode': 'no-cors', referer: PAGE }, 'json'],
  ['curl', { accept: '*/*', 'user-agent': 'curl/8.14.1' }, 'json'],
  ['curl -F', { 'content-type': MULTIPART, accept: '*/*' }, 'json'],
  ['wget', { accept: '*/*', 'user-agent': 'Wget/1.21.3' }, 'json'],
  ['HTTPie', { accept: '*/*', 'user-agent': 'HTTPie/3.2.4' }, 'json'],
  ['HTTPie, JSON', { accept: 'application/json, */*;q=0.5' }, 'json'],
  ['Python requests', { accept: '*/*', 'user-agent': 'python-requests/2.32.5' }, 'json'],
  ['Go, PHP and Ruby without options', {}, 'json'],
  ['Node fetch', { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors' }, 'json'],
  ['Deno fetch', { accept: '*/*', 'accept-language': '*' }, 'json'],
  [
    'an app that uses URLSession',
    {
      accept: '*/*',
      'accept-language': 'en-US,en;q=0.9',
      'user-agent': 'Acme/1 CFNetwork/1568 Darwin/24.0.0',
    },
    'json',
  ],
  ['PowerShell', { 'user-agent': 'Mozilla/5.0 (Windows NT; en-US) PowerShell/7.5' }, 'json'],
  ['a client for pictures', { accept: 'image/png', referer: PAGE }, 'json'],
  [
    'a browser form that is sent as JSON',
    { 'content-type': 'application/json', accept: CHROME_ACCEPT },
    'json',
  ],
  [
    'Java, JSON',
    {
      'content-type': 'application/json',
      accept: 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
    },
    'json',
  ],
  ['Cursor', { accept: 'text/markdown, text/plain;q=0.9, */*;q=0.8', 'accept-language': 'en' }, 'json'],
  ['no media type', { 'content-type': '', accept: CHROME_ACCEPT }, 'json'],
]

test('answers a form with what its sender can show', () => {
  for (const [client, headers, format] of FORM_SENDERS) {
    const request = { method: 'POST', url: '/f/f_0', headers: { 'content-type': URLENCODED, ...headers } }
    assert.equal(prefersHtml(request), format === 'page', client)
  }
})

test('answers an opened address with what the client can show', () => {
  const clients: readonly [client: string, headers: Headers, format: 'page' | 'json'][] = [
    ['Chrome', { accept: CHROME_ACCEPT, ...NAVIGATION }, 'page'],
    ['Links', { accept: '*/*', 'accept-language': 'en,*;q=0.1' }, 'page'],
    ['Turbo', { accept: 'text/html, application/xhtml+xml', ...FETCH }, 'page'],
    ['fetch', { accept: '*/*', ...FETCH, referer: PAGE }, 'json'],
    [
      'an image',
      { accept: 'image/avif,image/webp,*/*;q=0.8', 'sec-fetch-dest': 'image', referer: PAGE },
      'json',
    ],
    ['curl', { accept: '*/*' }, 'json'],
    ['nothing at all', {}, 'json'],
  ]
  for (const [client, headers, format] of clients) {
    assert.equal(prefersHtml({ method: 'GET', url: '/f/f_0', headers }), format === 'page', client)
  }
})

test('answers scripts with JSON where no form is sent', () => {
  const form = { 'content-type': URLENCODED, accept: CHROME_ACCEPT }
  for (const [headers, html] of [
    [NAVIGATION, true],
    [FETCH, false],
    [XHR, false],
  ] as const) {
    assert.equal(prefersHtml({ method: 'POST', url: '/new', headers: { ...form, ...headers } }), html)
    assert.equal(prefersHtml({ method: 'GET', url: '/nowhere', headers: { ...form, ...headers } }), html)
  }
})

test('weighs text/html against JSON', () => {
  const table: [accept: string | undefined, html: boolean][] = [
    [undefined, false],
    ['', false],
    ['*/*', false],
    ['text/*', false],
    ['application/json', false],
    ['text/html', true],
    ['TEXT/HTML', true],
    ['text/html;q=0', false],
    ['text/html, application/json', true],
    ['application/json, text/html', false],
    ['application/json;q=0.9, text/html', true],
    ['application/json, text/html;q=0.9', false],
    ['application/json;q=0.5, text/html;q=0.5', false],
    ['text/html;q=0.1, */*;q=1', true],
  ]
  for (const [accept, html] of table) assert.equal(acceptsHtmlPage(accept), html, String(accept))
})

test('does not give a page to a sender that refuses one', () => {
  const browserlike = { 'content-type': URLENCODED, 'accept-language': 'en', referer: PAGE }
  for (const accept of ['text/html;q=0, */*', '*/*;q=0', 'application/json;q=0.1, */*']) {
    assert.equal(
      prefersHtml({ method: 'POST', url: '/f/f_0', headers: { ...browserlike, accept } }),
      false,
      accept,
    )
  }
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
  ['ChatGPT-User', CHROME_ACCEPT, false],
  ['curl, and most other fetchers', '*/*', false],
]

test('agents that name Markdown get it, and no other client does', () => {
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
