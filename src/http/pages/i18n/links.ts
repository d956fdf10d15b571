import { getKindRules } from '../../../domain/endpoints/kinds.ts'
import type { Plan } from '../../../domain/plans/plan.ts'
import { type Html, html } from '../../../markup/html.ts'
import { marked } from '../prose.ts'
import { ar } from './ar/links.ts'
import { de } from './de/links.ts'
import { en } from './en/links.ts'
import { es } from './es/links.ts'
import { fr } from './fr/links.ts'
import { ja } from './ja/links.ts'
import { getLocale, type Language } from './languages.ts'
import type { KindWords, LinkWords } from './link-words.ts'
import { pt } from './pt/links.ts'
import { zh } from './zh/links.ts'

const WORDS: Readonly<Record<Language, LinkWords>> = { en, de, fr, es, pt, ja, zh, ar }

/** Every sentence of the pages behind the links of emails, in one language. */
export function linkWordsIn(language: Language): LinkWords {
  return WORDS[language]
}

/** What those pages say about the kind of this endpoint. */
export function kindWordsIn(language: Language, endpointId: string): KindWords {
  return linkWordsIn(language).kinds[getKindRules({ id: endpointId }).kind]
}

/** What an unclaimed endpoint of this kind takes in its life. */
export function capText(language: Language, endpointId: string): string {
  return amountText(language, endpointId, getKindRules({ id: endpointId }).unclaimedCap)
}

/** What a plan gives endpoints of this kind; null where there is no plan to tell of. */
export function quotaText(language: Language, endpointId: string, plan: Plan | null): string | null {
  if (plan === null) return null
  const quota = getKindRules({ id: endpointId }).getQuota(plan)
  const name = plan.name.slice(0, 1).toUpperCase() + plan.name.slice(1)
  return quota === null
    ? kindWordsIn(language, endpointId).anyNumber(name)
    : linkWordsIn(language).claim.quota(name, amountText(language, endpointId, quota))
}

/** A sentence with the mailbox in it set off, which reads left to right in every language. */
export function withMailbox(sentence: string): Html[] {
  return marked(sentence, (mailbox) => html`<strong class="unbroken" dir="ltr">${mailbox}</strong>`)
}

function amountText(language: Language, endpointId: string, count: number): string {
  const digits = count.toLocaleString(getLocale(language))
  return kindWordsIn(language, endpointId).amount(digits, count)
}
