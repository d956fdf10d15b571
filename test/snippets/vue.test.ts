import { test } from 'node:test'
import { vueSnippet } from '../../src/snippets/vue.ts'
import { withoutBrowser } from '../support/browser/browser.ts'
import { ODD_NAME, openFormSite } from '../support/snippets/form-site.ts'
import { testForm } from '../support/snippets/form-stories.ts'
import { VITE, without } from '../support/snippets/project.ts'

const skip = withoutBrowser || without('frameworks')

test('the Vue snippet submits in a Vite project', { skip }, async (t) => {
  await using formSite = await openFormSite({
    packages: 'frameworks',
    honeypot: ODD_NAME,
    files(options) {
      const snippet = vueSnippet(options)
      const [imported, element] = snippet.usage.split('\n\n')
      return {
        'index.html': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Contact</title>
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
  })
  await testForm(t, formSite)
})
