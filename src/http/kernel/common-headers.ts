import { DAY, SECOND } from '../../domain/time.ts'
import { KEEP_ALIVE_MS } from '../connections.ts'
import type { HttpDeps } from '../deps.ts'
import { ANY_ORIGIN, getCorsHeaders, isForAnyOrigin, NOT_LOADED_ELSEWHERE } from './cors.ts'
import type { RequestHead } from './request.ts'
import { REFERRER_POLICY } from './respond.ts'

/** Headers of every answer, JSON and HTML. */
const COMMON_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': REFERRER_POLICY,
  // Tells clients how long they may reuse the connection.
  'keep-alive': `timeout=${KEEP_ALIVE_MS / SECOND}`,
}
const HSTS = { 'strict-transport-security': `max-age=${(365 * DAY) / SECOND}` }

/** Headers that every answer carries. */
export type CommonHeaders = {
  /** Headers of answers that pages of every site may read. */
  forAnyOrigin: Readonly<Record<string, string>>
  /** Returns the headers of the answer to this request. */
  getFor(request: RequestHead): Record<string, string>
  /** Returns the headers of an answer to a submission except Vary and Referrer-Policy, names and values in turn. */
  listForSubmission(request: RequestHead): string[]
}

/** Creates the headers of all answers, of which those to a submission are listed without an object for each answer. */
export function createCommonHeaders({
  base,
  accepting,
}: Pick<HttpDeps, 'base' | 'accepting'>): CommonHeaders {
  const common = base.startsWith('https:') ? { ...COMMON_HEADERS, ...HSTS } : COMMON_HEADERS
  const forAnyOrigin = { ...common, ...ANY_ORIGIN }
  const forSameOrigin = { ...common, ...NOT_LOADED_ELSEWHERE }
  const flat = Object.entries(common)
    .filter(([name]) => name !== 'referrer-policy')
    .flat()
  return {
    forAnyOrigin,
    getFor(request) {
      const chosen = isForAnyOrigin(request) ? { ...common, ...getCorsHeaders(request) } : forSameOrigin
      const headers = { ...chosen, 'request-id': request.id }
      return accepting() ? headers : { ...headers, connection: 'close' }
    },
    listForSubmission(request) {
      const headers = [...flat, 'request-id', request.id]
      const cors = getCorsHeaders(request)
      for (const name in cors) if (name !== 'vary') headers.push(name, cors[name] ?? '')
      return accepting() ? headers : [...headers, 'connection', 'close']
    },
  }
}
