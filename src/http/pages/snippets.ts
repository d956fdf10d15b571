import { type Html, html, render } from './html.ts'
import { type Language, wordsIn } from './languages.ts'

/** Text to copy, under its heading: one click marks all of it. Always left to right. */
export function snippet(heading: string, text: string, language: Language | null = null): Html {
  return html`<figure class="snippet">
<figcaption>${heading}</figcaption>
<pre dir="ltr" translate="no"${language === null ? null : html` lang="${language}"`}><code>${text}</code></pre>
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

/** What a coding agent is told, to do it all. */
export function agentPrompt(base: string): string {
  return `Make the contact form of this site work, with Formslot as its back end.
1. Ask me which mailbox the messages go to; never make one up.
2. Create the endpoint: curl ${base}/new -d recipient=MAILBOX
3. Make endpoint_url of the answer the form's action, with method="post". Give each input a name, and add <input type="text" name="_gotcha" hidden autocomplete="off">
4. Check it without sending anything: curl "ENDPOINT_URL?dry_run=1" -d message=Hello
All that it can do: ${base}/llms.txt`
}

/** One word of a POSIX shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
