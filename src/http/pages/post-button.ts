import { type Html, html } from '../../markup/html.ts'

/**
 * One button that does one deed, by POST: links are followed by mail scanners, buttons are pressed by people.
 *
 * @param button.weight how the button looks: the expected deed, another one, one that cannot be undone
 * @param button.value what is sent along
 */
export function postButton(button: {
  action: string
  label: string
  weight: 'main' | 'plain' | 'final'
  value?: { name: string; value: string }
}): Html {
  const { value } = button
  return html`<form class="post" method="post" action="${button.action}">
${value ? html`<input type="hidden" name="${value.name}" value="${value.value}">` : null}
<button class="button ${button.weight}" type="submit">${button.label}</button>
</form>`
}
