import { attribute } from './quoting.ts'
import { type FileSnippet, HONEYPOT, type SnippetOptions } from './snippet.ts'

/** A component, the same text in JavaScript and TypeScript. */
export function reactSnippet(options: SnippetOptions): FileSnippet {
  return {
    title: 'React',
    language: 'tsx',
    fileName: 'src/ContactForm.tsx',
    code: reactComponent(options),
    usage: `import { ContactForm } from './ContactForm'

<ContactForm />
`,
  }
}

/** The component alone: a plain form where it was rendered on a server and no script runs. */
export function reactComponent({ endpointUrl, honeypot = HONEYPOT }: SnippetOptions): string {
  return `import { useRef, useState } from 'react'

export function ContactForm() {
  const [status, setStatus] = useState('')
  const [wrongField, setWrongField] = useState('')
  const sending = useRef(false)
  const sent = useRef({ content: '', key: '' })

  return (
    <form
      action="${attribute(endpointUrl)}"
      method="post"
      onSubmit={async (event) => {
        event.preventDefault()
        if (sending.current) return
        sending.current = true
        setStatus('Sending…')

        const form = event.currentTarget
        const body = new FormData(form)
        const content = JSON.stringify([...body])
        // The same content keeps its key: however often it is sent, it is stored once.
        if (sent.current.content !== content) {
          sent.current = { content, key: crypto.getRandomValues(new Uint32Array(4)).join('-') }
        }
        try {
          const response = await fetch(form.action, {
            method: 'POST',
            headers: { Accept: 'application/json', 'Idempotency-Key': sent.current.key },
            body,
            signal: AbortSignal.timeout(30_000),
          })
          const answer = await response.json()
          setWrongField(answer.field ?? '')
          if (response.ok) {
            form.reset()
            sent.current = { content: '', key: '' }
            setStatus('Thank you! Your message has been sent.')
          } else {
            setStatus([answer.field, answer.message].filter(Boolean).join(': '))
            const input = form.elements.namedItem(answer.field)
            if (input instanceof HTMLElement) input.focus()
          }
        } catch {
          setStatus('Your message could not be sent. Check your connection and try again.')
        }
        sending.current = false
      }}
    >
      <p>
        <label>
          Name <input name="name" autoComplete="name" required aria-invalid={wrongField === 'name'} />
        </label>
      </p>
      <p>
        <label>
          Email <input type="email" name="email" autoComplete="email" required aria-invalid={wrongField === 'email'} />
        </label>
      </p>
      <p>
        <label>
          Message <textarea name="message" rows={6} required aria-invalid={wrongField === 'message'} />
        </label>
      </p>
      <div hidden>
        <label>
          Leave this empty <input name="${attribute(honeypot)}" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <p>
        <button>Send</button>
      </p>
      <p role="status">{status}</p>
    </form>
  )
}
`
}
