import { test } from 'node:test'
import { svelteKitSnippet } from '../../src/snippets/sveltekit.ts'
import { withoutBrowser } from '../support/browser/browser.ts'
import { ODD_NAME, openFormSite } from '../support/snippets/form-site.ts'
import { tellStoryWithoutScript, testForm } from '../support/snippets/form-stories.ts'
import { VITE, without } from '../support/snippets/project.ts'

const skip = withoutBrowser || without('frameworks')

test('the SvelteKit snippet submits from a prerendered page', { skip }, async (t) => {
  await using formSite = await openFormSite({
    packages: 'frameworks',
    honeypot: ODD_NAME,
    files(options) {
      const snippet = svelteKitSnippet(options)
      return {
        'package.json': '{ "type": "module" }',
        'src/app.html': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Contact</title>%sveltekit.head%</head>
<body><div>%sveltekit.body%</div></body></html>`,
        'src/routes/+layout.js': 'export const prerender = true',
        'src/routes/+page.svelte': snippet.usage,
        [snippet.fileName]: snippet.code,
        'vite.config.js': `import adapter from '@sveltejs/adapter-static'
import { sveltekit } from '@sveltejs/kit/vite'
export default { plugins: [sveltekit({ adapter: adapter() })] }`,
      }
    },
    build: [VITE],
    out: 'build',
  })
  await testForm(t, formSite)
  await tellStoryWithoutScript(t, formSite)
})
