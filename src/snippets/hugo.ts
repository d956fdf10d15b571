import { formWithScript } from './fetch.ts'
import type { FileSnippet, SnippetOptions } from './snippet.ts'

/** A Hugo shortcode. */
export function hugoSnippet(options: SnippetOptions): FileSnippet {
  return {
    title: 'Hugo',
    language: 'html',
    fileName: 'layouts/shortcodes/contact-form.html',
    code: formWithScript(options),
    usage: `{{< contact-form >}}
`,
  }
}
