import { encoding } from './file-input.ts'
import { formFields, indent, type SubmitHandler, submitHandler } from './form-parts.ts'
import { attribute } from './quoting.ts'
import { type FileSnippet, HONEYPOT, type SnippetOptions } from './snippet.ts'

const HANDLER: SubmitHandler = {
  sending: 'sending',
  sent: 'sent',
  nothingSent: '{}',
  showStatus: (text) => `status.value = ${text}`,
  markInvalid: 'wrongField.value = answer.field',
  focusInvalid: 'form.elements.namedItem(answer.field)?.focus()',
}

/** A Vue 3 component; in Nuxt a plain form until scripts run. */
export function vueSnippet({ endpointUrl, honeypot = HONEYPOT, files }: SnippetOptions): FileSnippet {
  return {
    title: 'Vue',
    language: 'vue',
    fileName: 'src/components/ContactForm.vue',
    code: `<script setup>
import { ref } from 'vue'

const status = ref('')
const wrongField = ref('')
let sending = false
let sent = {}

async function send(event) {
  if (sending) return
  sending = true
  status.value = 'Sending…'

  const form = event.currentTarget
${indent(submitHandler(HANDLER, files), 2)}
}
</script>

<template>
  <form action="${attribute(endpointUrl)}" method="post"${encoding(files)} @submit.prevent="send">
${indent(formFields({ honeypot, files, markInvalid: (name) => ` :aria-invalid="wrongField === '${name}'"` }), 4)}
    <p role="status">{{ status }}</p>
  </form>
</template>
`,
    usage: `import ContactForm from './components/ContactForm.vue'

<ContactForm />
`,
  }
}
