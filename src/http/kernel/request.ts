import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Content } from '../../actions/submissions/submit.ts'
import type { Field } from '../../domain/submissions/fields.ts'
import { readContentType } from './body/content-type.ts'
import { readBody } from './body/read-body.ts'
import { clientAddress, type Trust } from './client-address.ts'

/** Digits of the counter in a request id. */
const COUNTER_LENGTH = 7

/** Public addresses with a slash at the end. */
const WITH_SLASH =
  /^(\/(?:(?:[tq]\/)?new|[fqrst]\/[^/?#]+(?:\/(?:status|start|thanks|challenge|health|withdraw))?|ajax\/f\/[^/?#]+|submit|sign-in|mcp|docs(?:\/[^?#]*[^/?#])?|llms\.txt|openapi\.json))\/(?=[?#]|$)/

/** A request without its body, from the fast path or the framework. */
export type RequestHead = Pick<FastifyRequest, 'id' | 'method' | 'url' | 'headers' | 'socket'>

/** Returns the client's address; X-Forwarded-For counts only from trusted proxies. */
export function getClientAddress(request: Pick<RequestHead, 'headers' | 'socket'>, trusts: Trust): string {
  const peer = request.socket.remoteAddress ?? ''
  return clientAddress({ peer, forwardedFor: getHeader(request, 'x-forwarded-for'), trusts })
}

/** Returns a header as one string; repeated headers are joined (RFC 9110 §5.3). */
export function getHeader(request: Pick<RequestHead, 'headers'>, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/**
 * Returns true for a request that names one host; HTTP/1.0 needs none (RFC 9112 §3.2). Of several Host headers, a proxy may
 * read another one than we do.
 */
export function isHostValid({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  // Names and values in turn.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/**
 * Returns true when the body has a transfer coding other than `chunked` (RFC 9112 §6.1). Node removes only that one, so a
 * compressed body would be read as it is.
 */
export function hasUnknownTransferCoding({ headers }: Pick<RequestHead, 'headers'>): boolean {
  const coding = headers['transfer-encoding']
  return coding !== undefined && coding.toLowerCase() !== 'chunked'
}

/**
 * Removes the slash at the end of a public address, which people add to URLs. It is no redirect, which would turn a POST into
 * a GET.
 */
export function forgiveSlash(url: string): string {
  return url.replace(WITH_SLASH, '$1')
}

/** Parses the query of the request's URL. */
export function parseQueryParameters({ url }: Pick<RequestHead, 'url'>): URLSearchParams {
  const begin = url.indexOf('?')
  return new URLSearchParams(begin === -1 ? '' : url.slice(begin))
}

/**
 * Returns true for a dry run. Any value of `dry_run` but empty, 0 and false counts: an accidental real submission would be
 * worse than an accidental dry run.
 */
export function isDryRun(request: RequestHead): boolean {
  // Called for every submission; most have no query.
  if (!request.url.includes('?')) return false
  const values = parseQueryParameters(request).getAll('dry_run')
  return values.some((value) => value !== '' && value !== '0' && value !== 'false')
}

/** Parses the fields of the body, or returns a refusal; synchronous except for multipart. */
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

/** Returns true if the form of one of our pages was sent with this box ticked, whose value is 1. */
export async function isTicked(
  request: Pick<FastifyRequest, 'headers' | 'body'>,
  box: string,
): Promise<boolean> {
  const content = await parseContent(request, { multipart: 'refused' })
  return content.kind === 'fields' && content.fields.some(({ name, value }) => name === box && value === '1')
}

/** Returns the value of a path parameter, or an empty string. */
export function pathParameter(request: FastifyRequest, name: string): string {
  const { params } = request
  if (typeof params !== 'object' || params === null) return ''
  const value: unknown = Reflect.get(params, name)
  return typeof value === 'string' ? value : ''
}

/** Returns the text of the first field with this name; an empty string without one, or when it is not text. */
export function getText(fields: readonly Field[], name: string): string {
  const value = fields.find((field) => field.name === name)?.value
  return typeof value === 'string' ? value : ''
}

/** Returns true for a prefetch by a browser or a mail program, which one of three headers announces. */
export function isPrefetch(request: RequestHead): boolean {
  return ['sec-purpose', 'purpose', 'x-moz'].some((name) => getHeader(request, name)?.includes('prefetch'))
}

/**
 * Returns true for a one-click unsubscribe by a mail program: the body of RFC 8058 §3.2, urlencoded or multipart. The
 * request is cross-site and without cookies; the token in the URL authorizes it.
 */
export async function isOneClick(request: FastifyRequest): Promise<boolean> {
  const content = await parseContent(request, { multipart: 'allowed' })
  if (content.kind === 'refused') return false
  return content.fields.some((field) => field.name === 'List-Unsubscribe' && field.value === 'One-Click')
}

/** Creates a generator of ids `req_…`: a random prefix makes them unique across restarts and nodes. They are not secret. */
export function createRequestIds(): () => string {
  const start = randomBytes(6).toString('hex')
  let count = 0
  return () => {
    count += 1
    return `req_${start}${count.toString(36).padStart(COUNTER_LENGTH, '0')}`
  }
}
