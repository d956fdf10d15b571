import { readFileSync } from 'node:fs'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Browsers with `light-dark()` and cascade layers. */
const BROWSERS = ['chrome123', 'edge123', 'firefox128', 'safari17.5']

/** Modules of nearly every screen, bundled into one chunk, which is smaller than a dozen. */
const SHOWN_EVERYWHERE =
  /dashboard\/src\/(controls\/(badge|charts\/quota-bar|fact|relative-time|section|time-words)|shell\/frame\/page)\.tsx?$/

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  publicDir: false,
  plugins: [react(), tailwindcss(), scriptBeforePaint()],
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
          // They depend on modules of the entry chunk, which must stay there.
          groups: [{ name: 'shown-everywhere', test: SHOWN_EVERYWHERE }],
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
