import { encoding } from './file-input.ts'
import { formFields, indent } from './form-parts.ts'
import { attribute } from './quoting.ts'
import { HONEYPOT, type Snippet, type SnippetOptions } from './snippet.ts'

/** A plain form without script; the browser shows the thank-you page or the error. */
export function htmlSnippet({ endpointUrl, honeypot = HONEYPOT, files }: SnippetOptions): Snippet {
  return {
    title: 'HTML',
    language: 'html',
    fileName: null,
    code: `<form action="${attribute(endpointUrl)}" method="post"${encoding(files)}>
${indent(formFields({ honeypot, files }), 2)}
</form>
`,
    usage: null,
  }
}
