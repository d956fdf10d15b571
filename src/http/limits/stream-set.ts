import { Readable } from 'node:stream'
import { ACCESS_CHECK_SECONDS, KEEPALIVE_SECONDS, MAX_STREAMS } from '../../domain/accounts/stream.ts'
import { SECOND } from '../../domain/time.ts'
import { BEGIN, COMMENT } from '../kernel/streaming.ts'

/** A stream of server-sent events that somebody reads. */
export type OpenStream<Reader> = { reader: Reader; body: Readable; quietSeconds: number; ended: boolean }

/** Streams of one sort, all in one place: one timer looks after all, and one hand closes them. */
export type StreamSet<Reader> = {
  /**
   * A stream for this reader; null while there are as many in its place as there may be.
   *
   * @param follow begins to tell what happens, and answers with how to end it; it is ended with the stream
   */
  open(reader: Reader, follow: (stream: OpenStream<Reader>) => Promise<() => void>): Promise<Readable | null>
  /** Who takes nothing in is cut off before much waits, and looks afresh when coming back. */
  write(stream: OpenStream<Reader>, text: string | Buffer): void
  end(stream: OpenStream<Reader>): void
  /** How many are open. */
  count(): number
  /** Ends all, and opens none any more. */
  close(): void
}

/** How long a reader may take to take the end, in milliseconds. */
const GOODBYE = SECOND

/**
 * Opens a set without streams.
 *
 * @param options.placeOf where the reader looks: an account, an endpoint
 * @param options.mostWaitingBytes a reader for whom more waits is cut off
 * @param options.lookAfter is called now and then to end the streams of those who may not read any more
 * @param options.secondMs how long a second is; a test has shorter ones
 */
export function openStreamSet<Reader>(options: {
  placeOf(reader: Reader): string | number
  mostWaitingBytes: number
  lookAfter(streams: readonly OpenStream<Reader>[]): void
  secondMs: number
}): StreamSet<Reader> {
  const { placeOf, mostWaitingBytes, lookAfter, secondMs } = options
  const streams = new Set<OpenStream<Reader>>()
  let closed = false
  let seconds = 0
  let timer: NodeJS.Timeout | null = null

  function leave(stream: OpenStream<Reader>): void {
    streams.delete(stream)
    if (streams.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }

  function write(stream: OpenStream<Reader>, text: string | Buffer): void {
    const { body } = stream
    if (stream.ended || body.destroyed) return
    stream.quietSeconds = 0
    body.push(text)
    if (body.readableLength > mostWaitingBytes) body.destroy()
  }

  function end(stream: OpenStream<Reader>): void {
    if (stream.ended || stream.body.destroyed) return
    stream.ended = true
    stream.body.push(null)
    setTimeout(() => stream.body.destroy(), GOODBYE).unref()
  }

  function tick(): void {
    for (const stream of streams) {
      stream.quietSeconds += 1
      if (stream.quietSeconds >= KEEPALIVE_SECONDS) write(stream, COMMENT)
    }
    seconds += 1
    if (seconds % ACCESS_CHECK_SECONDS === 0) lookAfter([...streams])
  }

  return {
    write,
    end,
    async open(reader, follow) {
      const place = placeOf(reader)
      const there = [...streams].filter((stream) => placeOf(stream.reader) === place)
      if (there.length >= MAX_STREAMS) return null
      const body = new Readable({ read() {} })
      const stream = { reader, body, quietSeconds: 0, ended: false }
      streams.add(stream)
      timer ??= setInterval(tick, secondMs).unref()
      body.once('close', () => leave(stream))
      const unfollow = await follow(stream).catch((error: unknown) => {
        body.destroy()
        throw error
      })
      body.once('close', unfollow)
      if (body.destroyed) unfollow()
      body.push(BEGIN)
      if (closed) end(stream)
      return body
    },
    count: () => streams.size,
    close() {
      closed = true
      for (const stream of streams) end(stream)
    },
  }
}
