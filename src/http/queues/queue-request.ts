import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { OpenedQueue, QueueOperation } from '../../actions/queues/queue-access.ts'
import { type Refusal, type Refused, refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { countCall } from '../kernel/authenticate.ts'
import { parseBearer } from '../kernel/bearer.ts'
import { isDryRun, pathParameter } from '../kernel/request.ts'
import { readInput } from '../schema/read-input.ts'
import { readJsonCall } from './message-body.ts'

export type DryRun = { kind: 'dry_run'; body: Record<string, unknown> }
/** The result of a queue operation, before it is written in one of the two response formats. */
export type QueueResult<Done> = ({ kind: 'done' } & Done) | DryRun | Refused

/** A queue opened by the key of a request. */
export type OpenedRequest = OpenedQueue & { queueId: string; now: Date }

/** Dry run of an operation other than publishing: every check was made. */
export const WOULD_SUCCEED: DryRun = { kind: 'dry_run', body: { dry_run: true, would_succeed: true } }

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

/** Opens the queue and parses the body; a dry run ends here. */
export async function openWithInput<Schema extends z.ZodType>(
  deps: Pick<HttpDeps, 'actions' | 'clock'>,
  request: FastifyRequest,
  { operation, schema }: { operation: QueueOperation; schema: Schema },
): Promise<(OpenedRequest & { input: z.output<Schema> }) | DryRun | Refused> {
  const opened = await openRequestedQueue(deps, request, operation)
  if (opened.kind === 'refused') return opened
  const input = parseInput(request, schema)
  if (input.kind === 'refused') return input
  if (isDryRun(request)) return WOULD_SUCCEED
  return { ...opened, input: input.value }
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
