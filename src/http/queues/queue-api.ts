import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Publication } from '../../actions/queues/publish-messages.ts'
import type { HandedOut } from '../../actions/queues/pull-messages.ts'
import type { QueueOperation } from '../../actions/queues/queue-access.ts'
import { MAX_WAITING_PULLS } from '../../domain/queues/queue.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { SECOND } from '../../domain/time.ts'
import type { HttpDeps } from '../deps.ts'
import { parseBearer } from '../kernel/bearer.ts'
import { findMember, splitItems } from '../kernel/body/json-text.ts'
import { getIdempotencyKey } from '../kernel/idempotency.ts'
import { closeStalled, createPendingResponses } from '../kernel/pending-responses.ts'
import type { Handler } from '../kernel/register-route.ts'
import { isDryRun, pathParameter } from '../kernel/request.ts'
import { readInput } from '../schema/read-input.ts'
import { AckRequest, BatchRequest, MessageRequest, PeekRequest, PullRequest, PurgeRequest } from './inputs.ts'
import { type ReadMessage, readJsonCall, readWholeMessage, toMessageContent } from './message-body.ts'

type Refused = { kind: 'refused'; refusal: Refusal }
type DryRun = { kind: 'dry_run'; body: Record<string, unknown> }
type Answered<What> = ({ kind: 'done' } & What) | DryRun | Refused

type Published = Answered<{ messageIds: string[]; replayed: boolean }>

/** One of the forms that answers are written in. */
type Wording = {
  refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply
  /** Says what a dry run would have done. */
  tell(reply: FastifyReply, body: DryRun['body']): FastifyReply
}

/** Makes handlers of calls: in this form, and as `write` says for what was done. */
export function answeringIn({ refuse, tell }: Wording) {
  return <What>(
    call: (request: FastifyRequest, reply: FastifyReply) => Promise<Answered<What>>,
    write: (reply: FastifyReply, done: What) => FastifyReply,
  ): Handler =>
    async (request, reply) => {
      const answer = await call(request, reply)
      switch (answer.kind) {
        case 'refused':
          return refuse(request, reply, answer.refusal)
        case 'dry_run':
          return tell(reply, answer.body)
        case 'done':
          return write(reply, answer)
      }
    }
}

