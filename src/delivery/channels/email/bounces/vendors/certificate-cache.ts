import { type Clock, later, SECOND } from '../../../../../domain/time.ts'
import type { FetchCertificate } from './vendor.ts'

/** SNS has one certificate per region, and a second one for a while during renewal. */
const MAX_CERTIFICATES = 4
/** Minimum time between two fetches: strangers can make up file names. */
const FETCH_SPACING_MS = 2 * SECOND
/** Maximum length of a certificate file; an ordinary one has about 2,000 characters. */
const MAX_PEM_CHARACTERS = 20_000

/**
 * Caches certificates; the caller checks their validity dates. Most messages need no fetch, and messages with made-up
 * certificate URLs cause a fetch every two seconds at most. SNS retries a message that arrives in between.
 */
export function cacheCertificates(fetchCertificate: FetchCertificate, clock: Clock): FetchCertificate {
  const kept = new Map<string, string>()
  let fetching: { href: string; pem: Promise<string | null> } | null = null
  let nextFetchAt = clock.now()

  async function fetchOnce(url: URL): Promise<string | null> {
    const pem = await fetchCertificate(url)
    if (pem === null || pem.length > MAX_PEM_CHARACTERS) return null
    const [oldest] = kept.keys()
    if (kept.size >= MAX_CERTIFICATES && oldest !== undefined) kept.delete(oldest)
    kept.set(url.href, pem)
    return pem
  }

  return async (url) => {
    const now = clock.now()
    const certificate = kept.get(url.href)
    if (certificate !== undefined) return certificate
    if (fetching?.href === url.href) return fetching.pem
    if (fetching || now < nextFetchAt) return null
    nextFetchAt = later(now, FETCH_SPACING_MS)
    fetching = { href: url.href, pem: fetchOnce(url) }
    try {
      return await fetching.pem
    } finally {
      fetching = null
    }
  }
}
