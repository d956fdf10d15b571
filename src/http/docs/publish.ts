import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A handler for a text that is the same until the next start: with an ETag, kept by caches for five minutes. */
export function publish(text: string, type: string) {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    reply.headers({ etag, 'cache-control': 'public, max-age=300' })
    if (names(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type(type).send(text)
  }
}

/** RFC 9110 §13.1.2: a list or `*`, compared weakly; proxies that compress make a tag weak. */
function names(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}
