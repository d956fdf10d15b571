import { attribute } from './quoting.ts'
import { HONEYPOT, type Snippet, type SnippetOptions } from './snippet.ts'

/** A plain form: no script; the browser shows the thanks page, or what was wrong. */
export function htmlSnippet({ endpointUrl, honeypot = HONEYPOT }: SnippetOptions): Snippet {
  return {
    title: 'HTML',
    language: 'html',
    fileName: null,
    code: `<form action="${attribute(endpointUrl)}" method="post">
  <p><label>Name <input name="name" autocomplete="name" required></label></p>
  <p><label>Email <input type="email" name="email" autocomplete="email" required></label></p>
  <p><label>Message <textarea name="message" rows="6" required></textarea></label></p>
  <div hidden><label>Leave this empty <input name="${attribute(honeypot)}" tabindex="-1" autocomplete="off"></label></div>
  <p><button>Send</button></p>
</form>
`,
    usage: null,
  }
}
