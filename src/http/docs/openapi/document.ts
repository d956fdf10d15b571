import { MAX_DELIVERIES, MAX_MESSAGE_BYTES } from '../../../domain/queues/queue.ts'
import type { HttpDeps } from '../../deps.ts'
import type { ApiRoute } from '../../kernel/api-route.ts'
import type { PlacedOperation } from '../../kernel/register-route.ts'
import type { OpenApi } from '../../pages/docs/openapi-shape.ts'
import { API_TAGS, apiPaths } from './api-operations.ts'
import { components } from './components.ts'
import { publicPaths } from './public-operations.ts'

const PUBLIC_TAGS = [
  { name: 'events', description: 'Telemetry endpoints: events are sent, and read with a key.' },
  {
    name: 'queue',
    description:
      `Messages, delivered at least once. A message may have ${MAX_MESSAGE_BYTES / 1024} KiB, is delivered at most ` +
      `${MAX_DELIVERIES} times, and is dead after that. The SDK of Cloudflare works against {base}/client/v4 with a ` +
      'key of the queue as its token and any account id.',
  },
  { name: 'sign-in', description: 'Signing in and out.' },
]

/** Composes the OpenAPI 3.1 document of this instance from the declarations of its routes. */
export function openapiDocument(
  deps: Pick<HttpDeps, 'base' | 'version'>,
  declared: { operations: readonly PlacedOperation[]; apiRoutes: readonly ApiRoute[] },
): OpenApi & Record<string, unknown> {
  const { base, version } = deps
  return {
    openapi: '3.1.0',
    info: {
      title: 'Formslot',
      version,
      description:
        'One POST creates a live form endpoint. Whatever is posted to it is stored and mailed to one recipient, ' +
        'who claims the endpoint by one click in the first email. No account, no key. ' +
        'Telemetry endpoints and queues are created and claimed the same way, and read with their own keys. ' +
        'Owners manage claimed endpoints under /api/v1, in a browser or with a key: sign in at /sign-in, create a key ' +
        'at /app/settings/keys, and send it with each request as the header `Authorization: Bearer ak_…`.',
    },
    servers: [{ url: base }],
    // Operations that require a credential declare it; tokens of emails are part of the URL.
    security: [],
    tags: [...PUBLIC_TAGS, ...API_TAGS],
    paths: { ...publicPaths(declared.operations), ...apiPaths(declared.apiRoutes) },
    components: components(),
  }
}
