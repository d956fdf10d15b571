import { encoding } from './file-input.ts'
import { formFields, indent } from './form-parts.ts'
import { attribute } from './quoting.ts'
import { scriptTag } from './script-tag.ts'
import { HONEYPOT, type Snippet, type SnippetOptions } from './snippet.ts'

/** A plain form that the script of the instance sends without leaving the page; a policy of the page can name its hash. */
export function formScriptSnippet({ endpointUrl, honeypot = HONEYPOT, files }: SnippetOptions): Snippet {
  return {
    title: 'HTML and form.js',
    language: 'html',
    fileName: null,
    code: `<form action="${attribute(endpointUrl)}" method="post"${encoding(files)}>
${indent(formFields({ honeypot, files }), 2)}
</form>

${scriptTag(endpointUrl)}
`,
    usage: null,
  }
}
