import { formatInstant } from '../../domain/language.ts'
import { type Html, html } from '../../markup/html.ts'
import { createCommand, snippet } from './forms/snippets.ts'
import { page } from './layout.ts'

/** Recipient of the example. Nothing in the embedded mailbox leaves the machine. */
const EXAMPLE_RECIPIENT = 'ada@lovelace.org'
/** Links inside the email open outside the frame; nothing in the email may run. */
const FRAME_RIGHTS = 'allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'
const VIEWS = [
  { view: 'html', label: 'HTML', path: '' },
  { view: 'text', label: 'Text', path: '/text' },
  { view: 'source', label: 'Source', path: '/source' },
] as const

/** Lists the latest emails of the embedded mailbox, which replaces the mail server of an instance without one. */
export function mailboxPage(input: {
  base: string
  emails: { id: string; to: string; subject: string; date: Date }[]
  total: number
}): string {
  const { base, emails, total } = input
  const content =
    emails.length === 0
      ? emptyMailbox(base)
      : html`<ul class="emails">
${emails.map(
  (email) => html`<li><a href="${emailAddress(base, email.id)}">
<span class="subject" dir="auto">${email.subject}</span>
<span class="to" dir="auto">${email.to}</span>
${instant(email.date)}
</a></li>
`,
)}</ul>
${total > emails.length ? html`<p class="muted">Showing the latest ${emails.length} of ${total} emails.</p>` : null}`
  return page({
    base,
    language: 'en',
    title: 'Mailbox',
    width: 'wide',
    ...(emails.length === 0 ? { script: 'copy' } : {}),
    body: html`<h1>Mailbox</h1>
<p class="lead">No mail server is configured. Emails are kept here and aren’t sent. Set <code>FORMSLOT_SMTP_URL</code> to deliver them.</p>
${content}`,
  })
}

/** Shows one email of the embedded mailbox. `view: 'html'` loads it into a frame from a URL of its own. */
export function emailPage(input: {
  base: string
  email: { id: string; to: string; from: string; subject: string; date: Date }
  view: 'html' | 'text' | 'source'
  text: string
  source: string
}): string {
  const { base, email, view } = input
  const address = emailAddress(base, email.id)
  return page({
    base,
    language: 'en',
    title: email.subject,
    width: 'wide',
    body: html`<p><a class="quiet" href="${base}/mailbox">All emails</a></p>
<h1 dir="auto">${email.subject}</h1>
<dl class="facts">
<div><dt>From</dt><dd dir="auto">${email.from}</dd></div>
<div><dt>To</dt><dd dir="auto">${email.to}</dd></div>
<div><dt>Date</dt><dd>${instant(email.date)}</dd></div>
</dl>
<nav class="tabs" aria-label="Views of the email">
${VIEWS.map(
  (
    tab,
  ) => html`<a href="${address}${tab.path}"${tab.view === view ? html` aria-current="page"` : null}>${tab.label}</a>
`,
)}</nav>
${emailBody(view, { address, text: input.text, source: input.source })}`,
  })
}

function emailBody(
  view: 'html' | 'text' | 'source',
  email: { address: string; text: string; source: string },
): Html {
  switch (view) {
    case 'html':
      return html`<iframe class="email" title="The email as HTML" src="${email.address}/frame" sandbox="${FRAME_RIGHTS}"></iframe>`
    case 'text':
      return html`<pre class="email" dir="auto"><code>${email.text}</code></pre>`
    case 'source':
      return html`<pre class="email" dir="ltr"><code>${email.source}</code></pre>`
  }
}

function emptyMailbox(base: string): Html {
  return html`<h2>No emails yet</h2>
<p>Create an endpoint and send it a first submission. Its email will appear here.</p>
${snippet({ language: 'en', heading: 'Create an endpoint', text: createCommand(base, EXAMPLE_RECIPIENT) })}
${snippet({ language: 'en', heading: 'Send a submission to its endpoint_url', text: `curl ${base}/f/f_… -d message=Hello` })}`
}

function emailAddress(base: string, id: string): string {
  return `${base}/mailbox/${encodeURIComponent(id)}`
}

function instant(date: Date): Html {
  return html`<time datetime="${date.toISOString()}">${formatInstant('en', date)}</time>`
}
