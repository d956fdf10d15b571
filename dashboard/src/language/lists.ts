import { LANGUAGE_FACTS, type Language } from '../../../src/domain/language.ts'
import { language } from './language.ts'

/** Commas that are not the English one, with the space after them. */
const COMMAS: Partial<Record<Language, string>> = { ja: '、', zh: '，', ar: '، ' }

let list: Intl.ListFormat | null = null

/** "a", "a and b", "a, b and c" in the language of the page. */
export function listText(items: readonly string[]): string {
  list ??= new Intl.ListFormat(LANGUAGE_FACTS[language].locale, { type: 'conjunction' })
  return list.format(items)
}

/** "a, b, c" with the commas of the language of the page. */
export function joinByCommas(items: readonly string[]): string {
  return items.join(COMMAS[language] ?? ', ')
}
