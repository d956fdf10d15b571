import { test } from 'node:test'
import { withoutBrowser } from '../support/browser/browser.ts'
import { findFileSnippet, ODD_NAME, openFormSite, type Site } from '../support/snippets/form-site.ts'
import { tellStoryWithoutScript, testChallengeForm, testForm } from '../support/snippets/form-stories.ts'
import { VITE, without } from '../support/snippets/project.ts'

const skip = withoutBrowser || without('frameworks')

const SITE: Site = {
  packages: 'frameworks',
  files(options) {
    const snippet = findFileSnippet(options, 'SvelteKit')
    return {
      'package.json': '{ "type": "module" }',
      'src/app.html': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Contact</title>${snippet.head}%sveltekit.head%</head>
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
}

test('the SvelteKit snippet submits from a prerendered page', { skip }, async (t) => {
  await using formSite = await openFormSite({ ...SITE, honeypot: ODD_NAME })
  await testForm(t, formSite)
  await tellStoryWithoutScript(t, formSite)
})

test('the SvelteKit snippet of a form that requires a proof of work solves it', { skip }, (t) =>
  testChallengeForm(t, SITE),
)
