import { type Html, html, render } from '../../markup/html.ts'
import { getTextDirection, type Language } from './i18n/languages.ts'

/**
 * Renders the content of an answer for a script that puts it into its own page. It has no heading and no style of ours;
 * `data-formslot` is for the style of the site.
 *
 * @param input.frameId id of the Turbo frame that is replaced; null without one
 */
export function fragment(input: {
  language: Language
  kind: 'sent' | 'refused'
  frameId: string | null
  content: Html
}): string {
  const { language, kind, frameId, content } = input
  const role = kind === 'sent' ? 'status' : 'alert'
  const part = html`<div data-formslot="${kind}" role="${role}" lang="${language}" dir="${getTextDirection(language)}">
${content}
</div>`
  return render(frameId === null ? part : html`<turbo-frame id="${frameId}">${part}</turbo-frame>`)
}
