import type { FastifyInstance } from 'fastify'
import type { HttpDeps } from '../deps.ts'
import type { ApiRoute } from '../kernel/api-route.ts'
import { type DeclaredAnswer, registerRoute } from '../kernel/register-route.ts'
import { sendPublicPage } from '../kernel/respond.ts'
import { docsPage } from '../pages/docs/docs.ts'
import { A_PAGE } from '../schema/page-answers.ts'
import { llmsText } from './llms-text.ts'
import { openapiDocument } from './openapi/document.ts'
import type { PlacedOperation } from './openapi/public-operations.ts'
import { composeOnce, publish } from './publish.ts'

/** Registers `/llms.txt`, `/openapi.json` and `/docs`: the API for language models, programs and people. */
export function registerDocs(
  server: FastifyInstance,
  deps: HttpDeps,
  declared: { operations: readonly PlacedOperation[]; apiRoutes: readonly ApiRoute[] },
): void {
  const document = composeOnce(() => openapiDocument(deps, declared))
  const page = composeOnce(() => docsPage({ base: deps.base, openapi: document() }))
  registerRoute(server, {
    url: '/llms.txt',
    handlers: {
      GET: {
        operationId: 'readLlmsText',
        summary: 'The API for language models.',
        answers: cached({ media: ['text/plain'] }),
        handle: publish(() => llmsText(deps), 'text/plain; charset=utf-8'),
      },
    },
  })
  registerRoute(server, {
    url: '/openapi.json',
    handlers: {
      GET: {
        operationId: 'readOpenapi',
        summary: 'This document.',
        answers: cached({ schema: { type: 'object' } }),
        handle: publish(() => JSON.stringify(document(), null, 1), 'application/json; charset=utf-8'),
      },
    },
  })
  registerRoute(server, {
    url: '/docs',
    handlers: {
      GET: {
        operationId: 'showDocs',
        summary: 'This document for people.',
        answers: { 200: A_PAGE },
        handle: (_request, reply) => sendPublicPage(reply, page()),
      },
    },
  })
}

/** Declares a text that changes only at a restart. */
function cached(body: Pick<DeclaredAnswer, 'schema' | 'media'>): Record<number, DeclaredAnswer> {
  return {
    200: { description: 'The text.', headers: ['ETag'], ...body },
    304: { description: 'Unchanged since the version that If-None-Match names.', headers: ['ETag'] },
  }
}
