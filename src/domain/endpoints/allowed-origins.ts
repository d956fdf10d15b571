import type { Refusal } from '../refusal.ts'

/** Which page sent a submission, as its browser says. */
export type SendingPage = { origin: string | null; referer: string | null }

/**
 * Whether the owner takes submissions from this page. Programs name none and are taken: the list keeps other sites from
 * using the form, not programs from lying. `Origin: null` names no page of the list.
 */
export function checkOrigin(page: SendingPage, allowedOrigins: readonly string[]): Refusal | null {
  const sender = page.origin ?? page.referer
  if (allowedOrigins.length === 0 || sender === null) return null
  const origin = URL.parse(sender)?.origin
  return origin !== undefined && allowedOrigins.includes(origin) ? null : { code: 'origin_not_allowed' }
}
