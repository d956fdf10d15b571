import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type EncodedFile, encodeText, sendEncodedFile } from '../kernel/encoded-file.ts'
import { type DeclaredAnswer, type PublicOperation, registerRoute } from '../kernel/register-route.ts'
import { UNCHANGED } from '../schema/page-answers.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

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

/** A text that changes only at a restart: with an ETag, compressed, cached for five minutes. */
type PublishedText = Pick<PublicOperation, 'operationId' | 'summary'> & {
  url: string
  type: string
  description?: string
  compose(): Promise<string>
}

/** Registers a text; see `PublishedText`. It is composed on its first request. */
export function registerText(server: FastifyInstance, text: PublishedText): void {
  const { url, operationId, summary, type, description = 'The text.', compose } = text
  const published = composeOnce(async () => encodeText(await compose(), type))
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    sendPublished(request, reply, await published())
  const body = type === JSON_TYPE ? { schema: { type: 'object' } } : { media: type.split(';', 1) }
  const GET = { operationId, summary, tag: 'service', answers: cached(body, description), handle } as const
  registerRoute(server, { url, handlers: { GET } })
}

/** Declares the answers of an address whose text changes only at a restart. */
export function cached(
  body: Pick<DeclaredAnswer, 'schema' | 'media'>,
  description = 'The text.',
): Record<number, DeclaredAnswer> {
  return { 200: { description, headers: ['ETag'], ...body }, 304: UNCHANGED }
}

/** Sends a text that changes only at a restart; see `PublishedText`. */
export function sendPublished(request: FastifyRequest, reply: FastifyReply, file: EncodedFile): FastifyReply {
  return sendEncodedFile(request, reply.header('cache-control', 'public, max-age=300'), file)
}
