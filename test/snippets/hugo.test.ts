import { test } from 'node:test'
import { hugoSnippet } from '../../src/snippets/hugo.ts'
import { withoutBrowser } from '../support/browser/browser.ts'
import { ODD_NAME, openFormSite } from '../support/snippets/form-site.ts'
import { tellStoryWithoutScript, testForm } from '../support/snippets/form-stories.ts'
import { withoutHugo } from '../support/snippets/project.ts'

test('the Hugo snippet submits a form', { skip: withoutBrowser || withoutHugo }, async (t) => {
  await using formSite = await openFormSite({
    packages: 'ours',
    honeypot: ODD_NAME,
    files(options) {
      const snippet = hugoSnippet(options)
      return {
        'hugo.toml': `baseURL = 'https://site.dev/'`,
        'layouts/index.html': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Contact</title>{{ .Content }}</html>`,
        'content/_index.md': `# Contact\n\nWrite to us.\n\n${snippet.usage}`,
        [snippet.fileName]: snippet.code,
      }
    },
    build: [['hugo', '--quiet']],
    out: 'public',
  })
  await testForm(t, formSite)
  await tellStoryWithoutScript(t, formSite)
})
