import { encoding, fileAttributes, filesLabel } from './file-input.ts'
import { indent, type SubmitHandler, submitHandler } from './form-parts.ts'
import { attribute } from './quoting.ts'
import { type FileSnippet, HONEYPOT, type SnippetFiles, type SnippetOptions } from './snippet.ts'

const HANDLER: SubmitHandler = {
  sending: 'sending.current',
  sent: 'sent.current',
  nothingSent: "{ content: '', key: '' }",
  showStatus: (text) => `setStatus(${text})`,
  markInvalid: "setWrongField(answer.field ?? '')",
  focusInvalid:
    'const input = form.elements.namedItem(answer.field)\nif (input instanceof HTMLElement) input.focus()',
}

/** A React component, valid as JavaScript and TypeScript. */
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

/** Returns the component. Rendered on a server it is a plain form until scripts run. */
export function reactComponent({ endpointUrl, honeypot = HONEYPOT, files }: SnippetOptions): string {
  return `import { useRef, useState } from 'react'

export function ContactForm() {
  const [status, setStatus] = useState('')
  const [wrongField, setWrongField] = useState('')
  const sending = useRef(false)
  const sent = useRef({ content: '', key: '' })

  return (
    <form
      action="${attribute(endpointUrl)}"
      method="post"${files ? `\n     ${encoding(files, 'encType')}` : ''}
      onSubmit={async (event) => {
        event.preventDefault()
        if (sending.current) return
        sending.current = true
        setStatus('Sending…')

        const form = event.currentTarget
${indent(submitHandler(HANDLER, files), 8)}
      }}
    >
${indent(jsxFields({ honeypot, files, markInvalid: (name) => ` aria-invalid={wrongField === '${name}'}` }), 6)}
      <p role="status">{status}</p>
    </form>
  )
}
`
}

/**
 * Lines of the three fields, the files where the form takes some, the honeypot and the button, in JSX.
 *
 * @param markInvalid returns the attribute that marks a field as invalid
 */
export function jsxFields(form: {
  honeypot: string
  files?: SnippetFiles | null | undefined
  markInvalid?: (name: string) => string
}): string {
  const { honeypot, files, markInvalid = () => '' } = form
  return `<p>
  <label>
    Name <input name="name" autoComplete="name" required${markInvalid('name')} />
  </label>
</p>
<p>
  <label>
    Email <input type="email" name="email" autoComplete="email" required${markInvalid('email')} />
  </label>
</p>
<p>
  <label>
    Message <textarea name="message" rows={6} required${markInvalid('message')} />
  </label>
</p>
${files ? jsxFileInput(files, markInvalid('attachment')) : ''}<div hidden>
  <label>
    Leave this empty <input name="${attribute(honeypot)}" tabIndex={-1} autoComplete="off" />
  </label>
</div>
<p>
  <button>Send</button>
</p>`
}

function jsxFileInput(files: SnippetFiles, mark: string): string {
  return `<p>
  <label>
    ${filesLabel(files)} <input ${fileAttributes(files)}${mark} />
  </label>
</p>
`
}
