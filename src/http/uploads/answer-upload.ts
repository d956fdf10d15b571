import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SECOND } from '../../domain/time.ts'
import { isUpload } from '../kernel/body/receive-bodies.ts'
import { type Answer, send } from '../kernel/respond.ts'
import type { SentSubmission } from './sent-submission.ts'

/**
 * A client that is still sending reads the answer only if the connection stays open for a while: closing it with unread bytes
 * resets it. Browsers then show an error of their own.
 */
const MAX_LINGER_MS = 10 * SECOND
const MAX_LINGER_BYTES = 16 * 1024 * 1024

/** The body of a submission as a handler gets it. */
export type SentBody = Pick<SentSubmission, 'body' | 'upload'>

const EMPTY = Buffer.alloc(0)

/** Returns the body of a request; the request itself where its body is not read yet. */
export function getBody(request: FastifyRequest): SentBody {
  if (isUpload(request)) return { body: EMPTY, upload: request.raw }
  return { body: Buffer.isBuffer(request.body) ? request.body : EMPTY }
}

/** Sends an answer; to a client that is still sending, at once, with the end of the connection. */
export async function sendToUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): Promise<FastifyReply> {
  if (!isUpload(request) || request.raw.readableEnded) return send(reply, answer)
  if (answer.refusalCode) reply.refusalCode = answer.refusalCode
  reply.hijack()
  const length = Buffer.byteLength(answer.body)
  reply.headers({ ...answer.headers, connection: 'close', 'content-length': length })
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.raw.writeHead(answer.status)
  reply.raw.write(answer.body)
  // Whoever sent too slowly has had time enough.
  if (answer.refusalCode !== 'request_timeout') await discardRest(request.raw)
  reply.raw.end()
  return reply
}

/** Reads and drops what a client still sends, up to a limit. */
function discardRest(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const timer = setTimeout(resolve, MAX_LINGER_MS)
    request.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes > MAX_LINGER_BYTES) resolve()
    })
    request
      .once('end', resolve)
      .once('error', () => resolve())
      .once('close', resolve)
    request.once('close', () => clearTimeout(timer))
    request.resume()
  })
}
