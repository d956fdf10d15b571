import { test } from 'node:test'
import { withoutBrowser } from '../support/browser/browser.ts'
import { findFileSnippet, ODD_NAME, openFormSite, type Site } from '../support/snippets/form-site.ts'
import { tellStoryWithoutScript, testChallengeForm, testForm } from '../support/snippets/form-stories.ts'
import { withoutHugo } from '../support/snippets/project.ts'

const skip = withoutBrowser || withoutHugo
const SITE: Site = {
  packages: 'ours',
  files(options) {
    const snippet = findFileSnippet(options, 'Hugo')
    return {
      'hugo.toml': `baseURL = 'https://site.dev/'`,
      'layouts/index.html': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Contact</title>{{ .Content }}</html>`,
      'content/_index.md': `# Contact\n\nWrite to us.\n\n${snippet.usage}`,
      [snippet.fileName]: snippet.code,
    }
  },
  build: [['hugo', '--quiet']],
  out: 'public',
}

test('the Hugo snippet submits a form', { skip }, async (t) => {
  await using formSite = await openFormSite({ ...SITE, honeypot: ODD_NAME })
  await testForm(t, formSite)
  await tellStoryWithoutScript(t, formSite)
})

test('the Hugo snippet of a form that requires a proof of work solves it', { skip }, (t) =>
  testChallengeForm(t, SITE),
)
