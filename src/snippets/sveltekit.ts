import { encoding } from './file-input.ts'
import { formFields, indent, type SubmitHandler, submitHandler } from './form-parts.ts'
import { attribute } from './quoting.ts'
import { type FileSnippet, HONEYPOT, type SnippetOptions } from './snippet.ts'

const HANDLER: SubmitHandler = {
  sending: 'sending',
  sent: 'sent',
  nothingSent: "{ content: '', key: '' }",
  showStatus: (text) => `status = ${text}`,
  markInvalid: 'wrongField = answer.field',
  focusInvalid:
    'const input = form.elements.namedItem(answer.field)\nif (input instanceof HTMLElement) input.focus()',
}

/** A Svelte 5 component; in SvelteKit a plain form until scripts run. */
export function svelteKitSnippet({ endpointUrl, honeypot = HONEYPOT, files }: SnippetOptions): FileSnippet {
  return {
    title: 'SvelteKit',
    language: 'svelte',
    fileName: 'src/lib/ContactForm.svelte',
    code: `<script>
  let status = $state('')
  let wrongField = $state('')
  let sending = false
  let sent = { content: '', key: '' }

  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  async function send(event) {
    event.preventDefault()
    if (sending) return
    sending = true
    status = 'Sending…'

    const form = event.currentTarget
${indent(submitHandler(HANDLER, files), 4)}
  }
</script>

<form action="${attribute(endpointUrl)}" method="post"${encoding(files)} onsubmit={send}>
${indent(formFields({ honeypot, files, markInvalid: (name) => ` aria-invalid={wrongField === '${name}'}` }), 2)}
  <p role="status">{status}</p>
</form>
`,
    usage: `<script>
  import ContactForm from '../lib/ContactForm.svelte'
</script>

<ContactForm />
`,
  }
}
