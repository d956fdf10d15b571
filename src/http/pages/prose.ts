import { type Html, html } from '../../markup/html.ts'

/** Paragraphs of plain text, split at blank lines; what stands between backticks is code. */
export function paragraphs(text: string): Html[] {
  return text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => html`<p>${inline(paragraph)}</p>`)
}

/** One run of text; what stands between backticks is code, which reads left to right in every language. */
export function inline(text: string): Html[] {
  return marked(text, (run) => html`<code dir="ltr">${run}</code>`)
}

/** One run of text; what stands between backticks is set off by `mark`. */
export function marked(text: string, mark: (run: string) => Html): Html[] {
  const runs = text.split('`')
  // An odd number of backticks has no last partner: that one is an ordinary character.
  const paired = runs.length % 2 === 1 ? runs : [...runs.slice(0, -2), runs.slice(-2).join('`')]
  return paired.map((run, index) => (index % 2 === 1 ? mark(run) : html`${run}`))
}
