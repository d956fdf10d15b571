import type { FastifyInstance } from 'fastify'
import { DAY, SECOND } from '../../domain/time.ts'
import { composeOnce } from '../docs/publish.ts'
import { encodeText, sendEncodedFile } from '../kernel/encoded-file.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { UNCHANGED } from '../schema/page-answers.ts'
import { FORM_SCRIPT_1 } from './form-scripts/form-1.ts'

/** Every released version, the newest last. A page that names the hash of one gets these bytes from every instance. */
const VERSIONS = [FORM_SCRIPT_1]
const TYPE = 'text/javascript; charset=utf-8'
/** Lets pages of every site load the script, also with `crossorigin`, which Subresource Integrity needs. */
const FOR_EVERY_PAGE = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}
const MINUTES = 5

/** Registers the script for forms on pages of other sites: the newest version, and each version by its number. */
export function registerFormScript(server: FastifyInstance): void {
  const newest = VERSIONS.at(-1) ?? ''
  registerScript(server, {
    url: '/form.js',
    code: newest,
    cacheControl: `public, max-age=${MINUTES * 60}, must-revalidate`,
    operationId: 'readFormScript',
    summary: 'The script for forms on your pages: it sends them without leaving the page.',
  })
  for (const [index, code] of VERSIONS.entries()) {
    const version = index + 1
    registerScript(server, {
      url: `/form.${version}.js`,
      code,
      cacheControl: `public, max-age=${(365 * DAY) / SECOND}, immutable`,
      operationId: `readFormScript${version}`,
      summary: `Version ${version} of the script for forms, which never changes.`,
    })
  }
}

function registerScript(
  server: FastifyInstance,
  script: { url: string; code: string; cacheControl: string; operationId: string; summary: string },
): void {
  const { url, code, cacheControl, operationId, summary } = script
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
          reply.headers({ ...FOR_EVERY_PAGE, 'cache-control': cacheControl })
          return sendEncodedFile(request, reply, await encode())
        },
      },
    },
  })
}
