import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allSnippets } from '../../src/snippets/all-snippets.ts'
import { fetchSnippet } from '../../src/snippets/fetch.ts'
import { formScriptSnippet } from '../../src/snippets/form-script.ts'
import { htmlSnippet } from '../../src/snippets/html.ts'
import type { SnippetOptions } from '../../src/snippets/snippet.ts'
import { withoutBrowser } from '../support/browser/browser.ts'
import { openFormSite } from '../support/snippets/form-site.ts'
import { tellStoryWithoutScript, testChallengeForm, testForm } from '../support/snippets/form-stories.ts'

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

test('the HTML snippet of a form that requires a proof of work solves it', { skip }, (t) =>
  testChallengeForm(t, {
    packages: 'ours',
    files: (options) => pageWith(allSnippets(options)[0]?.code ?? ''),
  }),
)

test('the snippet with form.js submits a form without leaving the page', { skip }, async (t) => {
  const files = (options: SnippetOptions) => pageWith(formScriptSnippet(options).code)
  await using formSite = await openFormSite({ packages: 'ours', files })
  await t.test('with the script', async () => {
    const page = await formSite.browser.newPage()
    await page.goto(formSite.address)
    await page.getByLabel('Name').fill('Jane')
    await page.getByLabel('Email').fill('jane@acme.org')
    await page.getByLabel('Message').fill('Hello')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('status').filter({ hasText: 'Your message has been sent.' }).waitFor()
    assert.equal(page.url(), formSite.address)
    assert.equal((await formSite.arrivedSince(0)).length, 1)
  })
  await tellStoryWithoutScript(t, formSite)
})
