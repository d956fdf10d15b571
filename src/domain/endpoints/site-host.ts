import type { SendingPage } from './allowed-origins.ts'
import { MAX_ENDPOINT_NAME_LENGTH } from './settings.ts'

/** Names of hosts that websites have, and addresses. URLs allow other characters, with which a program could write a sentence. */
const USUAL_HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::\d+)?$/

/**
 * Returns the host of the page that sent a submission, which names the form until its owner does. Null for programs, for our
 * own pages, where the owner only tries the form out, and for a host that no website has.
 *
 * @param ownOrigin origin of this service
 */
export function findSiteHost({ origin, referer }: SendingPage, ownOrigin: string): string | null {
  const url = URL.parse(origin ?? referer ?? '')
  if (url === null || url.origin === ownOrigin) return null
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  const host = url.host.replace(/^www\./, '')
  return host.length <= MAX_ENDPOINT_NAME_LENGTH && USUAL_HOST.test(host) ? host : null
}

/** Returns true for a host of the machine of a developer, who tries a form out before its site is public. */
export function isLocalHost(host: string): boolean {
  return /^(?:localhost|[^:]+\.localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/.test(host)
}
