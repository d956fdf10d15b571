import { test } from 'node:test'
import { withoutBrowser } from '../support/browser/browser.ts'
import { findFileSnippet, ODD_NAME, openFormSite, type Site } from '../support/snippets/form-site.ts'
import { testChallengeForm, testForm } from '../support/snippets/form-stories.ts'
import { VITE } from '../support/snippets/project.ts'

const skip = withoutBrowser

const SITE: Site = {
  packages: 'ours',
  files(options) {
    const snippet = findFileSnippet(options, 'React')
    const [imported, element] = snippet.usage.split('\n\n')
    return {
      'index.html': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Contact</title>${snippet.head}
<div id="root"></div><script type="module" src="/src/main.tsx"></script></html>`,
      'src/main.tsx': `import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
${imported}
createRoot(document.getElementById('root')!).render(<StrictMode>${element}</StrictMode>)`,
      [snippet.fileName]: snippet.code,
      'vite.config.js': `import react from '@vitejs/plugin-react'
export default { plugins: [react()] }`,
    }
  },
  build: [VITE],
  out: 'dist',
}

test('the React snippet submits in a Vite project', { skip }, async (t) => {
  await using formSite = await openFormSite({ ...SITE, honeypot: ODD_NAME })
  await testForm(t, formSite)
})

test('the React snippet of a form that requires a proof of work solves it', { skip }, (t) =>
  testChallengeForm(t, SITE),
)
