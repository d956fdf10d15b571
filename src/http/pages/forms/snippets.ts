import { IDLE_DAYS } from '../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../domain/endpoints/kinds/form.ts'
import { type Html, html, render } from '../../../markup/html.ts'
import { type Language, visitorWordsIn } from '../i18n/languages.ts'

/**
 * Text to copy, under its heading: one click marks all of it. Always left to right.
 *
 * @param more.language where it is not that of the page
 * @param more.answer what comes of it
 */
export function snippet(
  heading: string,
  text: string | Html,
  more: { language?: Language; answer?: string } = {},
): Html {
  const { language, answer } = more
  return html`<figure class="snippet">
<figcaption>${heading}</figcaption>
<pre dir="ltr" translate="no"${language ? html` lang="${language}"` : null}><code>${text}</code></pre>
${answer === undefined ? null : html`<pre class="answer" dir="ltr" translate="no"><code>${answer}</code></pre>`}
</figure>`
}

/** A form for the author of a web page, labels in the language of the reader. */
export function formSnippet(endpointUrl: string, language: Language): string {
  const { email, message, send } = visitorWordsIn(language).formInfo.example
  return render(html`<form method="post"
  action="${endpointUrl}">
  <label>${email}
    <input type="email" name="email" required>
  </label>
  <label>${message}
    <textarea name="message" required></textarea>
  </label>
  ${honeypot(language)}
  <button>${send}</button>
</form>`)
}

/** The field that bots fill: people never come upon it, neither with the eye, the ear nor the keyboard. */
export function honeypot(language: Language): Html {
  const { leaveEmpty } = visitorWordsIn(language).formInfo.example
  return html`<div hidden><label>${leaveEmpty} <input name="_gotcha" tabindex="-1" autocomplete="off"></label></div>`
}

/** The same as short as can be, with what matters marked: where the address goes. */
export function formSketch(endpointUrl: string, language: Language): Html {
  const { send } = visitorWordsIn(language).formInfo.example
  const rest = `>
  <input type="email" name="email">
  <textarea name="message"></textarea>
  <button>${send}</button>
</form>`
  return html`${'<form method="post"\n  '}<mark>action="${endpointUrl}"</mark>${rest}`
}

/** What creation answers, shortened. */
export function creationAnswer(base: string): string {
  const endpointUrl = `${base}/f/f_…`
  const limits = { lifetime_submissions: UNCLAIMED_CAP, idle_days: IDLE_DAYS }
  const answer = {
    endpoint_url: endpointUrl,
    form_id: 'f_…',
    unclaimed: true,
    status_url: `${endpointUrl}/status`,
    limits,
  }
  return JSON.stringify(answer, null, 2)
}

/** The shortest submission, for a shell. */
export function submitCommand(endpointUrl: string, language: Language): string {
  return `curl ${endpointUrl} -d ${quoted(`message=${visitorWordsIn(language).formInfo.example.hello}`)}`
}

/** Creates an endpoint; the placeholder is refused by the service, so nobody creates one by pasting alone. */
export function createCommand(base: string, recipient = 'you@yourdomain.com'): string {
  return `curl ${base}/new \\\n  -d recipient=${recipient}`
}

/** What a coding agent is told, to do it all. */
export function agentPrompt(base: string): string {
  return `Make the contact form of this site work, with Formslot as its back end.

1. Ask me which mailbox the messages go to; never make one up.
2. Create the endpoint:
   curl ${base}/new -d recipient=MAILBOX
3. Make endpoint_url of the answer the form's action, with method="post". Give each input a name, and add
   <div hidden><label>Leave this empty <input name="_gotcha" tabindex="-1" autocomplete="off"></label></div>
4. Check it without sending anything:
   curl "ENDPOINT_URL?dry_run=1" -d message=Hello

All that it can do: ${base}/llms.txt`
}

/** One word of a POSIX shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
