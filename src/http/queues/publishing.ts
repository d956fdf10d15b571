import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Publication } from '../../actions/queues/publish-messages.ts'
import { type Refused, refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { findMember, splitItems } from '../kernel/body/json-text.ts'
import { addressBucket } from '../kernel/client-address.ts'
import { getIdempotencyKey } from '../kernel/idempotency.ts'
import { getClientAddress, isDryRun } from '../kernel/request.ts'
import { BatchRequest, MessageRequest } from './inputs.ts'
import { type ReadMessage, readWholeMessage, toMessageContent } from './message-body.ts'
import {
  type DryRun,
  openRequestedQueue,
  parseInput,
  type QueueCall,
  type QueueResult,
} from './queue-request.ts'

type Published = { messageIds: string[]; replayed: boolean }
type ReadPublication = Publication & { bytes: number }
type ReadPublications = { kind: 'read'; messages: ReadPublication[] } | Refused
/** Finds the messages in a request. */
type ReadRequest = (request: FastifyRequest) => ReadPublications | Promise<ReadPublications>

/** Creates the call that publishes the messages that `read` finds in the request. */
export function createPublish(
  deps: HttpDeps,
  { input, read }: { input: z.ZodType | null; read: ReadRequest },
): QueueCall<Published> {
  return {
    operation: 'publish',
    input,
    async run(request, reply) {
      const result = await tryToPublish(deps, request, read)
      if (isDryRun(request)) return result
      deps.metrics.count(
        'formslot_messages_total',
        result.kind === 'refused' ? result.refusal.code : 'accepted',
      )
      if (result.kind === 'done' && result.replayed) reply.header('idempotent-replayed', 'true')
      return result
    },
  }
}

async function tryToPublish(
  deps: HttpDeps,
  request: FastifyRequest,
  read: ReadRequest,
): Promise<QueueResult<Published>> {
  const { actions, keys } = deps
  const opened = await openRequestedQueue(deps, request, 'publish')
  if (opened.kind === 'refused') return opened
  const { queueId, now } = opened
  const content = await read(request)
  if (content.kind === 'refused') {
    // A refusal by the queue takes precedence over a refusal of the message.
    const dryRun = await actions.tryMessages({ queueId, count: 1, now })
    return dryRun.kind === 'refused' ? refused(dryRun.refusal) : content
  }
  const { messages } = content
  const address = addressBucket(getClientAddress(request, deps.trusts))
  const idempotencyKey = getIdempotencyKey(request, {
    path: `/q/${queueId}/messages`,
    content: { kind: 'fields', fields: messages.map(toField) },
    caller: address,
    replays: 'to anyone',
    mark: keys.hmacIdempotencyKey,
  })
  if (idempotencyKey.kind === 'refused') return idempotencyKey
  if (isDryRun(request)) return runDryRun(deps, { queueId, messages, now })
  const result = await actions.publishMessages({
    queueId,
    messages,
    idempotencyKey: idempotencyKey.idempotencyKey,
    share: deps.quotaShares.open({ address, now }),
    now,
  })
  return result.kind === 'refused' ? refused(result.refusal) : { ...result, kind: 'done' }
}

async function runDryRun(
  { actions }: HttpDeps,
  { queueId, messages, now }: { queueId: string; messages: readonly ReadPublication[]; now: Date },
): Promise<DryRun | Refused> {
  const dryRun = await actions.tryMessages({ queueId, count: messages.length, now })
  if (dryRun.kind === 'refused') return refused(dryRun.refusal)
  const bytes = messages.reduce((sum, message) => sum + message.bytes, 0)
  const { state, wouldSendClaimEmail: email } = dryRun
  const claim = { state, claimed: state === 'claimed', would_send_claim_email: email }
  const body = { dry_run: true, would_succeed: true, would_enqueue: true, bytes, claim_status: claim }
  return { kind: 'dry_run', body }
}

/** Reads a body that is the message itself. */
export async function readWhole(request: FastifyRequest): Promise<ReadPublications> {
  const read = await readWholeMessage(request)
  return read.kind === 'refused' ? read : { kind: 'read', messages: [toPublication(read, 0)] }
}

/** Reads a body that describes one message, see `MessageRequest`. */
export function readOne(request: FastifyRequest): ReadPublications {
  const input = parseInput(request, MessageRequest)
  if (input.kind === 'refused') return input
  const { content_type: type, delay_seconds: delay = 0 } = input.value
  const read = toMessageContent({ text: findMember(input.text, 'body'), type }, 'body')
  return read.kind === 'refused' ? read : { kind: 'read', messages: [toPublication(read, delay)] }
}

/** Reads a body that describes several messages, see `BatchRequest`. */
export function readBatch(request: FastifyRequest): ReadPublications {
  const input = parseInput(request, BatchRequest)
  if (input.kind === 'refused') return input
  const texts = splitItems(findMember(input.text, 'messages') ?? '[]')
  const messages: ReadPublication[] = []
  for (const [index, message] of input.value.messages.entries()) {
    const { content_type: type, delay_seconds: delay } = message
    const text = findMember(texts[index] ?? '', 'body')
    const read = toMessageContent({ text, type }, `messages.${index}.body`)
    if (read.kind === 'refused') return read
    messages.push(toPublication(read, delay ?? input.value.delay_seconds ?? 0))
  }
  return { kind: 'read', messages }
}

function toPublication({ content, bytes }: ReadMessage, delaySeconds: number): ReadPublication {
  return { ...content, bytes, delaySeconds }
}

function toField({ type, text, delaySeconds }: Publication): { name: string; value: string } {
  return { name: `${type} ${delaySeconds}`, value: text }
}
