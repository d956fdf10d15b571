import type { EndpointFacts } from './endpoint.ts'
import { isConfirmed } from './endpoint-confirmation.ts'

type Named = Pick<EndpointFacts, 'settings' | 'siteHost'>

/**
 * Returns the name that the owner sees: the given one, else the host of the page that sent the first submission; null
 * without either.
 */
export function getName({ settings, siteHost }: Named): string | null {
  return settings.name ?? siteHost
}

/** Returns the name for emails: null until a person has confirmed the endpoint, because anybody can choose the host. */
export function getConfirmedName(
  endpoint: Named & Pick<EndpointFacts, 'claimedAt' | 'confirmedAt'>,
): string | null {
  return isConfirmed(endpoint) ? getName(endpoint) : null
}
