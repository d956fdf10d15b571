import type { FastifyInstance } from 'fastify'
import { loadLater } from '../../runtime/load-later.ts'
import type { HttpDeps } from '../deps.ts'
import type { ApiRoute } from '../kernel/api-route.ts'
import { type PlacedOperation, type PublicOperation, registerRoute } from '../kernel/register-route.ts'
import { SEARCH_PATH } from '../pages/docs/page-source.ts'
import type { Parameter } from '../schema/parameters.ts'
import { HOME_TWIN, markdownFile, sendTwin } from './markdown-file.ts'
import { cached, composeOnce, JSON_TYPE, registerText } from './publish.ts'
import { createShowDocs } from './show-pages.ts'

const loadLlmsText = loadLater(() => import('./llms-text.ts'))
const loadLlmsFull = loadLater(() => import('./llms-full.ts'))
const loadOpenapi = loadLater(() => import('./openapi/document.ts'))
const loadAgentsDocument = loadLater(() => import('./openapi/agents-document.ts'))
const loadSections = loadLater(() => import('../pages/docs/page-sections.ts'))
const loadDocs = loadLater(() => import('./docs-pages.ts'))

const TEXT = 'text/plain; charset=utf-8'

/** Registers `/llms.txt`, `/openapi.json` and `/docs`: the API for language models, programs and people. */
export function registerDocs(
  server: FastifyInstance,
  deps: HttpDeps,
  declared: { operations: readonly PlacedOperation[]; apiRoutes: readonly ApiRoute[] },
): void {
  const document = composeOnce(async () => (await loadOpenapi()).openapiDocument(deps, declared))
  const pages = composeOnce(async () =>
    (await loadDocs()).composeDocs({ base: deps.base, openapi: await document() }),
  )
  const index = async () => (await loadLlmsText()).llmsText(deps)
  registerText(server, {
    url: '/openapi.json',
    operationId: 'readOpenapi',
    summary: 'This document.',
    type: JSON_TYPE,
    compose: async () => JSON.stringify(await document(), null, 1),
  })
  registerText(server, {
    url: '/openapi-agents.json',
    operationId: 'readAgentsOpenapi',
    summary: 'The operations of this document that need no account, short enough for a prompt.',
    type: JSON_TYPE,
    compose: async () => JSON.stringify((await loadAgentsDocument()).agentsDocument(await document())),
  })
  registerText(server, {
    url: '/llms.txt',
    operationId: 'readLlmsText',
    summary: 'The API for language models.',
    type: TEXT,
    compose: index,
  })
  registerText(server, {
    url: '/llms-full.txt',
    operationId: 'readLlmsFullText',
    summary: 'The API and the guides for language models, in one text.',
    type: TEXT,
    async compose() {
      const { llmsFullText } = await loadLlmsFull()
      return llmsFullText({ base: deps.base, index: await index(), pages: await pages() })
    },
  })
  registerText(server, {
    url: SEARCH_PATH,
    operationId: 'readDocsIndex',
    summary: 'The text of the documentation by its headings, for the search in it.',
    type: JSON_TYPE,
    async compose() {
      const { pageSections } = await loadSections()
      const found = (await pages()).map(({ path, title, group, source }) => ({
        ...{ url: deps.base + path, title },
        sections: pageSections(source(), { folds: group !== null }),
      }))
      return JSON.stringify({ pages: found })
    },
  })
  const home = markdownFile(index)
  registerRoute(server, {
    url: HOME_TWIN,
    handlers: {
      GET: {
        operationId: 'readHomeInMarkdown',
        summary: 'The front page in Markdown: the same text as /llms.txt.',
        tag: 'service',
        answers: cached({ media: ['text/markdown'] }),
        handle: async (request, reply) => sendTwin(request, reply, { file: await home(), pagePath: '/' }),
      },
    },
  })
  const handle = createShowDocs(deps, pages)
  for (const { url, ...operation } of PAGES)
    registerRoute(server, { url, handlers: { GET: { ...operation, handle } } })
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
