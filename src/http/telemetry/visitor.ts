import { isBrowser, type Visitor } from '../../domain/telemetry/visitor.ts'
import { getHeader, type RequestHead } from '../kernel/request.ts'

/**
 * Returns the visitor who sent a request; null for a program, a crawler, or a person who objects by Sec-GPC.
 *
 * @param address bucket of the client address, as limits count it
 */
export function findVisitor(request: RequestHead, address: string): Visitor | null {
  const userAgent = getHeader(request, 'user-agent') ?? ''
  return isBrowser(userAgent) && !refusesTracking(request) ? { address, userAgent } : null
}

/** Returns true for a request with `Sec-GPC: 1` (Global Privacy Control). */
export function refusesTracking(request: RequestHead): boolean {
  return getHeader(request, 'sec-gpc')?.trim() === '1'
}
