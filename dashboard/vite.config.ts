import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { LANGUAGE_FACTS, LANGUAGES } from '../src/domain/language.ts'

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
  /dashboard\/src\/controls\/(badge|copy|pull|relative-time|time-words)/,
  /dashboard\/src\/controls\/(fields\/text-field|overlays\/(confirm-)?dialog)/,
  /dashboard\/src\/shell\/(frame\/page|refresh)/,
  /@base-ui\/react\/dialog\//,
]
const LISTS = [
  /dashboard\/src\/(api\/(accounts\/export|client\/fetch-file)|controls\/(fields\/(checkbox|typed-search)|marked|search-words))/,
  /dashboard\/src\/screens\/inbox\/(filters\/inbox-query|list\/(density|row-layout|row-window|unnamed)|spam-reasons|trash)/,
  /@base-ui\/react\/(checkbox|checkbox-group)\//,
]
/** The names of fields in many languages, which only screens with submissions need. */
const SUBMISSIONS = [
  /dashboard\/src\/screens\/(inbox\/list\/(reply-address|summary)|submission\/reply)/,
  /src\/domain\/submissions\/(field-roles|role-names)/,
]
const includes = (modules: readonly RegExp[]) => (id: string) => modules.some((one) => one.test(id))

/** Folder of the texts: a folder for each language with a file for each namespace. */
const CATALOGS = path.join(import.meta.dirname, '../src/locales/dashboard')
/** Beginning of the addresses of the texts, in development and in a build. */
const DEV_TEXTS_ADDRESS = '/app/texts/'
const toTextsAddress = (hash: string) => `/app/assets/texts-${hash}-`
/** Read once: files that change while it is built must not get two addresses. */
const TEXTS = readTexts()

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  publicDir: false,
  plugins: [react(), tailwindcss(), texts(TEXTS), scriptBeforePaint(TEXTS), serviceWorker(), inboxPage()],
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
 * Emits the texts as `assets/texts-<hash>-<language>-<namespace>.json`, and fills in `TEXTS_ADDRESS`, the beginning of their
 * addresses. In development, they are read from `src/locales/dashboard/` each time.
 */
function texts({ files, hash }: Texts): Plugin {
  return {
    name: 'texts',
    config: (_config, { command }) => ({
      define: {
        TEXTS_ADDRESS: JSON.stringify(command === 'build' ? toTextsAddress(hash) : DEV_TEXTS_ADDRESS),
      },
    }),
    configureServer(server) {
      server.middlewares.use(DEV_TEXTS_ADDRESS, (request, response, next) => {
        const [, name = ''] = /^\/(\w+-[\w-]+)\.json$/.exec(request.url ?? '') ?? []
        const text = readTexts().files.get(name)
        if (text === undefined) return next()
        response.setHeader('content-type', 'application/json').end(text)
      })
    },
    generateBundle() {
      for (const [name, source] of files)
        this.emitFile({ type: 'asset', fileName: `assets/texts-${hash}-${name}.json`, source })
    },
  }
}

/** Texts by language and namespace (`de-inbox`), and a hash over all. */
type Texts = { files: ReadonlyMap<string, string>; hash: string }

/** Reads the texts without notes for translators. */
function readTexts(): Texts {
  const files = new Map(
    LANGUAGES.flatMap((language) =>
      readdirSync(path.join(CATALOGS, language)).map((file): [string, string] => {
        const catalog: Record<string, string> = JSON.parse(
          readFileSync(path.join(CATALOGS, language, file), 'utf8'),
        )
        const entries = Object.entries(catalog).filter(([name]) => !name.startsWith('@'))
        return [`${language}-${path.basename(file, '.json')}`, JSON.stringify(Object.fromEntries(entries))]
      }),
    ),
  )
  const hash = createHash('sha256')
    .update(JSON.stringify([...files]))
    .digest('base64url')
  return { files, hash: hash.replaceAll(/[-_]/g, '').slice(0, 8) }
}

/**
 * Puts `src/before-paint.js` in front of the module: it sets theme, language and direction before the first paint. A module
 * would run too late, and the policy of the service forbids inline scripts.
 */
function scriptBeforePaint({ hash }: Texts): Plugin {
  const file = path.join(import.meta.dirname, 'src/before-paint.js')
  const directions = Object.fromEntries(
    Object.entries(LANGUAGE_FACTS).map(([language, { direction }]) => [language, direction]),
  )
  const fill = (textsAddress: string) =>
    readFileSync(file, 'utf8')
      .replace('= DIRECTIONS', `= ${JSON.stringify(directions)}`)
      .replace('= TEXTS_ADDRESS', `= ${JSON.stringify(textsAddress)}`)
  return {
    name: 'script-before-paint',
    generateBundle: {
      order: 'pre',
      handler() {
        const source = fill(toTextsAddress(hash))
        this.emitFile({ type: 'asset', name: 'before-paint.js', source })
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, server }) {
        if (server) return [{ tag: 'script', children: fill(DEV_TEXTS_ADDRESS), injectTo: 'head-prepend' }]
        const name = Object.keys(bundle ?? {}).find((one) => /^assets\/before-paint-[^/]*\.js$/.test(one))
        if (!name) throw new Error('the script before the first paint was not written')
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
