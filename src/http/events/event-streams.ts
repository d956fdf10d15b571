import { Readable } from 'node:stream'
import type { Deeds } from '../../actions/deeds.ts'
import { StoreUnavailable } from '../../actions/faults.ts'
import { ACCESS_SECONDS, MOST_STREAMS, MOST_WAITING_EVENT_BYTES, QUIET_SECONDS } from '../../domain/stream.ts'
import { SECOND } from '../../domain/time.ts'
import type { HttpParts } from '../parts.ts'
import { BEGIN, COMMENT } from '../stream-answer.ts'
import { storedEventBody } from './event-reading.ts'

/** The streams of events that readers follow, all in one place; as `Streams` for what happens in accounts. */
export type EventStreams = {
  /**
   * Server-sent events of what arrives at an endpoint; null while it has as many streams as it may.
   *
   * @param stillMay asked now and then whether the reader still may
   */
  open(endpointId: string, stillMay: () => Promise<boolean>): Promise<Readable | null>
  /** How many are open. */
  count(): number
  /** Ends all, and opens none any more. */
  close(): void
}

type Stream = {
  endpointId: string
  body: Readable
  stillMay: () => Promise<boolean>
  seconds: number
  quietSeconds: number
  /** Whether it is being written what arrived; what arrives meanwhile is only counted. */
  busy: boolean
}

/** Events told at once; of more, how many are missing. */
const MOST_TOLD = 100
const MOST_BATCHES = 20

/** @param secondMs how long a second is; a test has shorter ones */
export function openEventStreams(
  parts: Pick<HttpParts, 'log'> & { deeds: Pick<Deeds, 'followEvents' | 'eventsOfBatches'> },
  secondMs: number = SECOND,
): EventStreams {
  const { deeds, log } = parts
  const streams = new Set<Stream>()
  let closed = false
  let timer: NodeJS.Timeout | null = null

  async function open(endpointId: string, stillMay: () => Promise<boolean>): Promise<Readable | null> {
    const ofEndpoint = [...streams].filter((stream) => stream.endpointId === endpointId)
    if (ofEndpoint.length >= MOST_STREAMS) return null
    const body = new Readable({ read() {} })
    const stream: Stream = { endpointId, body, stillMay, seconds: 0, quietSeconds: 0, busy: false }
    streams.add(stream)
    timer ??= setInterval(tick, secondMs).unref()
    body.once('close', () => leave(stream))
    const unfollow = await deeds
      .followEvents(endpointId, (batchKeys) => tell(stream, batchKeys))
      .catch((error: unknown) => {
        body.destroy()
        throw error
      })
    body.once('close', unfollow)
    if (body.destroyed) unfollow()
    body.push(BEGIN)
    if (closed) body.push(null)
    return body
  }

  function leave(stream: Stream): void {
    streams.delete(stream)
    if (streams.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }

  function tell(stream: Stream, batchKeys: readonly number[] | null): void {
    if (batchKeys === null || stream.busy || batchKeys.length > MOST_BATCHES) {
      write(stream, missed(null))
      return
    }
    stream.busy = true
    deeds
      .eventsOfBatches(batchKeys)
      .then((events) => {
        const told = events.slice(-MOST_TOLD)
        if (told.length < events.length) write(stream, missed(events.length - told.length))
        for (const event of told) {
          write(
            stream,
            `event: event\nid: ${event.eventId}\ndata: ${JSON.stringify(storedEventBody(event))}\n\n`,
          )
        }
      })
      .catch((error: unknown) => failed(stream, error))
      .finally(() => {
        stream.busy = false
      })
  }

  function failed(stream: Stream, error: unknown): void {
    if (error instanceof StoreUnavailable) write(stream, missed(null))
    else log.error({ err: error }, 'a stream of events could not be told what arrived')
  }

  function write(stream: Stream, text: string): void {
    const { body } = stream
    if (body.destroyed || body.readableEnded) return
    stream.quietSeconds = 0
    body.push(text)
    if (body.readableLength > MOST_WAITING_EVENT_BYTES) body.destroy()
  }

  function tick(): void {
    for (const stream of streams) {
      stream.quietSeconds += 1
      stream.seconds += 1
      if (stream.quietSeconds >= QUIET_SECONDS) write(stream, COMMENT)
      if (stream.seconds % ACCESS_SECONDS === 0) lookAfter(stream)
    }
  }

  /** Ends the stream of who may not read any more. */
  function lookAfter(stream: Stream): void {
    stream.stillMay().then(
      (may) => {
        if (!may) stream.body.destroy()
      },
      (error: unknown) => failed(stream, error),
    )
  }

  return {
    open,
    count: () => streams.size,
    close() {
      closed = true
      for (const { body } of streams) body.destroy()
    },
  }
}

/** Some were not told; null: nobody knows how many. */
function missed(count: number | null): string {
  return `event: missed\ndata: ${JSON.stringify({ count })}\n\n`
}
