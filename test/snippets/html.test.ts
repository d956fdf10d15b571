import { test } from 'node:test'
import { fetchSnippet } from '../../src/snippets/fetch.ts'
import { htmlSnippet } from '../../src/snippets/html.ts'
import type { SnippetOptions } from '../../src/snippets/snippet.ts'
import { withoutBrowser } from '../support/browser/browser.ts'
import { openFormSite } from '../support/snippets/form-site.ts'
import { tellStoryWithoutScript, testForm } from '../support/snippets/form-stories.ts'

const skip = withoutBrowser

/** A page around the form, as people write one. */
const pageWith = (form: string) => ({
  'index.html': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Contact</title>${form}</html>`,
})

test('the HTML snippet submits a form', { skip }, async (t) => {
  const files = (options: SnippetOptions) => pageWith(htmlSnippet(options).code)
  await using formSite = await openFormSite({ packages: 'ours', files })
  await tellStoryWithoutScript(t, formSite)
})

test('the fetch snippet submits a form', { skip }, async (t) => {
  const files = (options: SnippetOptions) => pageWith(fetchSnippet(options).code)
  await using formSite = await openFormSite({ packages: 'ours', files })
  await testForm(t, formSite)
  await tellStoryWithoutScript(t, formSite)
})
