import { test } from 'node:test'
import { nextSnippet } from '../../src/snippets/next.ts'
import { withoutBrowser } from '../support/browser/browser.ts'
import { ODD_NAME, openFormSite } from '../support/snippets/form-site.ts'
import { tellStoryWithoutScript, testForm } from '../support/snippets/form-stories.ts'
import { VITE, without } from '../support/snippets/project.ts'

/** Renders a client component on the server and hydrates it, as Next.js does, with React alone. */
test('the Next.js snippet submits when rendered by a server', { skip: withoutBrowser }, async (t) => {
  await using formSite = await openFormSite({
    packages: 'ours',
    honeypot: ODD_NAME,
    files(options) {
      const snippet = nextSnippet(options)
      const [imported, element] = snippet.usage.split('\n\n')
      return {
        'index.html': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Contact</title>
<div id="root"><!--form--></div><script type="module" src="/app/main.tsx"></script></html>`,
        'app/main.tsx': `import { hydrateRoot } from 'react-dom/client'
${imported}
hydrateRoot(document.getElementById('root')!, ${element})`,
        'app/render.tsx': `import { readFileSync, writeFileSync } from 'node:fs'
import { renderToString } from 'react-dom/server'
${imported}
const page = readFileSync('dist/index.html', 'utf8')
writeFileSync('dist/index.html', page.replace('<!--form-->', renderToString(${element})))`,
        [snippet.fileName]: snippet.code,
        'package.json': '{ "type": "module" }',
        'vite.config.js': `import react from '@vitejs/plugin-react'
export default { plugins: [react()] }`,
      }
    },
    build: [VITE, [...VITE, '--ssr', 'app/render.tsx', '--outDir', 'server'], ['node', 'server/render.js']],
    out: 'dist',
  })
  await testForm(t, formSite)
  await tellStoryWithoutScript(t, formSite)
})

test('the Next.js snippet submits when built by Next.js', {
  skip: withoutBrowser || without('next'),
}, async (t) => {
  await using formSite = await openFormSite({
    packages: 'next',
    honeypot: ODD_NAME,
    files(options) {
      const snippet = nextSnippet(options)
      const [imported, element] = snippet.usage.split('\n\n')
      return {
        // The packages are outside of the project, behind a link.
        'next.config.js': `module.exports = { output: 'export', turbopack: { root: '/' } }`,
        'app/layout.tsx': `export const metadata = { title: 'Contact' }
export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><body>{children}</body></html>
}`,
        'app/page.tsx': `${imported}
export default function Page() {
  return ${element}
}`,
        [snippet.fileName]: snippet.code,
      }
    },
    build: [['node', 'node_modules/next/dist/bin/next', 'build']],
    out: 'out',
  })
  await testForm(t, formSite)
  await tellStoryWithoutScript(t, formSite)
})
