import type { EndpointState } from '../../../domain/endpoints/endpoint.ts'
import { suggestDomain } from '../../../domain/endpoints/recipient-typo.ts'
import type { Arrivals } from '../../../domain/health/arrivals.ts'
import type { ChallengeMode } from '../../../domain/spam/spam-settings.ts'
import { textsIn } from '../../../locales/texts.ts'
import { type Html, html } from '../../../markup/html.ts'
import {
  type FrontVisitor,
  frontNav,
  keepLanguage,
  type LanguageChoice,
  languageNav,
  ownerLink,
} from '../i18n/language-choice.ts'
import type { Language } from '../i18n/languages.ts'
import { type KeptEmails, keptEmailsNote } from '../kept-emails.ts'
import { page } from '../layout.ts'
import { arrivalsPart } from './arrivals.ts'
import { formSnippet, honeypot, scriptLine, snippet, submitCommand } from './snippets.ts'

/**
 * Start page of a new endpoint: its URL, the snippet, and beside them what has happened: created, first message, claim.
 * Anyone who has the URL can read the page, so the recipient is masked, except once for the browser that created it.
 */
export function startPage(input: {
  base: string
  languageChoice: LanguageChoice
  visitor: FrontVisitor
  formId: string
  /** One in which the form has a start page: not expired and not retired. */
  state: EndpointState
  /** Proof of work that the form asks for. */
  challenge?: ChallengeMode
  /** `j***@a***.org` */
  recipientHint: string
  /** Full address, for the browser that typed it; null for all others. */
  recipient: string | null
  arrivals: Arrivals
  /** null if a mail server delivers emails. */
  keptEmails: KeptEmails | null
}): string {
  const { base, languageChoice, formId, state, challenge = 'off' } = input
  const { language } = languageChoice
  const { start } = textsIn(language).front
  const words = textsIn(language).visitor.formInfo
  const endpointUrl = `${base}/f/${formId}`
  const own = state === 'claimed'
  const hasArrived = input.arrivals.hasArrived === true
  const meant = input.recipient === null ? null : suggestAddress(input.recipient)
  return page({
    base,
    language,
    title: start.title,
    script: 'copy',
    nav: frontNav({ base, language, visitor: input.visitor }),
    foot: languageNav(`${endpointUrl}/start`, languageChoice),
    width: 'wide',
    body: html`<h1>${start.title}</h1>
${state === 'frozen' ? html`<p class="state frozen">${words.state.frozen}</p>` : null}
${input.keptEmails === null ? null : html`<p class="state frozen">${keptEmailsNote(input.keptEmails, language)}</p>`}
<div class="start">
<div class="address">
${snippet({ language, heading: start.formUrl, text: endpointUrl })}
</div>
<div class="happened note">
<div class="step">
<p class="signal arrived"><span>${own ? words.state.claimed : start.lead.parts({ address: markAddress(input.recipient ?? input.recipientHint) })}</span></p>
${input.recipient === null ? null : html`<p>${meant === null ? null : html`<strong>${start.didYouMean({ address: meant })}</strong> `}<a class="quiet" href="${keepLanguage(`${base}/`, languageChoice)}">${start.startOver}</a></p>`}
</div>
${own ? null : arrivalsPart({ base, language, arrivals: input.arrivals, isKept: input.keptEmails !== null, url: keepLanguage(`${endpointUrl}/start/arrivals`, languageChoice) })}
${state === 'unclaimed' ? tryIt(endpointUrl, { language, hasArrived }) : null}
</div>
<div class="paste">
${snippet({ language, heading: start.snippet, text: formSnippet(endpointUrl, { language, challenge }) })}
${challenge === 'off' ? snippet({ language, heading: start.withScript, text: scriptLine(base) }) : null}
${snippet({ language, heading: words.onCommandLine, text: submitCommand(endpointUrl, { language, challenge }) })}
</div>
</div>
${
  own
    ? null
    : html`<p class="state">${start.keep}</p>
<p class="muted">${start.claim.limits}</p>`
}
<p class="ways">${own ? html`${ownerLink({ base, language, visitor: input.visitor })} ` : null}<a href="${keepLanguage(`${base}/`, languageChoice)}">${start.another}</a></p>`,
  })
}

/** Returns the address with the domain that was probably meant; null for one that looks right. */
function suggestAddress(address: string): string | null {
  const domain = suggestDomain(address)
  return domain === null ? null : `${address.slice(0, address.lastIndexOf('@'))}@${domain}`
}

/** Marks up the address, which can be long and may break, unlike a hint. */
function markAddress(address: string): Html {
  return html`<strong dir="ltr">${address}</strong>`
}

/** Renders a text for the time before the first message, which the script of the page hides once one has arrived. */
function before(hasArrived: boolean, text: string): Html | null {
  return hasArrived ? null : html`<span data-arrived="no">${text}</span>`
}

/** Renders a text that the script of the page shows once a message has arrived. */
function after(hasArrived: boolean, text: string): Html {
  return html`<span data-arrived="yes"${hasArrived ? null : html` hidden`}>${text}</span>`
}

/** Renders a form that sends a first message, which is written already. */
function tryIt(
  endpointUrl: string,
  { language, hasArrived }: { language: Language; hasArrived: boolean },
): Html {
  const { name, text, again, sample } = textsIn(language).front.start.tryIt
  const { email, message, send } = textsIn(language).visitor.formInfo.example
  return html`<details class="try">
<summary>${before(hasArrived, name)}${after(hasArrived, again)}</summary>
${hasArrived ? null : html`<p data-arrived="no">${text}</p>`}
<form method="post" action="${endpointUrl}">
<p class="field"><label for="email">${email}</label>
<input id="email" name="email" type="email" autocomplete="email" dir="ltr"></p>
<p class="field"><label for="message">${message}</label>
<textarea id="message" name="message" rows="2" required>${sample}</textarea></p>
${honeypot(language)}
<button class="button" type="submit">${send}</button>
</form>
</details>`
}
