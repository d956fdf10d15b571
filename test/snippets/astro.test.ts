import { test } from 'node:test'
import { astroSnippet } from '../../src/snippets/astro.ts'
import { withoutBrowser } from '../support/browser/browser.ts'
import { ODD_NAME, openFormSite } from '../support/snippets/form-site.ts'
import { tellStoryWithoutScript, testForm } from '../support/snippets/form-stories.ts'
import { without } from '../support/snippets/project.ts'

const skip = withoutBrowser || without('frameworks')

test('the Astro snippet submits a form', { skip }, async (t) => {
  await using formSite = await openFormSite({
    packages: 'frameworks',
    honeypot: ODD_NAME,
    files(options) {
      const snippet = astroSnippet(options)
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
  })
  await testForm(t, formSite)
  await tellStoryWithoutScript(t, formSite)
})
