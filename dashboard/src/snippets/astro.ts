import { attribute } from './quoting.ts'
import { type FileSnippet, HONEYPOT, type SnippetOptions } from './snippet.ts'

/** A component whose script is an element of its own, so that it also works where pages are swapped by script. */
export function astroSnippet({ endpointUrl, honeypot = HONEYPOT }: SnippetOptions): FileSnippet {
  return {
    title: 'Astro',
    language: 'astro',
    fileName: 'src/components/ContactForm.astro',
    code: `<contact-form>
  <form action="${attribute(endpointUrl)}" method="post">
    <p><label>Name <input name="name" autocomplete="name" required></label></p>
    <p><label>Email <input type="email" name="email" autocomplete="email" required></label></p>
    <p><label>Message <textarea name="message" rows="6" required></textarea></label></p>
    <div hidden><label>Leave this empty <input name="${attribute(honeypot)}" tabindex="-1" autocomplete="off"></label></div>
    <p><button>Send</button></p>
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
          for (const input of form.querySelectorAll('input, textarea')) {
            input.setAttribute('aria-invalid', String(input.getAttribute('name') === answer.field))
          }
          if (response.ok) {
            form.reset()
            sent = { content: '', key: '' }
            status.textContent = 'Thank you! Your message has been sent.'
          } else {
            status.textContent = [answer.field, answer.message].filter(Boolean).join(': ')
            form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
          }
        } catch {
          status.textContent = 'Your message could not be sent. Check your connection and try again.'
        }
        sending = false
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
