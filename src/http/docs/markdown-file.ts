import type { FastifyReply, FastifyRequest } from 'fastify'
import { type EncodedFile, encodeText, sendEncodedFile } from '../kernel/encoded-file.ts'
import { MARKDOWN_TYPE } from '../kernel/respond.ts'
import { addVary } from '../kernel/vary.ts'
import { composeOnce, sendPublished } from './publish.ts'

/** Path of the front page as Markdown. */
export const HOME_TWIN = '/index.md'

/** Links to the descriptions of this service (RFC 8288, RFC 8631, RFC 9727), on the front page and the documentation. */
const DESCRIPTIONS = [
  '</llms.txt>; rel="describedby"; type="text/plain"',
  '</openapi.json>; rel="service-desc"; type="application/json"',
  '</docs>; rel="service-doc"; type="text/html"',
  '</.well-known/api-catalog>; rel="api-catalog"',
]

/** Returns the Link header of a page: what describes the service, and the page as Markdown. */
export function discoveryLinks(twinPath: string): string {
  return [...DESCRIPTIONS, `<${twinPath}>; rel="alternate"; type="text/markdown"`].join(', ')
}

/** Puts off composing and compressing Markdown until it is read. */
export function markdownFile(compose: () => string | Promise<string>): () => Promise<EncodedFile> {
  return composeOnce(async () => encodeText(await compose(), MARKDOWN_TYPE))
}

/** Sends Markdown at an address of its own, whose page search engines list instead. `pagePath` is the path of that page. */
export function sendTwin(
  request: FastifyRequest,
  reply: FastifyReply,
  twin: { file: EncodedFile; pagePath: string },
): FastifyReply {
  reply.headers({ link: `<${twin.pagePath}>; rel="canonical"`, 'x-robots-tag': 'noindex' })
  return sendPublished(request, reply, twin.file)
}

/**
 * Sends Markdown instead of the page at this address. Only the client itself may keep it: some shared caches ignore Vary,
 * and would show it to browsers.
 */
export function sendInsteadOfPage(
  request: FastifyRequest,
  reply: FastifyReply,
  file: EncodedFile,
): FastifyReply {
  addVary(reply, 'Accept')
  return sendEncodedFile(request, reply.header('cache-control', 'private, max-age=300'), file)
}
