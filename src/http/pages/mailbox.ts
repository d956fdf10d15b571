import { type Html, html } from '../../markup/html.ts'
import { page } from './layout.ts'
import { createCommand, snippet } from './snippets.ts'

/** Recipient of the example: nothing in the embedded mailbox leaves the machine. */
const EXAMPLE_RECIPIENT = 'ada@lovelace.org'
/** Links inside the letter open outside the frame; nothing in the letter may run. */
const FRAME_RIGHTS = 'allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'
const VIEWS = [
  { view: 'html', label: 'HTML', path: '' },
  { view: 'text', label: 'Text', path: '/text' },
  { view: 'source', label: 'Source', path: '/source' },
] as const

/** The embedded mailbox of an instance without a mail server: the newest letters. */
export function mailboxPage(input: {
  base: string
  letters: { id: string; to: string; subject: string; date: Date }[]
  total: number
}): string {
  const { base, letters, total } = input
  const content =
    letters.length === 0
      ? emptyMailbox(base)
      : html`<ul class="letters">
${letters.map(
  (letter) => html`<li><a href="${letterAddress(base, letter.id)}">
<span class="subject" dir="auto">${letter.subject}</span>
<span class="to" dir="auto">${letter.to}</span>
${instant(letter.date)}
</a></li>
`,
)}</ul>
${total > letters.length ? html`<p class="muted">The newest ${letters.length} of ${total} letters.</p>` : null}`
  return page({
    base,
    language: 'en',
    title: 'Mailbox',
    width: 'wide',
    body: html`<h1>Mailbox</h1>
<p class="lead">No mail server is set, so letters are kept here and reach nobody. Set <code>FORMSLOT_SMTP_URL</code> to have them delivered.</p>
${content}`,
  })
}

/** One letter of the embedded mailbox. `view: 'html'` shows it in a frame that has an address of its own. */
export function letterPage(input: {
  base: string
  letter: { id: string; to: string; from: string; subject: string; date: Date }
  view: 'html' | 'text' | 'source'
  text: string
  source: string
}): string {
  const { base, letter, view } = input
  const address = letterAddress(base, letter.id)
  return page({
    base,
    language: 'en',
    title: letter.subject,
    width: 'wide',
    body: html`<p><a class="quiet" href="${base}/mailbox">All letters</a></p>
<h1 dir="auto">${letter.subject}</h1>
<dl class="facts">
<div><dt>From</dt><dd dir="auto">${letter.from}</dd></div>
<div><dt>To</dt><dd dir="auto">${letter.to}</dd></div>
<div><dt>Date</dt><dd>${instant(letter.date)}</dd></div>
</dl>
<nav class="tabs" aria-label="Views of the letter">
${VIEWS.map(
  (
    tab,
  ) => html`<a href="${address}${tab.path}"${tab.view === view ? html` aria-current="page"` : null}>${tab.label}</a>
`,
)}</nav>
${letterBody(view, { address, text: input.text, source: input.source })}`,
  })
}

function letterBody(
  view: 'html' | 'text' | 'source',
  letter: { address: string; text: string; source: string },
): Html {
  switch (view) {
    case 'html':
      return html`<iframe class="letter" title="The letter as HTML" src="${letter.address}/frame" sandbox="${FRAME_RIGHTS}"></iframe>`
    case 'text':
      return html`<pre class="letter" dir="auto"><code>${letter.text}</code></pre>`
    case 'source':
      return html`<pre class="letter" dir="ltr"><code>${letter.source}</code></pre>`
  }
}

function emptyMailbox(base: string): Html {
  return html`<h2>No letters yet</h2>
<p>Create an endpoint, then send it a first submission: its letter appears here.</p>
${snippet('Create an endpoint', createCommand(base, EXAMPLE_RECIPIENT))}
${snippet('Send to the endpoint_url of the answer', `curl ${base}/f/f_… -d message=Hello`)}`
}

function letterAddress(base: string, id: string): string {
  return `${base}/mailbox/${encodeURIComponent(id)}`
}

function instant(date: Date): Html {
  const text = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(date)
  return html`<time datetime="${date.toISOString()}">${text} UTC</time>`
}
