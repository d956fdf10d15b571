import type { FastifyReply, FastifyRequest } from 'fastify'
import { type EncodedFile, encodeText, sendEncodedFile } from '../kernel/encoded-file.ts'

/** Wraps an expensive composition: it runs on first use, and its result is kept. */
export function composeOnce<Composed>(compose: () => Composed): () => Composed {
  let kept: { composed: Composed } | null = null
  return () => {
    if (kept) return kept.composed
    const composed = compose()
    kept = { composed }
    // A failed attempt, such as a file that could not be read, is not the answer to later requests.
    if (composed instanceof Promise) {
      composed.catch(() => {
        kept = null
      })
    }
    return composed
  }
}

/** Returns a handler for a text that changes only at a restart; see `sendPublished`. */
export function publish(compose: () => Promise<string>, type: string) {
  const published = composeOnce(async () => encodeText(await compose(), type))
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    sendPublished(request, reply, await published())
}

/** Sends a text that changes only at a restart: with an ETag, compressed, cached for five minutes. */
export function sendPublished(request: FastifyRequest, reply: FastifyReply, file: EncodedFile): FastifyReply {
  return sendEncodedFile(request, reply.header('cache-control', 'public, max-age=300'), file)
}
