import { readFileSync } from 'node:fs'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The browsers that know `light-dark()` and cascade layers; older ones are not asked to. */
const BROWSERS = ['chrome123', 'edge123', 'firefox128', 'safari17.5']

/** What nearly every screen shows: it travels in one piece, for a dozen small ones are larger. */
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
    // The policy of the pages lets images be data, but no font and no style.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // A note of a package about 'use client' or the like is no news here.
    rollupOptions: {
      onLog: () => {},
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          // They stand on what is there from the beginning, which must stay where it is.
          groups: [{ name: 'shown-everywhere', test: SHOWN_EVERYWHERE }],
        },
      },
    },
  },
})

/**
 * `src/theme-before-paint.js` sets the colours before anything is painted. It must be a plain script that the parser
 * waits for: a module would come too late, and an inline script is not allowed to run.
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
        if (!name) throw new Error('the script that sets the colours was not written')
        return [{ tag: 'script', attrs: { src: `/app/${name}` }, injectTo: 'head' }]
      },
    },
  }
}
