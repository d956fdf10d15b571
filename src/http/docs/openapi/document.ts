import { apiResources } from '../../api-routes.ts'
import type { HttpDeps } from '../../deps.ts'
import type { OpenApi } from '../../pages/docs/openapi-shape.ts'
import { type Answer, headOf, json, type NamedOperation, operation, text } from './answers.ts'
import { API_TAGS, apiPaths } from './api-operations.ts'
import { components, headers } from './components.ts'
import { emailOperations } from './email-operations.ts'
import {
  createOperation,
  infoOperation,
  startOperation,
  statusOperation,
  submitOperation,
  thanksOperation,
} from './form-operations.ts'
import { QUEUE_TAG, queueOperations } from './queue-operations.ts'
import { signInOperations } from './sign-in-operations.ts'
import { telemetryOperations } from './telemetry-operations.ts'

/** The whole public surface of this instance as an OpenAPI 3.1 document. */
export function openapiDocument(deps: HttpDeps): OpenApi & Record<string, unknown> {
  const { base, version } = deps
  const status = statusOperation(base)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Formslot',
      version,
      description:
        'One POST creates a live form endpoint. Whatever is posted to it is stored and mailed to one recipient, ' +
        'who claims the endpoint by one click in the first email. No account, no key. ' +
        'Endpoints for events and queues for messages are made and claimed the same way, and read with a key of their own. ' +
        'Owners look after what they claimed under /api/v1, in a browser or with a key: sign in at /sign-in, make one ' +
        'at /app/keys, and send it with each request as the header `Authorization: Bearer ak_…`.',
    },
    servers: [{ url: base }],
    // Only the owner API asks for a credential, and says so; the tokens of emails stand in their addresses.
    security: [],
    tags: [
      { name: 'events', description: 'Telemetry endpoints: events are sent, and read with a key.' },
      QUEUE_TAG,
      { name: 'sign-in', description: 'The way in for owners, and the way out.' },
      ...API_TAGS,
    ],
    paths: {
      '/new': { post: createOperation(deps) },
      '/f/{id}': { post: submitOperation(deps), get: infoOperation(base) },
      '/f/{id}/status': {
        get: status,
        head: headOf(status, {
          operationId: 'probeExistence',
          summary: 'The claim-status probe without a body.',
        }),
      },
      '/f/{id}/start': { get: startOperation() },
      '/f/{id}/thanks': { get: thanksOperation() },
      ...telemetryOperations(deps),
      ...queueOperations(deps),
      ...emailOperations(base),
      ...signInOperations(),
      ...apiPaths(apiResources(deps)),
      ...descriptionPaths(),
      ...healthPaths(version),
    },
    components: components(),
  }
}

/** What the service says about itself. */
function descriptionPaths(): Record<string, { get: NamedOperation }> {
  return {
    '/': read('showHome', 'The first page.', { 200: text('A page.') }),
    '/docs': read('showDocs', 'This document for people.', { 200: text('A page.') }),
    '/llms.txt': read('readLlmsText', 'The surface for language models.', cached('text/plain')),
    '/openapi.json': read('readOpenapi', 'This document.', cached('application/json')),
    '/robots.txt': read('readRobots', 'What crawlers may read.', { 200: text('Rules.', 'text/plain') }),
    '/style.css': read('readStyle', 'How the pages look.', { 200: text('Style.', 'text/css') }),
  }
}

function healthPaths(version: string): Record<string, { get: NamedOperation }> {
  const ready = { ready: true, checks: { store: true, disk: true, accepting: true } }
  const full = { ready: false, checks: { store: true, disk: false, accepting: true } }
  return {
    '/healthz': read('probeHealth', 'The process answers.', {
      200: json('It does.', { schema: 'Healthy', example: { ok: true, version } }),
    }),
    '/readyz': read('probeReadiness', 'A submission sent now could be stored.', {
      200: json('It could.', { schema: 'Readiness', example: ready }),
      503: json('It could not.', { schema: 'Readiness', example: full }),
    }),
  }
}

function read(
  operationId: string,
  summary: string,
  responses: Record<string, Answer>,
): { get: NamedOperation } {
  return { get: operation({ operationId, summary, responses }) }
}

/** A text that is the same until the next start. */
function cached(mediaType: string): Record<string, Answer> {
  const schema = { type: mediaType === 'application/json' ? 'object' : 'string' }
  return {
    200: { description: 'The text.', headers: headers(['ETag']), content: { [mediaType]: { schema } } },
    304: { description: 'Still the one that If-None-Match names.', headers: headers(['ETag']) },
  }
}
