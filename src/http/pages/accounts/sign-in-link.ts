import { formatInstant } from '../../../domain/language.ts'
import { type Texts, textsIn } from '../../../locales/texts.ts'
import { type Html, html } from '../../../markup/html.ts'
import type { Language } from '../i18n/languages.ts'
import { postButton, titledPage } from '../layout.ts'

type Link = {
  base: string
  language: Language
  /** Email address of the account. */
  mailbox: string
  purpose: 'sign_in' | 'confirm'
  /** URL that the button posts to. */
  action: string
}

/** Page behind the link in a sign-in email. Opening it does nothing, because mail scanners open links. */
export function signInLinkPage(link: Link): string {
  const words = textsIn(link.language).visitor.signIn
  const { title, text, button } = link.purpose === 'sign_in' ? words.link : words.confirm
  return linkPage(link, {
    title,
    content: html`<p class="lead">${text}</p>
<div class="actions">
${postButton({ action: link.action, label: button, weight: 'main' })}
</div>`,
  })
}

/**
 * Asks for one more click if another browser requested the email, and says when and from which device.
 *
 * @param link.device `deviceLabel`; empty if unknown
 */
export function otherBrowserPage(link: Link & { device: string; askedAt: Date }): string {
  const { language, purpose, action, device, askedAt } = link
  const words = textsIn(language).visitor.signIn
  const { otherBrowser: doubt } = words
  const label = purpose === 'sign_in' ? words.link.button : words.confirm.button
  return linkPage(link, {
    title: doubt.title,
    content: html`<p class="lead">${purpose === 'sign_in' ? doubt.signIn : doubt.confirm}</p>
<dl class="facts even">
<div><dt>${doubt.device}</dt><dd><bdi>${device === '' ? doubt.unknownDevice : device}</bdi></dd></div>
<div><dt>${doubt.time}</dt><dd><bdi><time datetime="${askedAt.toISOString()}">${formatInstant(language, askedAt)}</time></bdi></dd></div>
</dl>
<div class="actions">
${postButton({ action, label, weight: 'main', value: { name: 'sure', value: '1' } })}
</div>
<p class="muted small">${doubt.ifNotYou}</p>`,
  })
}

/** Confirms that the session in the other browser has been confirmed. */
export function confirmedPage(input: { base: string; language: Language }): string {
  const { doneTitle, doneText } = textsIn(input.language).visitor.signIn.confirm
  return titledPage({
    ...input,
    title: doneTitle,
    content: html`<p class="lead">${doneText}</p>`,
  })
}

/** Page of a used or expired link. It does not tell which. */
export function expiredLinkPage(input: { base: string; language: Language }): string {
  const { base, language } = input
  const words: Texts['visitor']['signIn']['deadLink'] = textsIn(language).visitor.signIn.deadLink
  return titledPage({
    base,
    language,
    title: words.title,
    content: html`<p class="lead">${words.text}</p>
<div class="actions"><a class="button main" href="${base}/sign-in">${words.again}</a></div>`,
  })
}

function linkPage({ base, language, mailbox }: Link, shown: { title: string; content: Html }): string {
  return titledPage({
    base,
    language,
    kicker: html`<p class="kicker"><bdi dir="ltr">${mailbox}</bdi></p>`,
    ...shown,
  })
}
