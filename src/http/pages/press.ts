import { type Html, html } from '../../markup/html.ts'

/**
 * One button that does one deed, by POST: links are followed by mail scanners, buttons are pressed by people.
 *
 * @param deed.weight how the button looks: the expected deed, another one, one that cannot be undone
 * @param deed.value what is sent along
 */
export function press(deed: {
  action: string
  label: string
  weight: 'main' | 'plain' | 'final'
  value?: { name: string; value: string }
}): Html {
  const { value } = deed
  return html`<form class="press" method="post" action="${deed.action}">
${value ? html`<input type="hidden" name="${value.name}" value="${value.value}">` : null}
<button class="button ${deed.weight}" type="submit">${deed.label}</button>
</form>`
}
