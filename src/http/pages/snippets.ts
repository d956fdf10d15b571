import { type Html, html, render } from './html.ts'
import { type Language, wordsIn } from './languages.ts'

/** Text to copy, under its heading: one click marks all of it. Always left to right. */
export function snippet(heading: string, text: string): Html {
  return html`<figure class="snippet">
<figcaption>${heading}</figcaption>
<pre dir="ltr" translate="no"><code>${text}</code></pre>
</figure>`
}

/** A form for the author of a web page, labels in the language of the reader. */
export function formSnippet(endpointUrl: string, language: Language): string {
  const { email, message, send } = wordsIn(language).formInfo.example
  return render(html`<form action="${endpointUrl}" method="post">
  <label>${email} <input type="email" name="email" required></label>
  <label>${message} <textarea name="message" required></textarea></label>
  <input type="text" name="_gotcha" hidden autocomplete="off">
  <button>${send}</button>
</form>`)
}

/** The shortest submission, for a shell. */
export function submitCommand(endpointUrl: string, language: Language): string {
  return `curl ${endpointUrl} -d ${quoted(`message=${wordsIn(language).formInfo.example.hello}`)}`
}

/** Creates an endpoint; the placeholder is refused by the service, so nobody creates one by pasting alone. */
export function createCommand(base: string, recipient = 'you@yourdomain.com'): string {
  return `curl ${base}/new -d recipient=${recipient}`
}

/** One word of a POSIX shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
