import { test } from 'node:test'
import { withoutBrowser } from '../support/browser/browser.ts'
import { findFileSnippet, ODD_NAME, openFormSite, type Site } from '../support/snippets/form-site.ts'
import { tellStoryWithoutScript, testChallengeForm, testForm } from '../support/snippets/form-stories.ts'
import { VITE, without } from '../support/snippets/project.ts'

/** Renders a component on the server and hydrates it, as Next.js does, with React alone. */
const RENDERED: Site = {
  packages: 'ours',
  files(options) {
    const snippet = findFileSnippet(options, 'Next.js')
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
  .replace('<title>', () => renderToString(<>${snippet.head}</>) + '<title>')
  .replace('<!--form-->', () => renderToString(${element}))
writeFileSync('dist/index.html', page)`,
      [snippet.fileName]: snippet.code,
      'package.json': '{ "type": "module" }',
      'vite.config.js': `import react from '@vitejs/plugin-react'
export default { plugins: [react()] }`,
    }
  },
  build: [VITE, [...VITE, '--ssr', 'app/render.tsx', '--outDir', 'server'], ['node', 'server/render.js']],
  out: 'dist',
}

const BUILT: Site = {
  packages: 'next',
  files(options) {
    const snippet = findFileSnippet(options, 'Next.js')
    const [imported, element] = snippet.usage.split('\n\n')
    return {
      // The packages are outside of the project, behind a link.
      'next.config.js': `module.exports = { output: 'export', turbopack: { root: '/' } }`,
      'app/layout.tsx': `export const metadata = { title: 'Contact' }
export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><head>${snippet.head}</head><body>{children}</body></html>
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
}

const VARIANTS = [
  { how: 'when rendered by a server', site: RENDERED, skip: withoutBrowser },
  { how: 'when built by Next.js', site: BUILT, skip: withoutBrowser || without('next') },
]

for (const { how, site, skip } of VARIANTS) {
  test(`the Next.js snippet submits ${how}`, { skip }, async (t) => {
    await using formSite = await openFormSite({ ...site, honeypot: ODD_NAME })
    await testForm(t, formSite)
    await tellStoryWithoutScript(t, formSite)
  })

  test(`the Next.js snippet of a form that requires a proof of work solves it ${how}`, { skip }, (t) =>
    testChallengeForm(t, site),
  )
}
