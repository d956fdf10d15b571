import { test } from 'node:test'
import { fetchSnippet } from '../../dashboard/src/snippets/fetch.ts'
import { htmlSnippet } from '../../dashboard/src/snippets/html.ts'
import type { SnippetOptions } from '../../dashboard/src/snippets/snippet.ts'
import { withoutBrowser } from '../support/browser/browser.ts'
import { openFormStage } from '../support/snippets/form-site.ts'
import { tellFormStories, tellStoryWithoutScript } from '../support/snippets/form-stories.ts'

const skip = withoutBrowser

/** A page around the form, as people write one. */
const pageWith = (form: string) => ({
  'index.html': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Contact</title>${form}</html>`,
})

test('the HTML snippet', { skip }, async (t) => {
  const files = (options: SnippetOptions) => pageWith(htmlSnippet(options).code)
  await using stage = await openFormStage({ packages: 'ours', files })
  await tellStoryWithoutScript(t, stage)
})

test('the fetch snippet', { skip }, async (t) => {
  const files = (options: SnippetOptions) => pageWith(fetchSnippet(options).code)
  await using stage = await openFormStage({ packages: 'ours', files })
  await tellFormStories(t, stage)
  await tellStoryWithoutScript(t, stage)
})
