import { test } from 'node:test'
import { withoutBrowser } from '../support/browser/browser.ts'
import { findFileSnippet, ODD_NAME, openFormSite, type Site } from '../support/snippets/form-site.ts'
import { testChallengeForm, testForm } from '../support/snippets/form-stories.ts'
import { VITE, without } from '../support/snippets/project.ts'

const skip = withoutBrowser || without('frameworks')

const SITE: Site = {
  packages: 'frameworks',
  files(options) {
    const snippet = findFileSnippet(options, 'Vue')
    const [imported, element] = snippet.usage.split('\n\n')
    return {
      'index.html': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Contact</title>${snippet.head}
<div id="app"></div><script type="module" src="/src/main.js"></script></html>`,
      'src/main.js': `import { createApp } from 'vue'
import App from './App.vue'
createApp(App).mount('#app')`,
      'src/App.vue': `<script setup>
${imported}
</script>
<template>${element}</template>`,
      [snippet.fileName]: snippet.code,
      'vite.config.js': `import vue from '@vitejs/plugin-vue'
export default { plugins: [vue()] }`,
    }
  },
  build: [VITE],
  out: 'dist',
}

test('the Vue snippet submits in a Vite project', { skip }, async (t) => {
  await using formSite = await openFormSite({ ...SITE, honeypot: ODD_NAME })
  await testForm(t, formSite)
})

test('the Vue snippet of a form that requires a proof of work solves it', { skip }, (t) =>
  testChallengeForm(t, SITE),
)
