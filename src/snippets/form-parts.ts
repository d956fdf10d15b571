import { contentExpression, fileAttributes, filesLabel, timeoutLiteral } from './file-input.ts'
import { attribute } from './quoting.ts'
import type { SnippetFiles } from './snippet.ts'

const FIELDS = [
  { label: 'Name', name: 'name', open: '<input name="name" autocomplete="name" required', close: '>' },
  {
    label: 'Email',
    name: 'email',
    open: '<input type="email" name="email" autocomplete="email" required',
    close: '>',
  },
  {
    label: 'Message',
    name: 'message',
    open: '<textarea name="message" rows="6" required',
    close: '></textarea>',
  },
]

/**
 * Lines of the three fields, the files where the form takes some, the honeypot and the button, in HTML as every template
 * language but JSX reads it.
 *
 * @param markInvalid returns the attribute that marks a field as invalid, in the syntax of the framework
 */
export function formFields(form: {
  honeypot: string
  files?: SnippetFiles | null | undefined
  markInvalid?: (name: string) => string
}): string {
  const { honeypot, files, markInvalid = () => '' } = form
  const fields = FIELDS.map(
    ({ label, name, open, close }) => `<p><label>${label} ${open}${markInvalid(name)}${close}</label></p>`,
  )
  return [
    ...fields,
    ...(files
      ? [
          `<p><label>${filesLabel(files)} <input ${fileAttributes(files)}${markInvalid('attachment')}></label></p>`,
        ]
      : []),
    `<div hidden><label>Leave this empty <input name="${attribute(honeypot)}" tabindex="-1" autocomplete="off"></label></div>`,
    '<p><button>Send</button></p>',
  ].join('\n')
}

/** Parts of the submit handler that differ between frameworks: variables, and statements on one or more lines. */
export type SubmitHandler = {
  sending: string
  sent: string
  /** Value of `sent` before the first and after each successful submission. */
  nothingSent: string
  /** Statement that shows a status; `text` is a JavaScript expression. */
  showStatus: (text: string) => string
  markInvalid: string
  focusInvalid: string
}

/**
 * Body of a submit handler that sends `form` once for each content: a repeated submission has the same
 * Idempotency-Key. `form` must be defined before.
 */
export function submitHandler(handler: SubmitHandler, files?: SnippetFiles | null): string {
  const { sending, sent, nothingSent, showStatus, markInvalid, focusInvalid } = handler
  return `const body = new FormData(form)
const content = ${contentExpression(files)}
// Retries of the same content reuse its key, so it is stored only once.
if (${sent}.content !== content) {
  ${sent} = { content, key: crypto.getRandomValues(new Uint32Array(4)).join('-') }
}
try {
  const response = await fetch(form.action, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Idempotency-Key': ${sent}.key },
    body,
    signal: AbortSignal.timeout(${timeoutLiteral(files)}),
  })
  const answer = await response.json()
${indent(markInvalid, 2)}
  if (response.ok) {
    form.reset()
    ${sent} = ${nothingSent}
    ${showStatus("'Thank you! Your message has been sent.'")}
  } else {
    ${showStatus("[answer.field, answer.message].filter(Boolean).join(': ')")}
${indent(focusInvalid, 4)}
  }
} catch {
  ${showStatus("'Your message could not be sent. Check your connection and try again.'")}
}
${sending} = false`
}

/** Indents every line that is not empty. */
export function indent(text: string, spaces: number): string {
  return text.replaceAll(/^(?=.)/gm, ' '.repeat(spaces))
}
