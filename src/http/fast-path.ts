import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { MAX_BODY_BYTES } from '../domain/submissions/fields.ts'
import { SECOND } from '../domain/time.ts'
import type { HttpDeps } from './deps.ts'
import type { AcceptSubmission } from './forms/submit.ts'
import { toFaultRefusal } from './kernel/faults.ts'
import type { RequestHead } from './kernel/request.ts'
import { type Answer, refusalAnswer } from './kernel/respond.ts'
import { negotiateFormat } from './kernel/response-format.ts'

const DURATION = 'formslot_http_request_duration_seconds'
const ROUTE = '/f/:id'
const ADDRESS = /^\/f\/([0-9a-z_]{1,128})(?:\?|$)/

/**
 * A door for what nearly every request is: a submission to a plain address, with a body whose length is told. It goes
 * to its action without the framework, which costs as much as all the rest. Everything else is the framework's,
 * the same submission with an odd address, or with a length that is not told, among it. What is answered does not differ,
 * but for a malformed Content-Type, which the framework refuses before anything else is looked at.
 *
 * @param options.headersOf what every answer to a submission carries, name and value in turn
 */
export function createFastPath(
  deps: HttpDeps,
  options: {
    take: AcceptSubmission
    newRequestId(): string
    headersOf(requestId: string): string[]
    warnOfProxy(request: RequestHead): void
    otherwise: RequestListener
  },
): RequestListener {
  const { take } = options

  function answerToFault(error: unknown, asked: RequestHead): Answer {
    const refusal = toFaultRefusal(error, { id: asked.id, route: ROUTE }, deps)
    return refusalAnswer(asked, refusal, negotiateFormat(asked, deps.base))
  }

  return function enter(request, response) {
    const formId = formIdOf(request)
    if (formId === null) return options.otherwise(request, response)
    const begunAt = performance.now()
    const { headers, socket, url = '' } = request
    const asked: RequestHead = { id: options.newRequestId(), method: 'POST', url, headers, socket }
    options.warnOfProxy(asked)
    const say = (answer: Answer) => write(response, options.headersOf(asked.id), answer)
    readWhole(request, (body) => {
      take(asked, formId, body)
        .catch((error: unknown) => answerToFault(error, asked))
        .then(say)
        // Nothing is left to say it with; the client sees that nothing came.
        .catch((error: unknown) => {
          answerToFault(error, asked)
          response.destroy()
        })
    })
    response.once('finish', () => {
      deps.answered()
      deps.metrics.observe(DURATION, (performance.now() - begunAt) / SECOND, 'forms')
    })
  }
}

function formIdOf(request: IncomingMessage): string | null {
  const { headers, method, url } = request
  if (method !== 'POST' || headers.host === undefined || headers['transfer-encoding'] !== undefined)
    return null
  const length = Number(headers['content-length'] ?? 0)
  if (length === 0 || length > MAX_BODY_BYTES) return null
  return ADDRESS.exec(url ?? '')?.[1] ?? null
}

/** Calls back once with the whole body; never for a request that breaks off. */
function readWhole(request: IncomingMessage, done: (body: Buffer) => void): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.once('end', () => {
    const [first] = chunks
    done(first && chunks.length === 1 ? first : Buffer.concat(chunks))
  })
}

/** @param head headers, to which those of the answer are added */
function write(response: ServerResponse, head: string[], answer: Answer): void {
  const { body, headers } = answer
  const length = Buffer.byteLength(body)
  for (const name in headers) head.push(name, headers[name] ?? '')
  head.push('content-length', String(length))
  response.writeHead(answer.status, head)
  // One string goes out with its head in one write; what is ASCII need not be encoded.
  response.end(body, length === body.length ? 'latin1' : 'utf8')
}
