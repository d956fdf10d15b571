import type { FastifyRequest } from 'fastify'
import type { Content } from '../../actions/submissions/submit.ts'
import type { Field } from '../../domain/submissions/fields.ts'
import { readContentType } from './body/content-type.ts'
import { readBody } from './body/read-body.ts'
import { clientAddress, type Trust } from './client-address.ts'

/** A request as far as its head tells, whichever door it came through. */
export type RequestHead = Pick<FastifyRequest, 'id' | 'method' | 'url' | 'headers' | 'socket'>

/** The client's address, believing X-Forwarded-For only from trusted proxies. */
export function getClientAddress(request: RequestHead, trusts: Trust): string {
  const peer = request.socket.remoteAddress ?? ''
  return clientAddress({ peer, forwardedFor: getHeader(request, 'x-forwarded-for'), trusts })
}

/** A header as one text; repeated ones joined as RFC 9110 §5.3 joins them. */
export function getHeader(request: RequestHead, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** The parameters behind the `?` of the address. */
export function parseQueryParameters({ url }: Pick<RequestHead, 'url'>): URLSearchParams {
  const begin = url.indexOf('?')
  return new URLSearchParams(begin === -1 ? '' : url.slice(begin))
}

/**
 * Whether the request is a dry run. Whoever writes `dry_run` with a value of their own means one:
 * a real submission by mistake would be worse than a dry run by mistake.
 */
export function isDryRun(request: RequestHead): boolean {
  // Mostly there are none, and every submission is asked.
  if (!request.url.includes('?')) return false
  const values = parseQueryParameters(request).getAll('dry_run')
  return values.some((value) => value !== '' && value !== '0' && value !== 'false')
}

/** The fields of the body, or why they could not be read; at once, but for multipart. */
export function parseContent(
  request: Pick<FastifyRequest, 'headers' | 'body'>,
  allows: { multipart: 'allowed' | 'refused' },
): Content | Promise<Content> {
  const contentType = request.headers['content-type']
  if (allows.multipart === 'refused' && readContentType(contentType).kind === 'multipart') {
    return { kind: 'refused', refusal: { code: 'unsupported_media_type' } }
  }
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  return readBody({ contentType, contentEncoding: request.headers['content-encoding'], body })
}

/** The value of a parameter in the path. */
export function pathParameter(request: FastifyRequest, name: string): string {
  const { params } = request
  if (typeof params !== 'object' || params === null) return ''
  const value: unknown = Reflect.get(params, name)
  return typeof value === 'string' ? value : ''
}

/** What was sent in the first field of this name; '' without one, and where it is no text. */
export function textOf(fields: readonly Field[], name: string): string {
  const value = fields.find((field) => field.name === name)?.value
  return typeof value === 'string' ? value : ''
}

/** Whether a browser or a mail program fetches ahead of anybody's wish: they say so in one of three headers. */
export function isPrefetch(request: RequestHead): boolean {
  return ['sec-purpose', 'purpose', 'x-moz'].some((name) => getHeader(request, name)?.includes('prefetch'))
}

/**
 * Whether the mail program's own button was pressed: the body that RFC 8058 §3.2 gives to it, urlencoded or
 * multipart. It comes from elsewhere and without cookies; the token in the address is what entitles.
 */
export async function isOneClick(request: FastifyRequest): Promise<boolean> {
  const content = await parseContent(request, { multipart: 'allowed' })
  if (content.kind === 'refused') return false
  return content.fields.some((field) => field.name === 'List-Unsubscribe' && field.value === 'One-Click')
}
