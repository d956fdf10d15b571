import { LANGUAGE_FACTS } from '../../../src/domain/language.ts'
import { language } from './language.ts'

let list: Intl.ListFormat | null = null

/** "a", "a and b", "a, b and c" in the language of the page. */
export function listText(items: readonly string[]): string {
  list ??= new Intl.ListFormat(LANGUAGE_FACTS[language].locale, { type: 'conjunction' })
  return list.format(items)
}
