import { MAX_DELIVERIES, MAX_MESSAGE_BYTES } from '../../../domain/queues/queue.ts'
import type { HttpDeps } from '../../deps.ts'
import type { ApiRoute } from '../../kernel/api-route.ts'
import type { PlacedOperation, PublicTag } from '../../kernel/register-route.ts'
import type { OpenApi } from '../../pages/docs/openapi-shape.ts'
import { API_TAGS, apiPaths, type TagTexts, toTags } from './api-operations.ts'
import { components } from './components.ts'
import { publicPaths } from './public-operations.ts'

/** Tags of the public routes, in the order of the reference. */
const PUBLIC_TAGS = {
  forms: {
    'x-displayName': 'Forms',
    description: 'Form endpoints are created, checked and sent to without an account.',
  },
  events: {
    'x-displayName': 'Events',
    description: 'Telemetry endpoints: events are sent, and read with a key.',
  },
  queue: {
    'x-displayName': 'Messages',
    description:
      `Messages of a queue, delivered at least once. A message may have ${MAX_MESSAGE_BYTES / 1024} KiB, is delivered at most ` +
      `${MAX_DELIVERIES} times, and is dead after that. The SDK of Cloudflare works against \`/client/v4\` with a ` +
      'key of the queue as its token and any account id.',
  },
  'sign-in': { 'x-displayName': 'Sign-in', description: 'Signing in and out, in a browser.' },
  links: {
    'x-displayName': 'Links',
    description:
      'The pages behind the links in emails (claim, decline, stop emails, confirm a destination), and behind public links.',
  },
  service: {
    'x-displayName': 'Pages and health',
    description: 'The pages and documents of this instance, and whether it works.',
  },
} satisfies Record<PublicTag, TagTexts[string]>

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
    tags: [...toTags(PUBLIC_TAGS), ...API_TAGS],
    // Read by generators of documentation, as by ours.
    'x-tagGroups': [
      { name: 'Public API', tags: Object.keys(PUBLIC_TAGS) },
      { name: 'Owner API', tags: API_TAGS.map(({ name }) => name) },
    ],
    paths: { ...publicPaths(declared.operations), ...apiPaths(declared.apiRoutes) },
    components: components(),
  }
}
