import { test } from 'node:test'
import { withoutBrowser } from '../support/browser/browser.ts'
import { findFileSnippet, ODD_NAME, openFormSite, type Site } from '../support/snippets/form-site.ts'
import { tellStoryWithoutScript, testChallengeForm, testForm } from '../support/snippets/form-stories.ts'
import { without } from '../support/snippets/project.ts'

const skip = withoutBrowser || without('frameworks')

const SITE: Site = {
  packages: 'frameworks',
  files(options) {
    const snippet = findFileSnippet(options, 'Astro')
    return {
      'package.json': '{ "type": "module" }',
      'src/pages/index.astro': snippet.usage.replace(
        '<ContactForm />',
        '<html lang="en"><head><meta charset="utf-8"><title>Contact</title></head><body><ContactForm /></body></html>',
      ),
      [snippet.fileName]: snippet.code,
    }
  },
  build: [['node', 'node_modules/astro/bin/astro.mjs', 'build']],
  out: 'dist',
}

test('the Astro snippet submits a form', { skip }, async (t) => {
  await using formSite = await openFormSite({ ...SITE, honeypot: ODD_NAME })
  await testForm(t, formSite)
  await tellStoryWithoutScript(t, formSite)
})

test('the Astro snippet of a form that requires a proof of work solves it', { skip }, (t) =>
  testChallengeForm(t, SITE),
)
