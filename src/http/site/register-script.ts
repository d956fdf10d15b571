import type { FastifyInstance } from 'fastify'
import { composeOnce } from '../docs/publish.ts'
import { encodeText, sendEncodedFile } from '../kernel/encoded-file.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { UNCHANGED } from '../schema/page-answers.ts'

const TYPE = 'text/javascript; charset=utf-8'

/**
 * Registers the route of a script.
 *
 * @param script.headers headers of every answer, with at least `cache-control`
 */
export function registerScript(
  server: FastifyInstance,
  script: {
    url: string
    operationId: string
    summary: string
    code: string
    headers: Readonly<Record<string, string>> & { 'cache-control': string }
  },
): void {
  const { url, operationId, summary, code, headers } = script
  const encode = composeOnce(() => encodeText(code, TYPE))
  registerRoute(server, {
    url,
    handlers: {
      GET: {
        operationId,
        summary,
        tag: 'service',
        answers: {
          200: { description: 'A script.', media: ['text/javascript'], headers: ['ETag'] },
          304: UNCHANGED,
        },
        async handle(request, reply) {
          return sendEncodedFile(request, reply.headers(headers), await encode())
        },
      },
    },
  })
}
