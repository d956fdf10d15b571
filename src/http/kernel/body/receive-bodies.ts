import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendRefusal } from '../respond.ts'
import { negotiateFormat } from '../response-format.ts'
import type { BodyBudget } from './body-budget.ts'
import { readContentType } from './content-type.ts'

const EMPTY = Buffer.alloc(0)

/** Makes the framework receive bodies within the budget, as bytes: routes parse them, so that every refusal has our shape. */
export function receiveBodies(
  server: FastifyInstance,
  { receive, base }: { receive: BodyBudget['receive']; base: string },
): void {
  const bodies = new WeakMap<FastifyRequest, Buffer>()

  server.addHook('preParsing', (request, reply, _payload, done) => {
    if (!hasBody(request) || isUpload(request)) return done()
    const { bodyLimit } = request.routeOptions
    receive({ request: request.raw, response: reply.raw, maxBytes: bodyLimit }, (received) => {
      if (received.kind === 'whole') {
        bodies.set(request, received.body)
        return done()
      }
      const { refusal } = received
      // The client may have much more to send.
      if (refusal.code === 'payload_too_large') reply.header('connection', 'close')
      sendRefusal(request, reply, refusal, negotiateFormat(request, base))
    })
  })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (request, _payload, done) => done(null, bodies.get(request) ?? EMPTY))
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

/**
 * Returns true for a body that the handler reads as it arrives: a multipart body that is too large for one without files. Its
 * size must be known: without it, as with a chunked body, it has the limits of any other.
 */
export function isUpload({ headers, routeOptions }: FastifyRequest): boolean {
  return (
    routeOptions.config.takesFiles === true &&
    Number(headers['content-length']) > routeOptions.bodyLimit &&
    readContentType(headers['content-type']).kind === 'multipart'
  )
}
