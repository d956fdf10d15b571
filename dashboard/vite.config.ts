import { readFileSync } from 'node:fs'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

/** Browsers with `light-dark()` and cascade layers. */
const BROWSERS = ['chrome123', 'edge123', 'firefox128', 'safari17.5']

/** Source of the inbox, the screen that is opened first most often. */
const INBOX = 'src/screens/inbox/inbox.tsx'
/** The first call of the inbox without a filter, as `useSubmissions` makes it. */
const FIRST_CALL = '/api/v1/submissions?folder=inbox&limit=50'

/**
 * Modules of the inbox that other screens need too, bundled into three chunks, for nearly every screen, for lists and for
 * submissions: a browser loads six files at a time.
 */
const SHOWN_EVERYWHERE = [
  /dashboard\/src\/api\/endpoints\/(docs-examples|owned)/,
  /dashboard\/src\/controls\/(badge|charts\/quota-bar|copy|fact|pull|relative-time|section|time-words)/,
  /dashboard\/src\/controls\/(fields\/text-field|overlays\/(confirm-)?dialog)/,
  /dashboard\/src\/shell\/(frame\/page|refresh)/,
  /@base-ui\/react\/dialog\//,
]
const LISTS = [
  /dashboard\/src\/(api\/(accounts\/export|client\/fetch-file)|controls\/(fields\/(checkbox|typed-search)|marked|search-words))/,
  /dashboard\/src\/screens\/inbox\/(filters\/inbox-query|list\/(density|row-layout|row-window)|spam-reasons|trash)/,
  /@base-ui\/react\/(checkbox|checkbox-group)\//,
]
/** The names of fields in many languages, which only screens with submissions need. */
const SUBMISSIONS = [
  /dashboard\/src\/screens\/(inbox\/list\/(reply-address|summary)|submission\/reply)/,
  /src\/domain\/submissions\/(field-roles|role-names)/,
]
const includes = (modules: readonly RegExp[]) => (id: string) => modules.some((one) => one.test(id))

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  publicDir: false,
  plugins: [react(), tailwindcss(), scriptBeforePaint(), serviceWorker(), inboxPage()],
  build: {
    target: BROWSERS,
    manifest: true,
    modulePreload: { polyfill: false },
    // The Content-Security-Policy allows data URLs for images, but not for fonts and styles.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Ignores notes of packages about 'use client' and the like.
    rollupOptions: {
      onLog: () => {},
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: 'shown-everywhere', test: includes(SHOWN_EVERYWHERE) },
            { name: 'lists', test: includes(LISTS) },
            { name: 'submissions', test: includes(SUBMISSIONS) },
          ],
        },
      },
    },
  },
})

/**
 * Emits `src/theme-before-paint.js`, which sets the theme before the first paint. It must be a blocking script: a
 * module would run too late, and the policy forbids inline scripts.
 */
function scriptBeforePaint(): Plugin {
  const file = path.join(import.meta.dirname, 'src/theme-before-paint.js')
  return {
    name: 'script-before-paint',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler() {
        this.emitFile({ type: 'asset', name: 'theme.js', source: readFileSync(file) })
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const name = Object.keys(bundle).find((one) => /^assets\/theme-[^/]*\.js$/.test(one))
        if (!name) throw new Error('the theme script was not written')
        return [{ tag: 'script', attrs: { src: `/app/${name}` }, injectTo: 'head' }]
      },
    },
  }
}

/** Emits `src/service-worker.js` under a name that never changes: browsers look for a new version at its address. */
function serviceWorker(): Plugin {
  const file = path.join(import.meta.dirname, 'src/service-worker.js')
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: readFileSync(file) })
    },
  }
}

/**
 * Emits `inbox.html`: the page that also preloads the code of the inbox and its first call. Otherwise they would begin one
 * after the other, when the scripts that ask for them have run.
 */
function inboxPage(): Plugin {
  return {
    name: 'inbox-page',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const entry = chunks.find((chunk) => chunk.isEntry)
        const inbox = chunks.find((chunk) => chunk.facadeModuleId?.endsWith(INBOX))
        if (page?.type !== 'asset' || !entry || !inbox) throw new Error('the page or the inbox was not built')
        const own = listImports(bundle, inbox).difference(listImports(bundle, entry))
        const links = [
          ...Array.from(own, (name) => `<link rel="modulepreload" crossorigin href="/app/${name}">`),
          `<link rel="preload" as="fetch" crossorigin href="${FIRST_CALL.replace('&', '&amp;')}">`,
        ]
        const source = String(page.source).replace('</head>', `  ${links.join('\n  ')}\n</head>`)
        this.emitFile({ type: 'asset', fileName: 'inbox.html', source })
      },
    },
  }
}

/** Lists the files that a chunk cannot run without, itself included. */
function listImports(
  bundle: Rolldown.OutputBundle,
  chunk: Rolldown.OutputChunk,
  found = new Set<string>(),
): Set<string> {
  if (found.has(chunk.fileName)) return found
  found.add(chunk.fileName)
  for (const name of chunk.imports) {
    const other = bundle[name]
    if (other?.type === 'chunk') listImports(bundle, other, found)
  }
  return found
}
