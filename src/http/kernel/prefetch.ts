import { getHeader, type RequestHead } from './request.ts'

/** Whether a browser or a mail program fetches ahead of anybody's wish: they say so in one of three headers. */
export function isPrefetch(request: RequestHead): boolean {
  return ['sec-purpose', 'purpose', 'x-moz'].some((name) => getHeader(request, name)?.includes('prefetch'))
}
