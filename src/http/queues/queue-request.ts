import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { OpenedQueue, QueueOperation } from '../../actions/queues/queue-access.ts'
import { type Refusal, type Refused, refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { countCall } from '../kernel/authenticate.ts'
import { parseBearer } from '../kernel/bearer.ts'
import { createPendingResponses } from '../kernel/pending-responses.ts'
import { isDryRun, pathParameter } from '../kernel/request.ts'
import { isSafeMethod } from '../kernel/response-format.ts'
import { readInput } from '../schema/read-input.ts'
import { readJsonCall } from './message-body.ts'

/**
 * A call to a queue: its operation, the JSON that it sends, and what it does. Its address and the format of its answer are
 * declared where it is registered.
 */
export type QueueCall<Done> = {
  operation: Exclude<QueueOperation, 'look'>
  /** Schema of the JSON; null: the body is something else, or nothing. */
  input: z.ZodType | null
  run(request: FastifyRequest, reply: FastifyReply): Promise<QueueResult<Done>>
}

export type DryRun = { kind: 'dry_run'; body: Record<string, unknown> }
/** The result of a call, before it is written in one of the two response formats. */
export type QueueResult<Done> = ({ kind: 'done' } & Done) | DryRun | Refused

/** A queue opened by the key of a request. */
export type OpenedRequest = OpenedQueue & { queueId: string; now: Date }

/** Dry run of a call other than publishing: every check was made. */
const WOULD_SUCCEED: DryRun = { kind: 'dry_run', body: { dry_run: true, would_succeed: true } }
/** The refusal of a read while too many reads of the queue are in progress. */
const TOO_MANY_READS = refused({
  code: 'pull_limit',
  retryAfterSeconds: 1,
  message: 'Too many reads of this queue are in progress at the same time.',
})

/**
 * Returns a function that creates calls other than publishing: each opens the queue by its key, parses the JSON by its
 * schema, and acts unless it is a dry run. A read counts as in progress until its response is sent.
 */
export function createCallFactory(deps: Pick<HttpDeps, 'actions' | 'clock'>) {
  const reads = createPendingResponses<number>()
  return <Schema extends z.ZodType, Done>(
    call: { operation: 'pull' | 'consume' | 'read'; input: Schema | null },
    act: (opened: Opened & { input: z.output<Schema> }) => Promise<({ kind: 'done' } & Done) | Refused>,
  ): QueueCall<Done> => ({
    ...call,
    async run(request, reply) {
      const opened = await openRequestedQueue(deps, request, call.operation)
      if (opened.kind === 'refused') return opened
      const input = call.input === null ? NO_INPUT : parseInput(request, call.input)
      if (input.kind === 'refused') return input
      if (!isSafeMethod(request) && isDryRun(request)) return WOULD_SUCCEED
      if (call.operation === 'read' && !reads.begin(opened.queueKey, reply.raw)) return TOO_MANY_READS
      return act({ ...opened, request, reply, input: input.value as z.output<Schema> })
    },
  })
}

type Opened = OpenedRequest & { request: FastifyRequest; reply: FastifyReply }
const NO_INPUT = { kind: 'read', value: {} } as const

/** Opens the queue that the path names with the key of the request, before its body is read. */
export async function openRequestedQueue(
  { actions, clock }: Pick<HttpDeps, 'actions' | 'clock'>,
  request: FastifyRequest,
  operation: QueueOperation,
): Promise<OpenedRequest | Refused> {
  const now = clock.now()
  const queueId = pathParameter(request, 'id')
  const opened = await actions.openQueue({
    queueId,
    key: parseBearer(request),
    operation,
    now,
    dryRun: isDryRun(request),
  })
  return opened.kind === 'refused' ? opened : { ...opened, queueId, now }
}

/**
 * Refuses, before the body is read, a request without a key, with a key that is mistyped or of another kind, and too many
 * calls with the same key. Null when the store has to decide.
 */
export function checkKeyBeforeBody(
  request: FastifyRequest,
  deps: Pick<HttpDeps, 'keys' | 'callRate' | 'clock'>,
): Refusal | null {
  const key = parseBearer(request)
  if (key === null) return { code: 'key_missing' }
  const id = deps.keys.parseEndpointKeyId('queue', key) ?? deps.keys.parseApiKeyId(key)
  return id === null ? { code: 'key_invalid' } : countCall(deps, key)
}

/** Parses a JSON body by its schema. `text` is the JSON as it was sent. An empty body stands for `{}`. */
export function parseInput<Schema extends z.ZodType>(
  request: FastifyRequest,
  schema: Schema,
): { kind: 'read'; value: z.output<Schema>; text: string } | Refused {
  const isEmpty = !Buffer.isBuffer(request.body) || request.body.length === 0
  const json = isEmpty ? ({ kind: 'read', text: '{}', value: {} } as const) : readJsonCall(request)
  if (json.kind === 'refused') return json
  const input = readInput(schema, json.value)
  return input.kind === 'read'
    ? { ...input, text: json.text }
    : refused({ ...input.refusal, code: 'message_invalid' })
}
