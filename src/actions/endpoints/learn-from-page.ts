import type { SendingPage } from '../../domain/endpoints/allowed-origins.ts'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import { findSiteHost, isLocalHost } from '../../domain/endpoints/site-host.ts'
import type { Language } from '../../domain/language.ts'
import type { Consequence } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'

/** Builds the consequence of a page in this language: emails of an endpoint are in the language of its first page. */
export function learnLanguage(
  { language }: Pick<EndpointFacts, 'language'>,
  findLanguage: () => Language | null,
): Consequence[] {
  const found = language === null ? findLanguage() : null
  return found === null ? [] : [{ kind: 'language', language: found }]
}

/**
 * Remembers the site of a form without a name that no page has sent a submission to, or only one on a developer's machine:
 * cheap for all others.
 */
export function learnSite(
  { ownOrigin }: Pick<Context, 'ownOrigin'>,
  { endpoint, page }: { endpoint: EndpointFacts; page: SendingPage },
): Consequence[] {
  const { siteHost, settings } = endpoint
  if (settings.name !== null || (siteHost !== null && !isLocalHost(siteHost))) return []
  const host = findSiteHost(page, ownOrigin)
  if (host === null || (siteHost !== null && isLocalHost(host))) return []
  return [{ kind: 'site', host }]
}
