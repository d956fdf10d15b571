import type { Refusal } from '../refusal.ts'

/** The page that sent a submission, according to its browser. */
export type SendingPage = { origin: string | null; referer: string | null }

/**
 * Checks the page that sent a submission against the allowed origins. Programs name no page and are allowed: the list
 * keeps other sites from using the form; it cannot stop a program from lying. `Origin: null` is never on the list.
 */
export function checkOrigin(page: SendingPage, allowedOrigins: readonly string[]): Refusal | null {
  const sender = page.origin ?? page.referer
  if (allowedOrigins.length === 0 || sender === null) return null
  const origin = URL.parse(sender)?.origin
  return origin !== undefined && allowedOrigins.includes(origin) ? null : { code: 'origin_not_allowed' }
}
