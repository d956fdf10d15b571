import { type Html, html } from '../../markup/html.ts'

/**
 * Renders a button that sends a POST. Mail scanners follow links, but only people click buttons.
 *
 * @param button.weight look of the button: `main` for the expected action, `final` for one that cannot be undone
 * @param button.field input above the button
 * @param button.value field to send with the request
 */
export function postButton(button: {
  action: string
  label: string
  weight: 'main' | 'plain' | 'final'
  value?: { name: string; value: string }
  field?: Html | null
}): Html {
  const { value } = button
  return html`<form class="post" method="post" action="${button.action}">
${value ? html`<input type="hidden" name="${value.name}" value="${value.value}">` : null}
${button.field ?? null}<button class="button ${button.weight}" type="submit">${button.label}</button>
</form>`
}
