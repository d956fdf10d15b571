import { html } from '../../markup/html.ts'
import { page } from './layout.ts'

/** In the place of the dashboard while it is not built: for the operator, who can mend it, and the owner, who cannot. */
export function dashboardMissingPage(input: { base: string }): string {
  return page({
    base: input.base,
    language: 'en',
    title: 'The dashboard is not built',
    body: html`<h1>The dashboard is not built</h1>
<p class="lead">The service is running: it takes submissions and sends emails. Only this part of it is missing.</p>
<p>Whoever operates this instance can build it, where the program is installed:</p>
<figure class="snippet">
<pre><code>npm install --include=dev
npm run build</code></pre>
</figure>
<p>Then load this page again; a restart is not needed.</p>`,
  })
}
