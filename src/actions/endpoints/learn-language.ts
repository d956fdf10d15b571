import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { Language } from '../../domain/language.ts'
import type { Consequence } from '../../store/contract/changes.ts'

/** Builds the consequence of a page in this language: emails of an endpoint are in the language of its first page. */
export function learnLanguage(
  { language }: Pick<EndpointFacts, 'language'>,
  findLanguage: () => Language | null,
): Consequence[] {
  const found = language === null ? findLanguage() : null
  return found === null ? [] : [{ kind: 'language', language: found }]
}
