import { clientCommand } from '../../../domain/client-command.ts'
import { IDLE_DAYS } from '../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../domain/endpoints/kinds/form.ts'
import type { FormFiles } from '../../../domain/files/form-files.ts'
import type { ChallengeMode } from '../../../domain/spam/spam-settings.ts'
import { textsIn } from '../../../locales/texts.ts'
import { type Html, html, render } from '../../../markup/html.ts'
import { getColon, type Language } from '../i18n/languages.ts'

/** Language of the labels, the proof of work that the form asks for, and the files that it takes. */
type SnippetForm = { language: Language; challenge?: ChallengeMode; files?: FormFiles | null }

/**
 * Renders text to copy under a heading, with a button that `/page.js` shows; one click selects all of it. Always left to
 * right.
 *
 * @param shown.language language of the page
 * @param shown.textLanguage language of the text, if it is not that of the page
 * @param shown.answer response to the command
 * @param shown.translated the text in other languages, which `/docs.js` offers
 */
export function snippet(shown: {
  language: Language
  heading: string
  text: string
  textLanguage?: Language
  answer?: string
  translated?: readonly { language: string; text: string }[]
}): Html {
  const { heading, textLanguage, answer, translated = [] } = shown
  const { button, done } = textsIn(shown.language).visitor.copy
  return html`<figure class="snippet">
<figcaption><span>${heading}</span><button class="copy" type="button" hidden aria-label="${button}${getColon(shown.language)}${heading}" data-done="${done}">${button}</button></figcaption>
<pre dir="ltr" translate="no"${textLanguage ? html` lang="${textLanguage}"` : null}><code>${breakable(shown.text)}</code></pre>
${translated.map(({ language, text }) => html`<pre dir="ltr" translate="no" data-language="${language}" hidden><code>${text}</code></pre>\n`)}${answer === undefined ? null : html`<pre class="answer" dir="ltr" translate="no"><code>${answer}</code></pre>`}
</figure>`
}

/** Lets a line break before an URL and before the id in it, so that a narrow window does not tear them anywhere else. */
function breakable(text: string): Html[] {
  return text
    .split(/(?<==")(?=https?:)|(?<=\/[ftq]\/)/)
    .map((piece, index) => html`${index === 0 ? null : html`<wbr>`}${piece}`)
}

/**
 * Returns the HTML of a form with the fields of the dashboard's snippets, and labels in the language of the reader; with the
 * script that solves the proof of work where the form asks for one.
 */
export function formSnippet(
  endpointUrl: string,
  { language, challenge = 'off', files = null }: SnippetForm,
): string {
  const { name, email, message, send } = textsIn(language).visitor.formInfo.example
  const asks = challenge !== 'off'
  const base = endpointUrl.slice(0, endpointUrl.lastIndexOf('/f/'))
  const form =
    render(html`<form method="post"${files && html` enctype="multipart/form-data"`}${asks ? html` data-challenge` : null}
  action="${endpointUrl}">
  <label>${name}
    <input name="name" autocomplete="name" required>
  </label>
  <label>${email}
    <input type="email" name="email" autocomplete="email" required>
  </label>
  <label>${message}
    <textarea name="message" required></textarea>
  </label>
  ${files && fileInput(files, language)}${honeypot(language)}
  <button>${send}</button>
</form>`)
  return asks ? `${form}\n${scriptLine(base)}` : form
}

/** Input for files with the limits that the script for forms reads. */
function fileInput({ accept, maxFiles, maxBytes, maxTotalBytes }: FormFiles, language: Language): Html {
  return html`<label>${textsIn(language).visitor.formInfo.example.files}
    <input type="file" name="attachment"${maxFiles === 1 ? null : html` multiple`}
      accept="${accept.join(',')}"
      data-max-files="${maxFiles}" data-max-bytes="${maxBytes}" data-max-total-bytes="${maxTotalBytes}">
  </label>
  `
}

/** Returns the line that loads the script for forms, in its newest version. */
export function scriptLine(base: string): string {
  return `<script src="${base}/form.js" defer></script>`
}

/** Honeypot: a field that bots fill in and that people cannot see, hear or reach with the keyboard. */
export function honeypot(language: Language): Html {
  const { leaveEmpty } = textsIn(language).visitor.formInfo.example
  return html`<div hidden><label>${leaveEmpty} <input name="_gotcha" tabindex="-1" autocomplete="off"></label></div>`
}

/** Returns a shortened response to a creation. */
export function creationResponse(base: string): string {
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

/** Returns a shell command that sends a submission, and solves the proof of work where the form asks for one. */
export function submitCommand(endpointUrl: string, { language, challenge = 'off' }: SnippetForm): string {
  const field = `message=${textsIn(language).visitor.formInfo.example.hello}`
  if (challenge === 'off') return `curl ${endpointUrl} -d ${shellQuote(field)}`
  return `${clientCommand(new URL(endpointUrl).origin)} submit ${endpointUrl} ${shellQuote(field)}`
}

/** Returns a shell command that creates an endpoint. The service refuses the placeholder, so pasting it creates nothing. */
export function createCommand(base: string, recipient = 'you@yourdomain.com'): string {
  return `curl ${base}/new \\\n  -d recipient=${recipient}`
}

/** Returns the prompt for a coding agent. */
export function agentPrompt(base: string): string {
  return `Make the contact form of this site work, with Formslot as its backend.

1. Ask me which email address the messages should go to. Never make one up.
2. Create the endpoint:
   curl ${base}/new -d recipient=EMAIL
3. Use endpoint_url from the response as the form's action, with method="post". Give each input a name, and add
   <div hidden><label>Leave this empty <input name="_gotcha" tabindex="-1" autocomplete="off"></label></div>
4. Check it without sending anything:
   curl "ENDPOINT_URL?dry_run=1" -d message=Hello

Full documentation: ${base}/llms.txt`
}

/** Quotes a word for a POSIX shell. */
function shellQuote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
