import { getKindRules } from '../../../domain/endpoints/kinds.ts'
import type { Plan } from '../../../domain/plans/plan.ts'
import { type Html, html } from '../../../markup/html.ts'
import { marked } from '../prose.ts'
import { getLocale, getSentenceSpace, type Language, linkWordsIn } from './languages.ts'
import type { KindWords } from './link-words.ts'

/** Returns the sentences about the kind of this endpoint. */
export function kindWordsIn(language: Language, endpointId: string): KindWords {
  return linkWordsIn(language).kinds[getKindRules({ id: endpointId }).kind]
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
    ? kindWordsIn(language, endpointId).unlimited(name)
    : linkWordsIn(language).claim.quota(name, amountText(language, endpointId, quota))
}

/** Returns what the claim changed about the limit: the quota of the plan takes its place. */
export function newLimitText(language: Language, endpointId: string, plan: Plan | null): string {
  const rules = getKindRules({ id: endpointId })
  const words = linkWordsIn(language).claim
  const quota = plan && rules.getQuota(plan)
  if (quota !== null) {
    const cap = rules.unclaimedCap.toLocaleString(getLocale(language))
    return words.monthly(amountText(language, endpointId, quota), cap)
  }
  const sentences = [words.capEnded(capText(language, endpointId)), quotaText(language, endpointId, plan)]
  return sentences.filter((sentence) => sentence !== null).join(getSentenceSpace(language))
}

/** Marks up the email address in a sentence; addresses read left to right in every language. */
export function withAddress(sentence: string): Html[] {
  return marked(sentence, (address) => html`<strong class="unbroken" dir="ltr">${address}</strong>`)
}

function amountText(language: Language, endpointId: string, count: number): string {
  const digits = count.toLocaleString(getLocale(language))
  return kindWordsIn(language, endpointId).amount(digits, count)
}
