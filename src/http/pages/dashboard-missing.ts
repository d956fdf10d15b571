import { html } from '../../markup/html.ts'
import { snippet } from './forms/snippets.ts'
import { page } from './layout.ts'

/** Replaces the dashboard while it is not built. Tells the operator how to build it. */
export function dashboardMissingPage(input: { base: string }): string {
  return page({
    base: input.base,
    language: 'en',
    title: 'The dashboard is not built',
    script: 'copy',
    body: html`<h1>The dashboard is not built</h1>
<p class="lead">The service is running: it accepts submissions and sends emails. Only the dashboard is missing.</p>
<p>The operator of this instance can build it in the installation folder:</p>
${snippet({ language: 'en', heading: 'Build the dashboard', text: 'npm install --include=dev\nnpm run build' })}
<p>Then reload this page. No restart is needed.</p>`,
  })
}
