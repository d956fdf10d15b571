import { type Clock, later, MINUTE } from '../../../../../domain/time.ts'
import type { FetchCertificate } from './vendor.ts'

/** SNS has one certificate for a region, and another one for a while when it is renewed. */
const MAX_CERTIFICATES = 4
/** Span between two requests: strangers choose the names of files. */
const FETCH_SPACING_MS = MINUTE
/** Characters of a file with a certificate, which has about 2,000. */
const MAX_PEM_CHARACTERS = 20_000

/**
 * Keeps certificates, whose own dates say for how long they count. Most messages need no request, and messages with made-up
 * addresses of certificates cause one request a minute, not one each; SNS repeats a message that comes in between.
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
