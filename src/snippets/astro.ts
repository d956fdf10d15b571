import { encoding } from './file-input.ts'
import { formFields, indent, type SubmitHandler, submitHandler } from './form-parts.ts'
import { attribute } from './quoting.ts'
import { type FileSnippet, HONEYPOT, type SnippetOptions } from './snippet.ts'

const HANDLER: SubmitHandler = {
  sending: 'sending',
  sent: 'sent',
  nothingSent: "{ content: '', key: '' }",
  showStatus: (text) => `status.textContent = ${text}`,
  markInvalid: `for (const input of form.querySelectorAll('input, textarea')) {
  input.setAttribute('aria-invalid', String(input.getAttribute('name') === answer.field))
}`,
  focusInvalid: "form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()",
}

/** An Astro component with a custom element, which also works with view transitions. */
export function astroSnippet({ endpointUrl, honeypot = HONEYPOT, files }: SnippetOptions): FileSnippet {
  return {
    title: 'Astro',
    language: 'astro',
    fileName: 'src/components/ContactForm.astro',
    code: `<contact-form>
  <form action="${attribute(endpointUrl)}" method="post"${encoding(files)}>
${indent(formFields({ honeypot, files }), 4)}
    <p role="status"></p>
  </form>
</contact-form>

<script>
  class ContactForm extends HTMLElement {
    connectedCallback() {
      const form = this.querySelector('form')!
      const status = this.querySelector('[role=status]')!
      let sending = false
      let sent = { content: '', key: '' }

      form.onsubmit = async (event) => {
        event.preventDefault()
        if (sending) return
        sending = true
        status.textContent = 'Sending…'

${indent(submitHandler(HANDLER, files), 8)}
      }
    }
  }

  customElements.define('contact-form', ContactForm)
</script>
`,
    usage: `---
import ContactForm from '../components/ContactForm.astro'
---

<ContactForm />
`,
  }
}
