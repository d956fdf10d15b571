import type { EndpointKind } from '../../../domain/endpoints/kind.ts'
import { getKindRules } from '../../../domain/endpoints/kinds.ts'
import type { Plan } from '../../../domain/plans/plan.ts'
import { type Texts, textsIn } from '../../../locales/texts.ts'
import { type Html, html } from '../../../markup/html.ts'
import { getLocale, getSentenceSpace, type Language } from './languages.ts'

/** Returns the sentences about the kind of this endpoint. */
export function kindWordsIn(language: Language, endpointId: string): Texts['links']['kinds'][EndpointKind] {
  return textsIn(language).links.kinds[getKindRules({ id: endpointId }).kind]
}

/** Returns the lifetime limit of an unclaimed endpoint, in words. */
export function capText(language: Language, endpointId: string): string {
  return amountText(language, endpointId, getKindRules({ id: endpointId }).unclaimedCap)
}

/** Returns the monthly quota of the plan, as a sentence; null without a plan. */
export function quotaText(language: Language, endpointId: string, plan: Plan | null): string | null {
  if (plan === null) return null
  const quota = getKindRules({ id: endpointId }).getQuota(plan)
  const name = plan.name.slice(0, 1).toUpperCase() + plan.name.slice(1)
  return quota === null
    ? kindWordsIn(language, endpointId).unlimited({ plan: name })
    : textsIn(language).links.claim.quota({ plan: name, amount: amountText(language, endpointId, quota) })
}

/** Returns what the claim changed about the limit: the quota of the plan takes its place. */
export function newLimitText(language: Language, endpointId: string, plan: Plan | null): string {
  const rules = getKindRules({ id: endpointId })
  const words = textsIn(language).links.claim
  const quota = plan && rules.getQuota(plan)
  if (quota !== null) {
    const cap = rules.unclaimedCap.toLocaleString(getLocale(language))
    return words.monthly({ amount: amountText(language, endpointId, quota), cap })
  }
  const sentences = [
    words.capEnded({ amount: capText(language, endpointId) }),
    quotaText(language, endpointId, plan),
  ]
  return sentences.filter((sentence) => sentence !== null).join(getSentenceSpace(language))
}

/** Marks up an email address for a sentence; addresses read left to right in every language. */
export function markAddress(address: string): Html {
  return html`<strong class="unbroken" dir="ltr">${address}</strong>`
}

function amountText(language: Language, endpointId: string, count: number): string {
  return kindWordsIn(language, endpointId).amount({ count })
}
