import type { FastifyInstance } from 'fastify'
import { loadLater } from '../../runtime/load-later.ts'
import type { HttpDeps } from '../deps.ts'
import type { ApiRoute } from '../kernel/api-route.ts'
import { type DeclaredAnswer, type PlacedOperation, registerRoute } from '../kernel/register-route.ts'
import { sendPublicPage } from '../kernel/respond.ts'
import { A_PAGE } from '../schema/page-answers.ts'
import { composeOnce, publish } from './publish.ts'

const loadLlmsText = loadLater(() => import('./llms-text.ts'))
const loadOpenapi = loadLater(() => import('./openapi/document.ts'))
const loadDocsPage = loadLater(() => import('../pages/docs/docs.ts'))

/** Registers `/llms.txt`, `/openapi.json` and `/docs`: the API for language models, programs and people. */
export function registerDocs(
  server: FastifyInstance,
  deps: HttpDeps,
  declared: { operations: readonly PlacedOperation[]; apiRoutes: readonly ApiRoute[] },
): void {
  const document = composeOnce(async () => (await loadOpenapi()).openapiDocument(deps, declared))
  const page = composeOnce(async () => {
    const { docsPage } = await loadDocsPage()
    // Bytes, which all answers share; see `publish`.
    return Buffer.from(docsPage({ base: deps.base, openapi: await document() }))
  })
  registerRoute(server, {
    url: '/llms.txt',
    handlers: {
      GET: {
        operationId: 'readLlmsText',
        summary: 'The API for language models.',
        answers: cached({ media: ['text/plain'] }),
        handle: publish(async () => (await loadLlmsText()).llmsText(deps), 'text/plain; charset=utf-8'),
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
        handle: publish(
          async () => JSON.stringify(await document(), null, 1),
          'application/json; charset=utf-8',
        ),
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
        handle: async (_request, reply) => sendPublicPage(reply, await page()),
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
