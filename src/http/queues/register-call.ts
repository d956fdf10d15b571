import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MAX_QUEUE_BODY_BYTES, MAX_QUEUE_CALL_BYTES } from '../../domain/queues/queue.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type PublicOperation, registerRoute } from '../kernel/register-route.ts'
import { checkKeyBeforeBody, type DryRun, type QueueCall } from './queue-request.ts'

/** Writes refusals and dry runs in one of the two response formats. */
type QueueResponseFormat = {
  sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply
  sendDryRun(reply: FastifyReply, body: DryRun['body']): FastifyReply
}

/** A call with its address and the format of its answer. */
type Placed<Done> = {
  method?: 'GET' | 'POST' | 'DELETE'
  url: string
  call: QueueCall<Done>
  /** Its description in the API reference; left out of it without one. */
  operation?: PublicOperation
  send(reply: FastifyReply, done: Done): FastifyReply
}

/** Returns a function that registers calls whose answers have one format. A request without a well-formed key is refused before its body is read. */
export function createRegisterCall(
  server: FastifyInstance,
  deps: HttpDeps,
  { sendRefusal, sendDryRun }: QueueResponseFormat,
) {
  function refuseEarly(request: FastifyRequest, reply: FastifyReply): boolean {
    const refusal = checkKeyBeforeBody(request, deps)
    if (refusal) sendRefusal(request, reply, refusal)
    return refusal !== null
  }

  return <Done>({ method = 'POST', url, call, operation, send }: Placed<Done>): void => {
    async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const result = await call.run(request, reply)
      switch (result.kind) {
        case 'refused':
          return sendRefusal(request, reply, result.refusal)
        case 'dry_run':
          return sendDryRun(reply, result.body)
        case 'done':
          return send(reply, result)
      }
    }
    const handlers = { [method]: operation ? { ...operation, handle } : handle }
    registerRoute(server, { url, ...limitBody(call), refuseEarly, handlers })
  }
}

function limitBody({ operation, input }: Pick<QueueCall<unknown>, 'operation' | 'input'>) {
  if (operation === 'publish') return { bodyLimit: MAX_QUEUE_BODY_BYTES }
  return input === null ? {} : { bodyLimit: MAX_QUEUE_CALL_BYTES }
}
