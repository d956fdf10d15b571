import { test } from 'node:test'
import { reactSnippet } from '../../src/snippets/react.ts'
import { withoutBrowser } from '../support/browser/browser.ts'
import { ODD_NAME, openFormSite } from '../support/snippets/form-site.ts'
import { testForm } from '../support/snippets/form-stories.ts'
import { VITE } from '../support/snippets/project.ts'

const skip = withoutBrowser

test('the React snippet submits in a Vite project', { skip }, async (t) => {
  await using formSite = await openFormSite({
    packages: 'ours',
    honeypot: ODD_NAME,
    files(options) {
      const snippet = reactSnippet(options)
      const [imported, element] = snippet.usage.split('\n\n')
      return {
        'index.html': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Contact</title>
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
  })
  await testForm(t, formSite)
})
