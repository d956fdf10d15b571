import { IDLE_DAYS, UNCLAIMED_CAP } from '../../domain/endpoint.ts'
import { html } from './html.ts'
import { page } from './layout.ts'
import { createCommand, formSnippet, snippet } from './snippets.ts'

/** The front door: what this is, how to begin, what is promised, where to read on. */
export function homePage(input: { base: string }): string {
  const { base } = input
  return page({
    base,
    language: 'en',
    title: 'A working form with one request',
    robots: 'index',
    body: html`<h1>A working form<br>with one request</h1>
<p class="lead">Send one address, get a live endpoint. Whatever is posted to it is stored and arrives in that mailbox. The first letter brings a link that makes the endpoint yours. No account, no key, no script.</p>
${snippet('Create an endpoint', createCommand(base))}
${snippet('Put its address into any page', formSnippet(`${base}/f/f_…`, 'en'))}
<section aria-labelledby="promises">
<h2 id="promises">What it promises</h2>
<dl class="promises">
<div><dt>Stored first, answered second</dt><dd>Nobody sees “thank you” before the submission is safe on disk.</dd></div>
<div><dt>Delivered, or visibly not</dt><dd>While mail is down submissions wait and are tried again. None ends in silence.</dd></div>
<div><dt>One mailbox, one click</dt><dd>Letters go to the recipient alone, who can stop them for good.</dd></div>
<div><dt>Spam costs nothing</dt><dd>What the honeypot catches is neither mailed nor counted.</dd></div>
</dl>
</section>
<p class="muted">An unclaimed endpoint takes ${UNCLAIMED_CAP} submissions in its life and ends after ${IDLE_DAYS} quiet days. A claimed one has the monthly quota of its plan.</p>
<nav class="links" aria-label="Read on">
<a href="${base}/sign-in">Sign in</a>
<a href="${base}/docs">API reference</a>
<a href="${base}/llms.txt"><code>llms.txt</code></a>
<a href="${base}/openapi.json"><code>openapi.json</code></a>
</nav>`,
  })
}
