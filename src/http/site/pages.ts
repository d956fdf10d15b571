import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { DAY, SECOND } from '../../domain/time.ts'
import type { HttpDeps } from '../deps.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { DEMO_SCRIPT } from '../pages/demo-script.ts'
import { DOCS_SCRIPT } from '../pages/docs/docs-script.ts'
import { RECEIPT_SCRIPT } from '../pages/receipt-script.ts'
import { SCRIPT } from '../pages/script.ts'
import { STYLE } from '../pages/style.ts'
import { registerScript } from './register-script.ts'

const CACHED_BRIEFLY = { 'cache-control': 'public, max-age=300' }
/** A page around a form may be in a sandboxed frame, whose origin is none: not even ours. */
const FRAMED_FILE = { ...CACHED_BRIEFLY, 'cross-origin-resource-policy': 'cross-origin' }
const IMAGE_CACHE = `public, max-age=${DAY / SECOND}`
/**
 * Rules for crawlers (RFC 9309) and for the use of what they read (contentsignals.org). Addresses that act when they are
 * opened, or that only owners open, are disallowed. All other pages that no search should list carry `noindex`, which a
 * crawler sees only where it may read.
 */
const ROBOTS = `User-agent: *
Content-Signal: search=yes, ai-input=yes, ai-train=no
${['/claim/', '/disown/', '/destination/', '/emails/', '/digest/', '/sign-in', '/mailbox', '/app', '/api/', '/t/*/p.gif'].map((path) => `Disallow: ${path}\n`).join('')}Allow: /
`

const FILES = path.join(import.meta.dirname, 'files')
/** Icons, and the picture that previews of links show. `npm run pictures` draws the PNG files. */
const IMAGES = [
  {
    url: '/icon.svg',
    file: 'icon.svg',
    type: 'image/svg+xml',
    operationId: 'readIcon',
    summary: 'The icon.',
  },
  {
    url: '/favicon.ico',
    file: 'icon.png',
    type: 'image/png',
    operationId: 'readFavicon',
    summary: 'The icon for programs that look for it at this address only.',
  },
  {
    url: '/icon.png',
    file: 'icon.png',
    type: 'image/png',
    operationId: 'readTouchIcon',
    summary: 'The icon, 180 pixels wide.',
  },
  {
    url: '/icon-512.png',
    file: 'icon-512.png',
    type: 'image/png',
    operationId: 'readLargeIcon',
    summary: 'The icon, 512 pixels wide.',
  },
  {
    url: '/icon-192.png',
    file: 'icon-192.png',
    type: 'image/png',
    operationId: 'readMediumIcon',
    summary: 'The icon, 192 pixels wide.',
  },
  {
    url: '/icon-maskable.png',
    file: 'icon-maskable.png',
    type: 'image/png',
    operationId: 'readMaskableIcon',
    summary: 'The icon with a margin that systems cut to their own shape.',
  },
  {
    url: '/icon-badge.png',
    file: 'icon-badge.png',
    type: 'image/png',
    operationId: 'readBadgeIcon',
    summary: 'The icon in one color, for notifications.',
  },
  {
    url: '/preview.png',
    file: 'preview.png',
    type: 'image/png',
    operationId: 'readPreview',
    summary: 'The picture for previews of links.',
  },
] as const

/** Registers the routes of the stylesheet, the script, the icons, the manifest and robots.txt. */
export function registerPageFiles(server: FastifyInstance, { base }: Pick<HttpDeps, 'base'>): void {
  registerImages(server)
  registerManifest(server, base)
  registerRoute(server, {
    url: '/style.css',
    handlers: {
      GET: {
        operationId: 'readStyle',
        summary: 'The stylesheet of the pages.',
        tag: 'service',
        answers: { 200: { description: 'A stylesheet.', media: ['text/css'] } },
        handle: (_request, reply) => reply.type('text/css; charset=utf-8').headers(FRAMED_FILE).send(STYLE),
      },
    },
  })
  registerScript(server, {
    url: '/page.js',
    operationId: 'readScript',
    summary: 'The script of the pages: buttons that copy.',
    code: SCRIPT,
    headers: CACHED_BRIEFLY,
  })
  registerScript(server, {
    url: '/demo.js',
    operationId: 'readDemoScript',
    summary: 'The script of the demonstration on the front page.',
    code: DEMO_SCRIPT,
    headers: CACHED_BRIEFLY,
  })
  registerScript(server, {
    url: '/docs.js',
    operationId: 'readDocsScript',
    summary: 'The script of the documentation: its search, and the button that copies a page.',
    code: DOCS_SCRIPT,
    headers: CACHED_BRIEFLY,
  })
  registerScript(server, {
    url: '/receipt.js',
    operationId: 'readReceiptScript',
    summary: 'The script of receipts, which keeps them up to date.',
    code: RECEIPT_SCRIPT,
    headers: FRAMED_FILE,
  })
  registerRoute(server, {
    url: '/robots.txt',
    handlers: {
      GET: {
        operationId: 'readRobots',
        summary: 'The rules for crawlers.',
        tag: 'service',
        answers: { 200: { description: 'Rules.', media: ['text/plain'] } },
        handle: (_request, reply) => reply.type('text/plain; charset=utf-8').send(ROBOTS),
      },
    },
  })
}

function registerImages(server: FastifyInstance): void {
  for (const { url, file, type, operationId, summary } of IMAGES) {
    let content: Promise<Buffer> | null = null
    registerRoute(server, {
      url,
      handlers: {
        GET: {
          operationId,
          summary,
          tag: 'service',
          answers: { 200: { description: 'A picture.', media: [type] } },
          async handle(_request, reply) {
            content ??= readFile(path.join(FILES, file))
            return reply
              .type(type)
              .headers({ 'cache-control': IMAGE_CACHE, 'cross-origin-resource-policy': 'cross-origin' })
              .send(await content)
          },
        },
      },
    })
  }
}

/** Registers the manifest (w3.org/TR/appmanifest) that browsers install the dashboard by. */
function registerManifest(server: FastifyInstance, base: string): void {
  const manifest = JSON.stringify({
    id: '/app',
    name: 'Formslot',
    short_name: 'Formslot',
    description: 'Messages from your forms, and notifications about new ones.',
    start_url: `${base}/app`,
    scope: `${base}/`,
    display: 'standalone',
    background_color: '#fafaf7',
    theme_color: '#0f766e',
    icons: [
      { src: `${base}/icon.svg`, sizes: 'any', type: 'image/svg+xml' },
      { src: `${base}/icon-192.png`, sizes: '192x192', type: 'image/png' },
      { src: `${base}/icon-512.png`, sizes: '512x512', type: 'image/png' },
      { src: `${base}/icon-maskable.png`, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  })
  registerRoute(server, {
    url: '/manifest.webmanifest',
    handlers: {
      GET: {
        operationId: 'readManifest',
        summary: 'The manifest of the dashboard as an app.',
        tag: 'service',
        answers: { 200: { description: 'A manifest.', media: ['application/manifest+json'] } },
        handle: (_request, reply) =>
          reply.type('application/manifest+json').header('cache-control', IMAGE_CACHE).send(manifest),
      },
    },
  })
}
