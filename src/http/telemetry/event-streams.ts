import type { Readable } from 'node:stream'
import type { Actions } from '../../actions/actions.ts'
import type { StoredEvent } from '../../actions/telemetry/read-events.ts'
import { MAX_BUFFERED_EVENT_BYTES } from '../../domain/accounts/stream.ts'
import { SECOND } from '../../domain/time.ts'
import type { Log } from '../../runtime/log.ts'
import { StoreUnavailable } from '../../store/contract/errors.ts'
import { type OpenStream, openStreamSet, type StreamSet } from '../limits/stream-set.ts'
import { storedEventBody } from './protocols/event-reading.ts'

/** The streams of events that readers follow; as `Streams` for what happens in accounts. */
export type EventStreams = Pick<StreamSet<Reader>, 'count' | 'close'> & {
  /**
   * Server-sent events of what arrives at an endpoint; null while it has as many streams as it may.
   *
   * @param stillMay asked now and then whether the reader still may
   */
  open(endpointId: string, stillMay: () => Promise<boolean>): Promise<Readable | null>
}

type Reader = {
  endpointId: string
  stillMay: () => Promise<boolean>
  /** Whether it is being told what arrived; what arrives meanwhile is only counted. */
  busy: boolean
}
type Stream = OpenStream<Reader>

/** Events told at once; of more, how many are missing. */
const MAX_TOLD = 100
const MAX_BATCHES = 20
/** Characters told at once, unless one event alone has more: far from what a reader may have waiting. */
const MAX_TOLD_TEXT = 256 * 1024

/** @param secondMs how long a second is; a test has shorter ones */
export function openEventStreams(
  deps: { log: Log; actions: Pick<Actions, 'followEvents' | 'toEvents'> },
  secondMs: number = SECOND,
): EventStreams {
  const { actions, log } = deps
  const { open, write, end, count, close } = openStreamSet<Reader>({
    placeOf: (reader) => reader.endpointId,
    mostWaitingBytes: MAX_BUFFERED_EVENT_BYTES,
    lookAfter,
    secondMs,
  })

  /** What is told of batches, while it is being read: all who follow an endpoint are told the same. */
  const texts = new Map<string, Promise<Buffer>>()

  function textOf(batchKeys: readonly number[]): Promise<Buffer> {
    const name = batchKeys.join()
    const known = texts.get(name)
    if (known) return known
    const text = actions
      .toEvents(batchKeys)
      .then((events) => Buffer.from(toldText(events)))
      .finally(() => texts.delete(name))
    texts.set(name, text)
    return text
  }

  function tell(stream: Stream, batchKeys: readonly number[] | null): void {
    const { reader } = stream
    if (batchKeys === null || reader.busy || batchKeys.length > MAX_BATCHES) {
      write(stream, missed(null))
      return
    }
    reader.busy = true
    textOf(batchKeys)
      .then((text) => write(stream, text))
      .catch((error: unknown) => failed(stream, error))
      .finally(() => {
        reader.busy = false
      })
  }

  function failed(stream: Stream, error: unknown): void {
    if (error instanceof StoreUnavailable) write(stream, missed(null))
    else log.error({ err: error }, 'a stream of events could not be told what arrived')
  }

  /** Ends the streams of those who may not read any more. */
  function lookAfter(streams: readonly Stream[]): void {
    for (const stream of streams) {
      stream.reader.stillMay().then(
        (may) => {
          if (!may) end(stream)
        },
        (error: unknown) => failed(stream, error),
      )
    }
  }

  return {
    open: (endpointId, stillMay) =>
      open({ endpointId, stillMay, busy: false }, (stream) =>
        actions.followEvents(endpointId, (batchKeys) => tell(stream, batchKeys)),
      ),
    count,
    close,
  }
}

/** The last of these events, as many as are told at once. */
function toldText(events: readonly StoredEvent[]): string {
  const texts: string[] = []
  let room = MAX_TOLD_TEXT
  for (const event of events.slice(-MAX_TOLD).reverse()) {
    const text = `event: event\nid: ${event.eventId}\ndata: ${JSON.stringify(storedEventBody(event))}\n\n`
    room -= text.length
    if (room < 0 && texts.length > 0) break
    texts.push(text)
  }
  const left = events.length - texts.length
  return (left > 0 ? missed(left) : '') + texts.reverse().join('')
}

/** Some were not told; null: nobody knows how many. */
function missed(count: number | null): string {
  return `event: missed\ndata: ${JSON.stringify({ count })}\n\n`
}
