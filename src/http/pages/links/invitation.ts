import type { Role } from '../../../domain/accounts/scope.ts'
import type { Language } from '../../../domain/language.ts'
import { textsIn } from '../../../locales/texts.ts'
import { html } from '../../../markup/html.ts'
import { postButton, titledPage } from '../layout.ts'

type Place = { base: string; language: Language }
/** `form`: the invitation is for one form. */
type Invited = { holder: string; mailbox: string; role: Role; reach: 'account' | 'form' }

/**
 * Renders the page behind the link of an invitation. Opening it does nothing, because mail scanners open links.
 *
 * @param input.action URL that "Accept" posts to
 */
export function invitationPage(input: Place & Invited & { action: string }): string {
  const { base, language, action, holder, mailbox, role, reach } = input
  const words = textsIn(language).links.invitation
  const never = html`<label class="check"><input type="checkbox" name="never" value="1"> ${words.never}</label>`
  return titledPage({
    ...{ base, language, title: words.title },
    kicker: html`<p class="kicker"><bdi dir="ltr">${mailbox}</bdi></p>`,
    content: html`<p class="lead">${words.text({ holder, host: new URL(base).host })}</p>
<p>${words.reach[reach]}</p>
<p>${words.role[role]}</p>
<p>${words.visible({ mailbox })}</p>
<div class="actions">${postButton({ action, label: words.accept, weight: 'main' })}</div>
${postButton({ action: `${action}/decline`, label: words.decline, weight: 'plain', field: never })}`,
  })
}

/** Renders the page of an invitation that was accepted before: the person signs in by email. */
export function acceptedPage({ base, language, mailbox }: Place & Pick<Invited, 'mailbox'>): string {
  const words = textsIn(language).links.invitation
  return titledPage({
    ...{ base, language, title: words.acceptedTitle },
    content: html`<p class="lead">${words.acceptedText({ mailbox })}</p>
<div class="actions"><a class="button main" href="${base}/sign-in">${words.signIn}</a></div>`,
  })
}

/** Renders the answer to "Decline". */
export function declinedPage({ base, language }: Place): string {
  const words = textsIn(language).links.invitation
  return titledPage({
    ...{ base, language, title: words.declinedTitle },
    content: html`<p class="lead">${words.declinedText}</p>`,
  })
}
