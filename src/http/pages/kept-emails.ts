import { textsIn } from '../../locales/texts.ts'
import { type Html, html } from '../../markup/html.ts'
import { getSentenceSpace, type Language } from './i18n/languages.ts'

/** Where the emails of an instance without a mail server can be read. */
export type KeptEmails = { kind: 'url'; url: string } | { kind: 'command' }

const COMMAND = 'formslot-server mailbox'

/** Says that emails stay on this machine, and how to read them. */
export function keptEmailsNote(kept: KeptEmails, language: Language): Html {
  const { keptHere, toEmails } = textsIn(language).visitor.signIn.sent
  const way =
    kept.kind === 'url'
      ? html`<a href="${kept.url}">${toEmails}</a>`
      : html`<code dir="ltr">${COMMAND}</code>`
  return html`${keptHere}${getSentenceSpace(language)}${way}`
}
