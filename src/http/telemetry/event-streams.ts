import type { Readable } from 'node:stream'
import type { Actions } from '../../actions/actions.ts'
import type { StoredEvent } from '../../actions/telemetry/read-events.ts'
import { MAX_BUFFERED_EVENT_BYTES } from '../../domain/accounts/stream.ts'
import { SECOND } from '../../domain/time.ts'
import type { Log } from '../../runtime/log.ts'
import { StoreUnavailable } from '../../store/contract/errors.ts'
import { type OpenStream, openStreamSet, type StreamSet } from '../limits/stream-set.ts'
import { storedEventBody } from './event-shapes.ts'

/** Streams of the events of endpoints; `Streams` are those of accounts. */
export type EventStreams = Pick<StreamSet<Reader>, 'count' | 'close'> & {
  /**
   * Opens a stream of the events that arrive at an endpoint; null while it has the maximum number of streams.
   *
   * @param hasAccess called regularly; false ends the stream
   */
  open(endpointId: string, hasAccess: () => Promise<boolean>): Promise<Readable | null>
}

type Reader = {
  endpointId: string
  hasAccess: () => Promise<boolean>
  /** True while events are being loaded for it; events that arrive meanwhile are reported as missed. */
  busy: boolean
}
type Stream = OpenStream<Reader>

/** Maximum number of events sent at once; of more, the number of missed ones is sent. */
const MAX_SENT_EVENTS = 100
const MAX_BATCHES = 20
/** Maximum number of characters sent at once, unless a single event has more; far below MAX_BUFFERED_EVENT_BYTES. */
const MAX_SENT_LENGTH = 256 * 1024

/** @param secondMs length of a second; shorter in tests */
export function openEventStreams(
  deps: { log: Log; actions: Pick<Actions, 'followEvents' | 'toEvents'> },
  secondMs: number = SECOND,
): EventStreams {
  const { actions, log } = deps
  const { open, write, end, count, close } = openStreamSet<Reader>({
    getSubject: (reader) => reader.endpointId,
    maxBufferedBytes: MAX_BUFFERED_EVENT_BYTES,
    checkAccess,
    secondMs,
  })

  /** Texts of batches while they are being loaded, shared by all streams of an endpoint. */
  const texts = new Map<string, Promise<Buffer>>()

  function loadText(batchKeys: readonly number[]): Promise<Buffer> {
    const name = batchKeys.join()
    const known = texts.get(name)
    if (known) return known
    const text = actions
      .toEvents(batchKeys)
      .then((events) => Buffer.from(formatEvents(events)))
      .finally(() => texts.delete(name))
    texts.set(name, text)
    return text
  }

  function sendBatches(stream: Stream, batchKeys: readonly number[] | null): void {
    const { reader } = stream
    if (batchKeys === null || reader.busy || batchKeys.length > MAX_BATCHES) {
      write(stream, missed(null))
      return
    }
    reader.busy = true
    loadText(batchKeys)
      .then((text) => write(stream, text))
      .catch((error: unknown) => failed(stream, error))
      .finally(() => {
        reader.busy = false
      })
  }

  function failed(stream: Stream, error: unknown): void {
    if (error instanceof StoreUnavailable) write(stream, missed(null))
    else log.error({ err: error }, 'event_stream_failed')
  }

  /** Ends the streams of readers that may no longer read. */
  function checkAccess(streams: readonly Stream[]): void {
    for (const stream of streams) {
      stream.reader.hasAccess().then(
        (may) => {
          if (!may) end(stream)
        },
        (error: unknown) => failed(stream, error),
      )
    }
  }

  return {
    open: (endpointId, hasAccess) =>
      open({ endpointId, hasAccess, busy: false }, (stream) =>
        actions.followEvents(endpointId, (batchKeys) => sendBatches(stream, batchKeys)),
      ),
    count,
    close,
  }
}

/** Formats the last of these events, as many as are sent at once. */
function formatEvents(events: readonly StoredEvent[]): string {
  const texts: string[] = []
  let room = MAX_SENT_LENGTH
  for (const event of events.slice(-MAX_SENT_EVENTS).reverse()) {
    const text = `event: event\nid: ${event.eventId}\ndata: ${JSON.stringify(storedEventBody(event))}\n\n`
    room -= text.length
    if (room < 0 && texts.length > 0) break
    texts.push(text)
  }
  const left = events.length - texts.length
  return (left > 0 ? missed(left) : '') + texts.reverse().join('')
}

/** Formats the message that events were not sent; null: their number is unknown. */
function missed(count: number | null): string {
  return `event: missed\ndata: ${JSON.stringify({ count })}\n\n`
}
