import { type Html, html } from './html.ts'

/**
 * One button that does one deed, by POST: links are followed by mail scanners, buttons are pressed by people.
 *
 * @param deed.weight how the button looks: the expected deed, another one, one that cannot be undone
 */
export function press(deed: { action: string; label: string; weight: 'main' | 'plain' | 'final' }): Html {
  return html`<form class="press" method="post" action="${deed.action}">
<button class="button ${deed.weight}" type="submit">${deed.label}</button>
</form>`
}
