import { attribute } from './quoting.ts'
import { type FileSnippet, HONEYPOT, type SnippetOptions } from './snippet.ts'

/** A component for Vue 3; in Nuxt a plain form until, or unless, the script runs. */
export function vueSnippet({ endpointUrl, honeypot = HONEYPOT }: SnippetOptions): FileSnippet {
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
  const body = new FormData(form)
  const content = JSON.stringify([...body])
  // The same content keeps its key: however often it is sent, it is stored once.
  if (sent.content !== content) {
    sent = { content, key: crypto.getRandomValues(new Uint32Array(4)).join('-') }
  }
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Idempotency-Key': sent.key },
      body,
      signal: AbortSignal.timeout(30_000),
    })
    const answer = await response.json()
    wrongField.value = answer.field
    if (response.ok) {
      form.reset()
      sent = {}
      status.value = 'Thank you! Your message has been sent.'
    } else {
      status.value = [answer.field, answer.message].filter(Boolean).join(': ')
      form.elements.namedItem(answer.field)?.focus()
    }
  } catch {
    status.value = 'Your message could not be sent. Check your connection and try again.'
  }
  sending = false
}
</script>

<template>
  <form action="${attribute(endpointUrl)}" method="post" @submit.prevent="send">
    <p><label>Name <input name="name" autocomplete="name" required :aria-invalid="wrongField === 'name'"></label></p>
    <p><label>Email <input type="email" name="email" autocomplete="email" required :aria-invalid="wrongField === 'email'"></label></p>
    <p><label>Message <textarea name="message" rows="6" required :aria-invalid="wrongField === 'message'"></textarea></label></p>
    <div hidden><label>Leave this empty <input name="${attribute(honeypot)}" tabindex="-1" autocomplete="off"></label></div>
    <p><button>Send</button></p>
    <p role="status">{{ status }}</p>
  </form>
</template>
`,
    usage: `import ContactForm from './components/ContactForm.vue'

<ContactForm />
`,
  }
}
