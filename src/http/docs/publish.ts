import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { includesTag } from '../kernel/entity-tags.ts'

/** Wraps an expensive composition: it runs on first use, and its result is kept. */
export function composeOnce<Composed>(compose: () => Composed): () => Composed {
  let kept: { composed: Composed } | null = null
  return () => {
    kept ??= { composed: compose() }
    return kept.composed
  }
}

/**
 * Returns a handler for a text that changes only at a restart: with an ETag, cached for five minutes. Its bytes are shared by
 * all answers: of a string, every client that does not read would hold a copy.
 */
export function publish(compose: () => Promise<string>, type: string) {
  const published = composeOnce(async () => {
    const text = Buffer.from(await compose())
    return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
  })
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { text, etag } = await published()
    reply.headers({ etag, 'cache-control': 'public, max-age=300' })
    if (includesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type(type).send(text)
  }
}
