import type { FastifyInstance } from 'fastify'
import { loadLater } from '../../runtime/load-later.ts'
import type { HttpDeps } from '../deps.ts'
import type { ApiRoute } from '../kernel/api-route.ts'
import {
  type DeclaredAnswer,
  type PlacedOperation,
  type PublicOperation,
  registerRoute,
} from '../kernel/register-route.ts'
import type { DocsPage } from '../pages/docs/docs-site.ts'
import { UNCHANGED } from '../schema/page-answers.ts'
import type { Parameter } from '../schema/parameters.ts'
import { HOME_TWIN } from './discovery-links.ts'
import { markdownFile, sendTwin } from './markdown-file.ts'
import { composeOnce, publish } from './publish.ts'
import { createShowDocs } from './show-pages.ts'

const loadLlmsText = loadLater(() => import('./llms-text.ts'))
const loadLlmsFull = loadLater(() => import('./llms-full.ts'))
const loadOpenapi = loadLater(() => import('./openapi/document.ts'))
const loadAgentsDocument = loadLater(() => import('./openapi/agents-document.ts'))
const loadDocs = loadLater(() => import('./docs-pages.ts'))

const TEXT = 'text/plain; charset=utf-8'

/** Registers `/llms.txt`, `/openapi.json` and `/docs`: the API for language models, programs and people. */
export function registerDocs(
  server: FastifyInstance,
  deps: HttpDeps,
  declared: { operations: readonly PlacedOperation[]; apiRoutes: readonly ApiRoute[] },
): void {
  const document = composeOnce(async () => (await loadOpenapi()).openapiDocument(deps, declared))
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
  registerRoute(server, {
    url: '/openapi-agents.json',
    handlers: {
      GET: {
        operationId: 'readAgentsOpenapi',
        summary: 'The operations of this document that need no account, short enough for a prompt.',
        tag: 'service',
        answers: cached({ schema: { type: 'object' } }),
        handle: publish(
          async () => JSON.stringify((await loadAgentsDocument()).agentsDocument(await document())),
          'application/json; charset=utf-8',
        ),
      },
    },
  })
  const pages = composeOnce(async () =>
    (await loadDocs()).composeDocs({ base: deps.base, openapi: await document() }),
  )
  registerTexts(server, deps, pages)
  const handle = createShowDocs(deps, pages)
  for (const { url, ...operation } of PAGES)
    registerRoute(server, { url, handlers: { GET: { ...operation, handle } } })
}

/** Registers `/llms.txt`, and everything in one text. */
function registerTexts(server: FastifyInstance, deps: HttpDeps, pages: () => Promise<DocsPage[]>): void {
  const loadIndex = async () => (await loadLlmsText()).llmsText(deps)
  const index = markdownFile(loadIndex)
  registerRoute(server, {
    url: '/llms.txt',
    handlers: {
      GET: {
        operationId: 'readLlmsText',
        summary: 'The API for language models.',
        tag: 'service',
        answers: cached({ media: ['text/plain'] }),
        handle: publish(loadIndex, TEXT),
      },
    },
  })
  registerRoute(server, {
    url: '/llms-full.txt',
    handlers: {
      GET: {
        operationId: 'readLlmsFullText',
        summary: 'The API and the guides for language models, in one text.',
        tag: 'service',
        answers: cached({ media: ['text/plain'] }),
        handle: publish(async () => {
          const { llmsFullText } = await loadLlmsFull()
          return llmsFullText({ base: deps.base, index: await loadIndex(), pages: await pages() })
        }, TEXT),
      },
    },
  })
  registerRoute(server, {
    url: HOME_TWIN,
    handlers: {
      GET: {
        operationId: 'readHomeInMarkdown',
        summary: 'The front page in Markdown: the same text as /llms.txt.',
        tag: 'service',
        answers: cached({ media: ['text/markdown'] }),
        handle: async (request, reply) => sendTwin(request, reply, { file: await index(), pagePath: '/' }),
      },
    },
  })
}

const ANY_PAGE = { tag: 'service', answers: cached({ media: ['text/html', 'text/markdown'] }) } as const
const SOME_PAGE = { ...ANY_PAGE, refuses: ['not_found'], refusesAs: 'json or page' } as const

const PAGES: readonly (PublicOperation & { url: string })[] = [
  { ...ANY_PAGE, url: '/docs', operationId: 'showDocs', summary: 'The documentation for people.' },
  {
    ...SOME_PAGE,
    url: '/docs/:page',
    operationId: 'showDocsPage',
    summary: 'A page of the documentation.',
    parameters: [pageParameter('page', 'The name of the page, such as forms, or forms.md for Markdown.')],
  },
  {
    ...SOME_PAGE,
    url: '/docs/api/:tag',
    operationId: 'showApiPage',
    summary: 'A page of the API reference.',
    parameters: [pageParameter('tag', 'The tag of its operations in this document, with .md for Markdown.')],
  },
]

function pageParameter(name: string, description: string): Parameter {
  return { name, in: 'path', required: true, description, schema: { type: 'string' } }
}

/** Declares a text that changes only at a restart. */
function cached(body: Pick<DeclaredAnswer, 'schema' | 'media'>): Record<number, DeclaredAnswer> {
  return {
    200: { description: 'The text.', headers: ['ETag'], ...body },
    304: UNCHANGED,
  }
}
