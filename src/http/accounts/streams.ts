import type { Readable } from 'node:stream'
import type { Caller } from '../../actions/accounts/caller.ts'
import type { AccountSubscription } from '../../actions/accounts/subscribe-to-account.ts'
import type { Actions } from '../../actions/actions.ts'
import { MAX_BUFFERED_BYTES } from '../../domain/accounts/stream.ts'
import { type Clock, SECOND } from '../../domain/time.ts'
import type { Log } from '../../runtime/log.ts'
import { StoreUnavailable } from '../../store/contract/errors.ts'
import { type OpenStream, openStreamSet, type StreamSet } from '../limits/stream-set.ts'

/** The streams that owners follow. */
export type Streams = Pick<StreamSet<Caller>, 'count' | 'close'> & {
  /** Server-sent events of what happens in the caller's account; null while it has as many streams as it may. */
  open(caller: Caller): Promise<Readable | null>
}

/** @param secondMs how long a second is; a test has shorter ones */
export function openStreams(
  deps: { clock: Clock; log: Log; actions: Pick<Actions, 'subscribeToAccount' | 'findGone'> },
  secondMs: number = SECOND,
): Streams {
  const { actions, clock, log } = deps
  const { open, write, end, count, close } = openStreamSet<Caller>({
    placeOf: (caller) => caller.accountKey,
    mostWaitingBytes: MAX_BUFFERED_BYTES,
    lookAfter,
    secondMs,
  })

  function tell(stream: OpenStream<Caller>, sight: AccountSubscription): void {
    if (sight.kind === 'access') lookAfter([stream])
    else write(stream, textOf(sight))
  }

  /** Ends the streams of those who may not look on any more. */
  function lookAfter(those: readonly OpenStream<Caller>[]): void {
    const callers = those.map((stream) => stream.reader)
    actions.findGone(callers, clock.now()).then(
      (gone) => {
        for (const stream of those) if (gone.has(stream.reader)) end(stream)
      },
      (error: unknown) => {
        // While nobody can be looked up nobody learns anything new either; it is tried again.
        if (!(error instanceof StoreUnavailable)) log.error({ err: error }, 'who may look on is not known')
      },
    )
  }

  return {
    open: (caller) =>
      open(caller, (stream) => actions.subscribeToAccount(caller, (sight) => tell(stream, sight))),
    count,
    close,
  }
}

function textOf(sight: Exclude<AccountSubscription, { kind: 'access' }>): string {
  const { kind, endpointId } = sight
  const data =
    kind === 'submission'
      ? { endpoint_id: endpointId, submission_ids: sight.submissionIds }
      : { endpoint_id: endpointId }
  return `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`
}
