import { Readable } from 'node:stream'
import { ACCESS_CHECK_SECONDS, KEEPALIVE_SECONDS, MAX_STREAMS } from '../../domain/accounts/stream.ts'
import { SECOND } from '../../domain/time.ts'
import { BEGIN, COMMENT } from '../kernel/streaming.ts'

/** An open stream of server-sent events. */
export type OpenStream<Reader> = { reader: Reader; body: Readable; quietSeconds: number; ended: boolean }

/** Open streams of one kind, with a shared timer for keepalive comments and access checks. */
export type StreamSet<Reader> = {
  /**
   * Opens a stream for this reader; null while its subject has the maximum number of streams.
   *
   * @param follow subscribes the stream, and returns the function that unsubscribes it when the stream closes
   */
  open(reader: Reader, follow: (stream: OpenStream<Reader>) => Promise<() => void>): Promise<Readable | null>
  /** Writes to a stream. A reader with too much unread is disconnected, and reloads when it reconnects. */
  write(stream: OpenStream<Reader>, text: string | Buffer): void
  end(stream: OpenStream<Reader>): void
  /** Returns the number of open streams. */
  count(): number
  /** Ends all streams; later ones end at once. */
  close(): void
}

/** Time that a reader has to read the end of a stream, in milliseconds. */
const END_TIMEOUT_MS = SECOND

/**
 * Opens an empty set of streams.
 *
 * @param options.getSubject returns the subject that the reader follows: an account, an endpoint
 * @param options.maxBufferedBytes maximum unread output of a reader before it is disconnected
 * @param options.checkAccess is called regularly to end the streams of readers without access
 * @param options.secondMs length of a second; shorter in tests
 */
export function openStreamSet<Reader>(options: {
  getSubject(reader: Reader): string | number
  maxBufferedBytes: number
  checkAccess(streams: readonly OpenStream<Reader>[]): void
  secondMs: number
}): StreamSet<Reader> {
  const { getSubject, maxBufferedBytes, checkAccess, secondMs } = options
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
    if (body.readableLength > maxBufferedBytes) body.destroy()
  }

  function end(stream: OpenStream<Reader>): void {
    if (stream.ended || stream.body.destroyed) return
    stream.ended = true
    stream.body.push(null)
    setTimeout(() => stream.body.destroy(), END_TIMEOUT_MS).unref()
  }

  function tick(): void {
    for (const stream of streams) {
      stream.quietSeconds += 1
      if (stream.quietSeconds >= KEEPALIVE_SECONDS) write(stream, COMMENT)
    }
    seconds += 1
    if (seconds % ACCESS_CHECK_SECONDS === 0) checkAccess([...streams])
  }

  return {
    write,
    end,
    async open(reader, follow) {
      const subject = getSubject(reader)
      const there = [...streams].filter((stream) => getSubject(stream.reader) === subject)
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
