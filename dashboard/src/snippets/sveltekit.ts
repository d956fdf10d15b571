import { attribute } from './quoting.ts'
import { type FileSnippet, HONEYPOT, type SnippetOptions } from './snippet.ts'

/** A component for Svelte 5; in SvelteKit a plain form until, or unless, the script runs. */
export function svelteKitSnippet({ endpointUrl, honeypot = HONEYPOT }: SnippetOptions): FileSnippet {
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
      wrongField = answer.field
      if (response.ok) {
        form.reset()
        sent = { content: '', key: '' }
        status = 'Thank you! Your message has been sent.'
      } else {
        status = [answer.field, answer.message].filter(Boolean).join(': ')
        const input = form.elements.namedItem(answer.field)
        if (input instanceof HTMLElement) input.focus()
      }
    } catch {
      status = 'Your message could not be sent. Check your connection and try again.'
    }
    sending = false
  }
</script>

<form action="${attribute(endpointUrl)}" method="post" onsubmit={send}>
  <p><label>Name <input name="name" autocomplete="name" required aria-invalid={wrongField === 'name'}></label></p>
  <p><label>Email <input type="email" name="email" autocomplete="email" required aria-invalid={wrongField === 'email'}></label></p>
  <p><label>Message <textarea name="message" rows="6" required aria-invalid={wrongField === 'message'}></textarea></label></p>
  <div hidden><label>Leave this empty <input name="${attribute(honeypot)}" tabindex="-1" autocomplete="off"></label></div>
  <p><button>Send</button></p>
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
