import { getKindRules } from '../../../domain/endpoints/kinds.ts'
import { MAX_ENDPOINT_NAME_LENGTH } from '../../../domain/endpoints/settings.ts'
import type { Plan } from '../../../domain/plans/plan.ts'
import { textsIn } from '../../../locales/texts.ts'
import { type Html, html } from '../../../markup/html.ts'
import { capText, kindWordsIn, markAddress, newLimitText, quotaText } from '../i18n/endpoint-texts.ts'
import { getLocale, getSentenceSpace, type Language } from '../i18n/languages.ts'
import { endpointKicker, page, postButton } from '../layout.ts'

/** Facts that the sentences about an endpoint need. */
type Shown = {
  language: Language
  formId: string
  /** In full: whoever opens the page got the link by email at this address. */
  recipient: string
  /** Plan of the owner; null if it is no longer offered. */
  plan: Plan | null
  /** Set once a person has confirmed the endpoint; until then the page of a claimed one asks for that click. */
  confirmed: boolean
  received: number
  emailsHeld: number
  /** Suggestion for the name of a form; null where none is asked for. */
  suggestedName: string | null
}

/**
 * Page behind the claim link. `confirm` asks for the click that claims; `claimed` and `already_claimed` report the
 * result, and ask for the click that confirms. The page starts no session; anyone who has the link can open it.
 *
 * @param input.claimAction URL that the button of `confirm` posts to
 * @param input.declineUrl page that says what declining does, and asks for a click
 */
export function claimPage(
  input: Shown & {
    base: string
    outcome: 'confirm' | 'claimed' | 'already_claimed'
    claimAction: string
    openAction: string
    declineUrl: string
  },
): string {
  const { base, language, outcome } = input
  const words = textsIn(language).links.claim
  const ofKind = kindWordsIn(language, input.formId)
  const title = outcome === 'confirm' || !input.confirmed ? ofKind.claim : words.doneTitle
  const field = nameField(input)
  const actions =
    outcome === 'confirm'
      ? postButton({ action: input.claimAction, label: ofKind.claim, weight: 'main', field })
      : postButton({ action: input.openAction, label: openLabel(input), weight: 'main', field })
  return page({
    base,
    language,
    title,
    body: html`${endpointKicker(input.formId)}
${content(input)}
<div class="actions">
${actions}
</div>
<p class="small"><a href="${input.declineUrl}">${words.decline}</a></p>`,
  })
}

/** Asks for the name of a form together with the click that confirms it. */
function nameField({ language, confirmed, suggestedName }: Shown): Html | null {
  if (suggestedName === null || confirmed) return null
  return html`<p class="field"><label for="name">${textsIn(language).links.claim.name}</label>
<input id="name" name="name" autocomplete="off" maxlength="${String(MAX_ENDPOINT_NAME_LENGTH)}" dir="auto" value="${suggestedName}"></p>
`
}

function content(input: Shown & { outcome: 'confirm' | 'claimed' | 'already_claimed' }): Html {
  const { outcome } = input
  if (outcome === 'confirm') return confirmContent(input)
  return input.confirmed ? ownedContent({ ...input, outcome }) : unconfirmedContent(input)
}

/** Returns the label of the button that opens the dashboard, and confirms before: the inbox shows submissions only. */
function openLabel({ language, formId, confirmed }: Shown): string {
  const { open, openInbox, confirmOpen, confirmInbox } = textsIn(language).links.claim
  const isForm = getKindRules({ id: formId }).kind === 'form'
  if (confirmed) return isForm ? openInbox : open
  return isForm ? confirmInbox : confirmOpen
}

function confirmContent({ language, formId, recipient, plan }: Shown): Html {
  const words = textsIn(language).links.claim
  const { claim, receives, emailsBefore } = kindWordsIn(language, formId)
  const space = getSentenceSpace(language)
  return html`<h1>${claim}</h1>
<p class="lead">${receives.parts({ address: markAddress(recipient) })}${space}${words.instruction}</p>
<ul class="means">
<li>${words.capEnds({ amount: capText(language, formId) })}${space}${quotaText(language, formId, plan)}</li>
<li>${words.neverExpires}</li>
<li>${emailsBefore}</li>
</ul>`
}

function ownedContent(input: Shown & { outcome: 'claimed' | 'already_claimed' }): Html {
  const { language, formId, recipient, plan, outcome } = input
  const words = textsIn(language).links.claim
  const { nowBelongs, belongs, emailsAfter } = kindWordsIn(language, formId)
  const heading = outcome === 'claimed' ? nowBelongs : belongs
  return html`<h1>${heading.parts({ address: markAddress(recipient) })}</h1>
<p class="lead">${outcome === 'claimed' ? words.changes : words.alreadyClaimed}</p>
<ul class="means">
<li>${newLimitText(language, formId, plan)}</li>
<li>${words.neverExpires}</li>
<li>${emailsAfter}</li>
</ul>`
}

/** Asks the person behind the link for the click that a mail scanner does not make, and says what waits for it. */
function unconfirmedContent(input: Shown): Html {
  const { language, formId, recipient, plan, received, emailsHeld } = input
  const words = textsIn(language).links.claim
  const { isYours, receives, receivedSoFar, untilConfirmed } = kindWordsIn(language, formId)
  const hasOwnQuota = getKindRules({ id: formId }).countedBy === 'endpoint'
  const digits = (count: number) => count.toLocaleString(getLocale(language))
  return html`<h1>${isYours}</h1>
<p class="lead">${receives.parts({ address: markAddress(recipient) })}${getSentenceSpace(language)}${words.oneClickLeft}</p>
<ul class="means">
<li>${receivedSoFar({ digits: digits(received) })}</li>
${emailsHeld === 0 ? null : html`<li>${words.emailsHeld({ digits: digits(emailsHeld) })}</li>`}
${hasOwnQuota ? html`<li>${newLimitText(language, formId, plan)}</li>` : null}
<li>${typeof untilConfirmed === 'string' ? untilConfirmed : untilConfirmed({ amount: capText(language, formId) })}</li>
</ul>`
}
