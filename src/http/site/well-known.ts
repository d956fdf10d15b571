import type { FastifyInstance } from 'fastify'
import { DAY } from '../../domain/time.ts'
import type { HttpDeps } from '../deps.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { sendRefusal } from '../kernel/respond.ts'
import { negotiateFormat } from '../kernel/response-format.ts'

const CATALOG_PATH = '/.well-known/api-catalog'
const SECURITY_PATH = '/.well-known/security.txt'
const LINKSET = 'application/linkset+json'
/** Media type of the catalog, RFC 9727 §4. */
const CATALOG_TYPE = `${LINKSET}; profile="https://www.rfc-editor.org/info/rfc9727"`
/** Time after which a contact counts as outdated; RFC 9116 §2.5.5 recommends less than a year. */
const SECURITY_VALID_DAYS = 180

/** Registers the addresses at which scanners and agents look for the API and for the contact of the operator. */
export function registerWellKnown(server: FastifyInstance, deps: HttpDeps): void {
  const { base, clock, securityContact } = deps
  // Bytes, because the framework would add a charset to the type of a text, and JSON has none.
  const catalog = Buffer.from(JSON.stringify(toLinkset(base), null, 1))
  registerRoute(server, {
    url: CATALOG_PATH,
    handlers: {
      GET: {
        operationId: 'readApiCatalog',
        summary: 'The API of this instance, as a catalog of links (RFC 9727).',
        tag: 'service',
        answers: { 200: { description: 'A set of links (RFC 9264).', media: [LINKSET] } },
        handle: (_request, reply) =>
          reply
            .headers({
              'content-type': CATALOG_TYPE,
              'cache-control': 'public, max-age=300',
              link: `<${CATALOG_PATH}>; rel="api-catalog"; type="${LINKSET}"`,
            })
            .send(catalog),
      },
    },
  })
  registerRoute(server, {
    url: SECURITY_PATH,
    handlers: {
      GET: {
        operationId: 'readSecurityContact',
        summary: 'The contact for reports of vulnerabilities (RFC 9116), if the operator has set one.',
        tag: 'service',
        answers: { 200: { description: 'The contact.', media: ['text/plain'] } },
        refuses: ['not_found'],
        refusesAs: 'json or page',
        handle(request, reply) {
          if (securityContact === null) {
            return sendRefusal(request, reply, { code: 'not_found' }, negotiateFormat(request, base))
          }
          const expires = new Date(clock.now().getTime() + SECURITY_VALID_DAYS * DAY).toISOString()
          return reply
            .type('text/plain; charset=utf-8')
            .send(
              `Contact: ${securityContact}\nExpires: ${expires}\nCanonical: ${base}${SECURITY_PATH}\nPreferred-Languages: en\n`,
            )
        },
      },
    },
  })
}

/** Returns the links of the catalog (RFC 9727 §3): descriptions of the API for programs and for people, and its health. */
function toLinkset(base: string) {
  return {
    linkset: [
      {
        anchor: `${base}/`,
        'service-desc': [{ href: `${base}/openapi.json`, type: 'application/json' }],
        'service-doc': [
          { href: `${base}/docs`, type: 'text/html' },
          { href: `${base}/docs/start.md`, type: 'text/markdown' },
          { href: `${base}/llms.txt`, type: 'text/plain' },
        ],
        status: [{ href: `${base}/healthz`, type: 'application/json' }],
      },
    ],
  }
}