/** What can be done with the messages of a queue, whichever words the answer is written in. */
export function createQueueApi(deps: HttpDeps) {
  const { actions, clock, keys, metrics, waits } = deps
  const looks = createPendingResponses<number>()

  /** Who asks is looked at before anything is read. */
  async function open(request: FastifyRequest, deed: QueueOperation) {
    const now = clock.now()
    const queueId = pathParameter(request, 'id')
    const opened = await actions.openQueue({ queueId, key: parseBearer(request), operation: deed, now })
    if (opened.kind === 'refused') return opened
    return { ...opened, queueId, now }
  }

  async function publishAs(
    request: FastifyRequest,
    read: () => Promise<{ kind: 'read'; messages: ReadPublication[] } | Refused>,
  ): Promise<Published> {
    const dryRun = isDryRun(request)
    const refuse = (refusal: Refusal) => {
      if (!dryRun) metrics.count('formslot_messages_total', refusal.code)
      return refused(refusal)
    }
    const opened = await open(request, 'publish')
    if (opened.kind === 'refused') return refuse(opened.refusal)
    const { queueId, now } = opened
    const content = await read()
    if (content.kind === 'refused') {
      // What the queue says goes before what the message is.
      const tried = await actions.tryMessages({ queueId, count: 1, now })
      return refuse(tried.kind === 'refused' ? tried.refusal : content.refusal)
    }
    const { messages } = content
    const idempotencyKey = getIdempotencyKey(request, {
      path: `/q/${queueId}/messages`,
      content: { kind: 'fields', fields: messages.map(asField) },
      caller: opened.by,
      mark: keys.hmacIdempotencyKey,
    })
    if (idempotencyKey.kind === 'refused') return refuse(idempotencyKey.refusal)
    if (dryRun) {
      const tried = await actions.tryMessages({ queueId, count: messages.length, now })
      if (tried.kind === 'refused') return refuse(tried.refusal)
      const bytes = messages.reduce((sum, message) => sum + message.bytes, 0)
      const { state, wouldSendClaimEmail: email } = tried
      const claim = { state, claimed: state === 'claimed', would_send_claim_email: email }
      const body = { dry_run: true, would_succeed: true, would_enqueue: true, bytes, claim_status: claim }
      return { kind: 'dry_run', body }
    }
    const answer = await actions.publishMessages({
      queueId,
      messages,
      idempotencyKey: idempotencyKey.idempotencyKey,
      now,
    })
    if (answer.kind === 'refused') return refuse(answer.refusal)
    metrics.count('formslot_messages_total', 'accepted')
    return { ...answer, kind: 'done' }
  }

  async function called<Schema extends z.ZodType>(
    request: FastifyRequest,
    { deed, schema }: { deed: QueueOperation; schema: Schema },
  ) {
    const opened = await open(request, deed)
    if (opened.kind === 'refused') return opened
    const input = inputOf(request, schema)
    if (input.kind === 'refused') return input
    if (isDryRun(request)) return WOULD_SUCCEED
    return { ...opened, input: input.value }
  }

  /** Whether one more may look into a queue while others still read what they saw. */
  function limitConcurrentReads(queueKey: number, reply: FastifyReply): boolean {
    closeStalled(reply.raw)
    return looks.begin(queueKey, reply.raw)
  }

  return {
    open,
    limitConcurrentReads,

    /** The body is the message. */
    publishWhole: (request: FastifyRequest) =>
      publishAs(request, async () => {
        const read = await readWholeMessage(request)
        return read.kind === 'refused' ? read : { kind: 'read', messages: [publication(read, 0)] }
      }),

    publishOne: (request: FastifyRequest) =>
      publishAs(request, async () => {
        const input = inputOf(request, MessageRequest)
        if (input.kind === 'refused') return input
        const { content_type: type, delay_seconds: delay = 0 } = input.value
        const read = toMessageContent({ text: findMember(input.text, 'body'), type }, 'body')
        return read.kind === 'refused' ? read : { kind: 'read', messages: [publication(read, delay)] }
      }),

    publishBatch: (request: FastifyRequest) =>
      publishAs(request, async () => {
        const input = inputOf(request, BatchRequest)
        if (input.kind === 'refused') return input
        const texts = splitItems(findMember(input.text, 'messages') ?? '[]')
        const messages: ReadPublication[] = []
        for (const [index, one] of input.value.messages.entries()) {
          const { content_type: type, delay_seconds: own } = one
          const text = findMember(texts[index] ?? '', 'body')
          const read = toMessageContent({ text, type }, `messages.${index}.body`)
          if (read.kind === 'refused') return read
          messages.push(publication(read, own ?? input.value.delay_seconds ?? 0))
        }
        return { kind: 'read', messages }
      }),

    async pull(request: FastifyRequest, reply: FastifyReply): Promise<Answered<HandedOut>> {
      const asked = await called(request, { deed: 'consume', schema: PullRequest })
      if (asked.kind !== 'opened') return asked
      const { input, queueKey, claimed } = asked
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      // What closed before anybody listened tells nobody any more.
      if (request.socket.destroyed) gone.abort()
      const pulled = await waits.pull({
        queueKey,
        limit: input.batch_size,
        leaseMs: input.visibility_timeout_ms,
        waitMs: input.wait_seconds * SECOND,
        most: claimed ? MAX_WAITING_PULLS.claimed : MAX_WAITING_PULLS.unclaimed,
        gone: gone.signal,
        async checkAccess() {
          const still = await open(request, 'consume')
          return still.kind === 'refused' ? still.refusal : null
        },
      })
      if (pulled.kind === 'full') {
        return refused({ code: 'pull_limit', retryAfterSeconds: pulled.retryAfterSeconds })
      }
      closeStalled(reply.raw)
      if (pulled.kind === 'refused') return pulled
      return { kind: 'done', messages: pulled.messages, backlog: pulled.backlog }
    },

    async peek(request: FastifyRequest, reply: FastifyReply) {
      const asked = await called(request, { deed: 'read', schema: PeekRequest })
      if (asked.kind !== 'opened') return asked
      if (!limitConcurrentReads(asked.queueKey, reply)) return TOO_MANY_LOOK
      const { queueKey, now, input } = asked
      const limit = input.batch_size
      return { kind: 'done', ...(await actions.peekMessages({ queueKey, limit, now })) } as const
    },

    async remove(request: FastifyRequest) {
      const asked = await called(request, { deed: 'consume', schema: PurgeRequest })
      if (asked.kind !== 'opened') return asked
      const messageIds = asked.input.refs.map(({ ref }) => ref)
      return {
        kind: 'done',
        ...(await actions.removeMessages({ queueKey: asked.queueKey, messageIds })),
      } as const
    },

    async ack(request: FastifyRequest) {
      const asked = await called(request, { deed: 'consume', schema: AckRequest })
      if (asked.kind !== 'opened') return asked
      const { queueKey, now, input } = asked
      const settled = await actions.settleMessages({
        queueKey,
        now,
        acks: input.acks.map((ack) => ack.lease_id),
        retries: input.retries.map(({ lease_id: leaseId, delay_seconds: delaySeconds = 0 }) => ({
          leaseId,
          delaySeconds,
        })),
      })
      return { ...settled, kind: 'done' } as const
    },
  }
}

/** What one is told who looks into a queue while too many others do. */
export const TOO_MANY_LOOK = refused({
  code: 'pull_limit',
  retryAfterSeconds: 1,
  message: 'Too many reads of this queue are in progress at the same time.',
})

export type QueueApi = ReturnType<typeof createQueueApi>

/** A dry run of what is no publishing: every check was made. */
export const WOULD_SUCCEED: DryRun = { kind: 'dry_run', body: { dry_run: true, would_succeed: true } }

type ReadPublication = Publication & { bytes: number }

function publication({ content, bytes }: ReadMessage, delaySeconds: number): ReadPublication {
  return { ...content, bytes, delaySeconds }
}

function inputOf<Schema extends z.ZodType>(request: FastifyRequest, schema: Schema) {
  // Nothing sent at all is a call with all its defaults.
  const isEmpty = !Buffer.isBuffer(request.body) || request.body.length === 0
  const call = isEmpty ? ({ kind: 'read', text: '{}', value: {} } as const) : readJsonCall(request)
  if (call.kind === 'refused') return call
  const input = readInput(schema, call.value)
  return input.kind === 'read'
    ? { ...input, text: call.text }
    : refused({ ...input.refusal, code: 'message_invalid' })
}

function asField({ type, text, delaySeconds }: Publication): { name: string; value: string } {
  return { name: `${type} ${delaySeconds}`, value: text }
}

function refused(refusal: Refusal): Refused {
  return { kind: 'refused', refusal }
}
