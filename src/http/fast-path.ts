import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { MAX_BODY_BYTES } from '../domain/submissions/fields.ts'
import { SECOND } from '../domain/time.ts'
import type { HttpDeps } from './deps.ts'
import type { AcceptSubmission } from './forms/submit.ts'
import type { BodyBudget } from './kernel/body/body-budget.ts'
import { toFaultRefusal } from './kernel/faults.ts'
import { isHostValid, type RequestHead } from './kernel/request.ts'
import { type Answer, REFERRER_POLICY, refusalAnswer } from './kernel/respond.ts'
import { negotiateFormat } from './kernel/response-format.ts'
import type { Admission } from './refused-connections.ts'

const DURATION = 'formslot_http_request_duration_seconds'
const ROUTE = '/f/:id'
const ADDRESS = /^\/f\/([0-9a-z_]{1,128})\/?(?:\?|$)/

/**
 * Creates a listener that passes an ordinary submission (plain address, known body length) straight to its action, because
 * the framework costs as much as all the rest of the work. All other requests go to the framework, including submissions
 * with an escaped address or without a Content-Length. Answers are the same on both paths, except for a malformed
 * Content-Type, which the framework refuses before anything else is checked.
 *
 * @param options.listHeaders returns the headers of every answer to a submission except Vary and Referrer-Policy, names and values
 *   in turn
 */
export function createFastPath(
  deps: HttpDeps,
  options: {
    submit: AcceptSubmission
    newRequestId(): string
    listHeaders(request: RequestHead): string[]
    warnOfProxy(request: RequestHead): void
    /** Called for every request. */
    begin(response: ServerResponse): Admission
    /** Answers a request whose connection is one too many. */
    refuse: RequestListener
    receive: BodyBudget['receive']
    framework: RequestListener
  },
): RequestListener {
  const { submit, framework } = options

  function answerToFault(error: unknown, head: RequestHead): Answer {
    const refusal = toFaultRefusal(error, { id: head.id, route: ROUTE }, deps)
    return refusalAnswer(head, refusal, negotiateFormat(head, deps.base))
  }

  return function handleRequest(request, response) {
    const admission = options.begin(response)
    if (admission === 'closed') return
    if (admission === 'refused') return options.refuse(request, response)
    const formId = findFormId(request)
    if (formId === null) return framework(request, response)
    const startedAt = performance.now()
    const { headers, socket, url = '' } = request
    const head: RequestHead = { id: options.newRequestId(), method: 'POST', url, headers, socket }
    if (headers['x-forwarded-for'] !== undefined) options.warnOfProxy(head)
    const send = (answer: Answer) => {
      write(response, options.listHeaders(head), answer)
      if (answer.refusalCode && answer.status === 503) deps.outages.record(answer.refusalCode, head.id)
    }
    options.receive({ request, response, maxBytes: MAX_BODY_BYTES }, (received) => {
      if (received.kind === 'refused') {
        return send(refusalAnswer(head, received.refusal, negotiateFormat(head, deps.base)))
      }
      submit(head, { formId, body: received.body })
        .then(send, (error: unknown) => send(answerToFault(error, head)))
        // The answer cannot be written; the client sees that the connection closed.
        .catch((error: unknown) => {
          answerToFault(error, head)
          response.destroy()
        })
    })
    response.on('finish', () => {
      deps.answered?.()
      deps.metrics.observe(DURATION, (performance.now() - startedAt) / SECOND, 'forms')
    })
  }
}

function findFormId(request: IncomingMessage): string | null {
  const { headers, method, url } = request
  if (method !== 'POST' || headers['transfer-encoding'] !== undefined || !isHostValid(request)) return null
  const length = Number(headers['content-length'] ?? 0)
  if (length === 0 || length > MAX_BODY_BYTES) return null
  return ADDRESS.exec(url ?? '')?.[1] ?? null
}

/** @param headers headers, to which those of the answer are added */
function write(response: ServerResponse, headers: string[], answer: Answer): void {
  const { body } = answer
  const length = Buffer.byteLength(body)
  for (const name in answer.headers) headers.push(name, answer.headers[name] ?? '')
  if (answer.headers.vary === undefined) headers.push('vary', 'Origin')
  if (answer.headers['referrer-policy'] === undefined) headers.push('referrer-policy', REFERRER_POLICY)
  headers.push('content-length', String(length))
  response.writeHead(answer.status, headers)
  // A string is written together with the headers; latin1 avoids encoding plain ASCII.
  response.end(body, length === body.length ? 'latin1' : 'utf8')
}
