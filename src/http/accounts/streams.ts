import type { Readable } from 'node:stream'
import type { Caller } from '../../actions/accounts/caller.ts'
import type { AccountSubscription } from '../../actions/accounts/subscribe-to-account.ts'
import type { Actions } from '../../actions/actions.ts'
import { MAX_BUFFERED_BYTES } from '../../domain/accounts/stream.ts'
import { type Clock, SECOND } from '../../domain/time.ts'
import type { Log } from '../../runtime/log.ts'
import { StoreUnavailable } from '../../store/contract/errors.ts'
import { type OpenStream, openStreamSet, type StreamSet } from '../limits/stream-set.ts'

/** Open event streams of owners. */
export type Streams = Pick<StreamSet<Caller>, 'count' | 'close'> & {
  /** Opens a stream of server-sent events of the caller's account; null while the account has `MAX_STREAMS`. */
  open(caller: Caller): Promise<Readable | null>
}

/** @param secondMs length of a second in milliseconds; tests use shorter ones */
export function openStreams(
  deps: { clock: Clock; log: Log; actions: Pick<Actions, 'subscribeToAccount' | 'findEndedAccess'> },
  secondMs: number = SECOND,
): Streams {
  const { actions, clock, log } = deps
  const { open, write, end, count, close } = openStreamSet<Caller>({
    // Members have streams of their own: a viewer must not use up those of the owner.
    getSubject: ({ accountKey, member }) => (member ? `${accountKey} ${member.key}` : accountKey),
    maxBufferedBytes: MAX_BUFFERED_BYTES,
    checkAccess: endRevoked,
    secondMs,
  })

  function handleEvent(stream: OpenStream<Caller>, event: AccountSubscription): void {
    if (event.kind === 'access') endRevoked([stream])
    else write(stream, formatEvent(event))
  }

  /** Ends the streams of callers whose session or key is gone. */
  function endRevoked(open: readonly OpenStream<Caller>[]): void {
    const callers = open.map((stream) => stream.reader)
    actions.findEndedAccess(callers, clock.now()).then(
      (ended) => {
        for (const stream of open) if (ended.has(stream.reader)) end(stream)
      },
      (error: unknown) => {
        // Without the store no events are sent either, and the next check finds the same callers.
        if (error instanceof StoreUnavailable) return
        log.error({ err: error, streams: callers.length }, 'stream_access_check_failed')
      },
    )
  }

  return {
    open: (caller) =>
      open(caller, (stream) => actions.subscribeToAccount(caller, (event) => handleEvent(stream, event))),
    count,
    close,
  }
}

function formatEvent(event: Exclude<AccountSubscription, { kind: 'access' }>): string {
  const { kind, endpointId } = event
  const data =
    kind === 'submission'
      ? { endpoint_id: endpointId, submission_ids: event.submissionIds }
      : { endpoint_id: endpointId }
  return `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`
}
