import { attribute } from './quoting.ts'
import { HONEYPOT, type Snippet, type SnippetOptions } from './snippet.ts'

/** The plain form, and a script that sends it without leaving the page. */
export function fetchSnippet(options: SnippetOptions): Snippet {
  return {
    title: 'HTML and fetch',
    language: 'html',
    fileName: null,
    code: formWithScript(options),
    usage: null,
  }
}

/** A form that sends itself by script, and as a plain form where no script runs. */
export function formWithScript({ endpointUrl, honeypot = HONEYPOT }: SnippetOptions): string {
  return `<form id="contact-form" action="${attribute(endpointUrl)}" method="post">
  <p><label>Name <input name="name" autocomplete="name" required></label></p>
  <p><label>Email <input type="email" name="email" autocomplete="email" required></label></p>
  <p><label>Message <textarea name="message" rows="6" required></textarea></label></p>
  <div hidden><label>Leave this empty <input name="${attribute(honeypot)}" tabindex="-1" autocomplete="off"></label></div>
  <p><button>Send</button></p>
  <p role="status"></p>
</form>

<script type="module">
  const form = document.getElementById('contact-form')
  const status = form.querySelector('[role=status]')
  let sending = false
  let sent = {}

  form.addEventListener('submit', async (event) => {
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
        input.setAttribute('aria-invalid', input.name === answer.field)
      }
      if (response.ok) {
        form.reset()
        sent = {}
        status.textContent = 'Thank you! Your message has been sent.'
      } else {
        status.textContent = [answer.field, answer.message].filter(Boolean).join(': ')
        form.querySelector('[aria-invalid=true]')?.focus()
      }
    } catch {
      status.textContent = 'Your message could not be sent. Check your connection and try again.'
    }
    sending = false
  })
</script>
`
}
