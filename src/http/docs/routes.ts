import type { FastifyInstance } from 'fastify'
import { loadLater } from '../../runtime/load-later.ts'
import type { HttpDeps } from '../deps.ts'
import type { ApiRoute } from '../kernel/api-route.ts'
import { type EncodedFile, encodeText } from '../kernel/encoded-file.ts'
import {
  type DeclaredAnswer,
  type Handler,
  type PlacedOperation,
  type PublicOperation,
  registerRoute,
} from '../kernel/register-route.ts'
import { PUBLIC_PAGE_HEADERS, sendRefusal } from '../kernel/respond.ts'
import { negotiateFormat } from '../kernel/response-format.ts'
import type { OpenApi } from '../pages/docs/openapi-shape.ts'
import type { Parameter } from '../schema/parameters.ts'
import { composeOnce, publish, sendPublished } from './publish.ts'

const loadLlmsText = loadLater(() => import('./llms-text.ts'))
const loadOpenapi = loadLater(() => import('./openapi/document.ts'))
const loadDocs = loadLater(() => import('./docs-pages.ts'))

/** Registers `/llms.txt`, `/openapi.json` and `/docs`: the API for language models, programs and people. */
export function registerDocs(
  server: FastifyInstance,
  deps: HttpDeps,
  declared: { operations: readonly PlacedOperation[]; apiRoutes: readonly ApiRoute[] },
): void {
  const document = composeOnce(async () => (await loadOpenapi()).openapiDocument(deps, declared))
  registerRoute(server, {
    url: '/llms.txt',
    handlers: {
      GET: {
        operationId: 'readLlmsText',
        summary: 'The API for language models.',
        tag: 'service',
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
        tag: 'service',
        answers: cached({ schema: { type: 'object' } }),
        handle: publish(
          async () => JSON.stringify(await document(), null, 1),
          'application/json; charset=utf-8',
        ),
      },
    },
  })
  const handle = createShowPage(deps, document)
  for (const { url, ...operation } of PAGES)
    registerRoute(server, { url, handlers: { GET: { ...operation, handle } } })
}

const ANY_PAGE = { tag: 'service', answers: cached({ media: ['text/html'] }) } as const
const SOME_PAGE = { ...ANY_PAGE, refuses: ['not_found'], refusesAs: 'json or page' } as const

const PAGES: readonly (PublicOperation & { url: string })[] = [
  { ...ANY_PAGE, url: '/docs', operationId: 'showDocs', summary: 'The documentation for people.' },
  {
    ...SOME_PAGE,
    url: '/docs/:page',
    operationId: 'showDocsPage',
    summary: 'A page of the documentation.',
    parameters: [pageParameter('page', 'The name of the page, such as forms.')],
  },
  {
    ...SOME_PAGE,
    url: '/docs/api/:tag',
    operationId: 'showApiPage',
    summary: 'A page of the API reference.',
    parameters: [pageParameter('tag', 'The tag of its operations in this document.')],
  },
]

function pageParameter(name: string, description: string): Parameter {
  return { name, in: 'path', required: true, description, schema: { type: 'string' } }
}

/** Creates the handler of all pages. Each is rendered and compressed on its first request, and kept. */
function createShowPage(deps: Pick<HttpDeps, 'base'>, document: () => Promise<OpenApi>): Handler {
  const pages = composeOnce(async () => {
    const { composeDocs } = await loadDocs()
    const rendered = composeDocs({ base: deps.base, openapi: await document() })
    return new Map(
      [...rendered].map(([path, render]): [string, () => Promise<EncodedFile>] => [
        path,
        composeOnce(() => encodeText(render(), PUBLIC_PAGE_HEADERS['content-type'])),
      ]),
    )
  })
  return async (request, reply) => {
    const { page, tag } = Object(request.params)
    const path = [
      '/docs',
      ...(tag === undefined ? [] : ['api', tag]),
      ...(page === undefined ? [] : [page]),
    ].join('/')
    const found = (await pages()).get(path)
    if (!found) return sendRefusal(request, reply, { code: 'not_found' }, negotiateFormat(request, deps.base))
    return sendPublished(request, reply.headers(PUBLIC_PAGE_HEADERS), await found())
  }
}

/** Declares a text that changes only at a restart. */
function cached(body: Pick<DeclaredAnswer, 'schema' | 'media'>): Record<number, DeclaredAnswer> {
  return {
    200: { description: 'The text.', headers: ['ETag'], ...body },
    304: { description: 'Unchanged since the version that If-None-Match names.', headers: ['ETag'] },
  }
}
