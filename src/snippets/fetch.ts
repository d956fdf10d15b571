import { encoding } from './file-input.ts'
import { formFields, indent, type SubmitHandler, submitHandler } from './form-parts.ts'
import { attribute } from './quoting.ts'
import { HONEYPOT, type Snippet, type SnippetOptions } from './snippet.ts'

const HANDLER: SubmitHandler = {
  sending: 'sending',
  sent: 'sent',
  nothingSent: '{}',
  showStatus: (text) => `status.textContent = ${text}`,
  markInvalid: `for (const input of form.querySelectorAll('input, textarea')) {
  input.setAttribute('aria-invalid', input.name === answer.field)
}`,
  focusInvalid: "form.querySelector('[aria-invalid=true]')?.focus()",
}

/** A plain form with a script that submits it without leaving the page. */
export function fetchSnippet(options: SnippetOptions): Snippet {
  return {
    title: 'HTML and fetch',
    language: 'html',
    fileName: null,
    code: formWithScript(options),
    usage: null,
  }
}

/** Returns a form that is sent by script, or as a plain form without scripts. */
export function formWithScript({ endpointUrl, honeypot = HONEYPOT, files }: SnippetOptions): string {
  return `<form id="contact-form" action="${attribute(endpointUrl)}" method="post"${encoding(files)}>
${indent(formFields({ honeypot, files }), 2)}
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

${indent(submitHandler(HANDLER, files), 4)}
  })
</script>
`
}
