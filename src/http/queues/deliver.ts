import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HandedOut } from '../../actions/queues/pull-messages.ts'
import { StoreUnavailable } from '../../store/contract/errors.ts'
import type { HttpDeps } from '../deps.ts'
import { onUnsent, socketClosed } from '../kernel/pending-responses.ts'

/** One who pulls, and whether nobody is there any more to be answered. */
export type Puller = { request: FastifyRequest; reply: FastifyReply; gone: AbortSignal }

/**
 * What the puller gets of what was pulled. It is given back at once where the answer will not be sent, or was not when
 * the connection went; whoever took in the first part of an answer gets it twice then.
 *
 * @param mayHave asked before anything is handed out
 */
export async function deliver<Refused>(
  { actions, log }: Pick<HttpDeps, 'actions' | 'log'>,
  { request, reply, gone }: Puller,
  pulled: HandedOut & { queueKey: number },
  mayHave: () => Promise<Refused | null>,
): Promise<Refused | ({ kind: 'done' } & HandedOut)> {
  const { queueKey, messages, backlog } = pulled
  if (messages.length === 0) return { kind: 'done', messages, backlog }
  const giveBack = () =>
    actions.giveBackMessages({ queueKey, leaseIds: messages.map(({ leaseId }) => leaseId) })
  const refused = await mayHave()
  await socketClosed()
  // Of who has ended the connection nothing else may be heard yet, but nothing can be written to it any more.
  if (refused || gone.aborted || !request.socket.writable) {
    await giveBack()
    return refused ?? { kind: 'done', messages: [], backlog }
  }
  onUnsent(reply.raw, () => {
    giveBack().catch((error: unknown) => {
      // Then they come again when their lease is over.
      if (!(error instanceof StoreUnavailable)) log.error({ err: error }, 'messages were not given back')
    })
  })
  return { kind: 'done', messages, backlog }
}
