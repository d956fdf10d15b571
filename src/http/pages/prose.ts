import { type Html, html } from '../../markup/html.ts'

/** Renders plain text as paragraphs, split at blank lines. Text between backticks becomes code. */
export function paragraphs(text: string): Html[] {
  return text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => html`<p>${inline(paragraph)}</p>`)
}

/** Renders code, which reads left to right in every language. */
export function code(text: string): Html {
  return html`<code dir="ltr">${text}</code>`
}

/** Renders a line of text. Text between backticks becomes code. */
export function inline(text: string): Html[] {
  const runs = text.split('`')
  // The last of an odd number of backticks is an ordinary character.
  const paired = runs.length % 2 === 1 ? runs : [...runs.slice(0, -2), runs.slice(-2).join('`')]
  return paired.map((run, index) => (index % 2 === 1 ? code(run) : html`${run}`))
}
