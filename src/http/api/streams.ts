import { Readable } from 'node:stream'
import type { Caller } from '../../actions/caller.ts'
import type { Deeds } from '../../actions/deeds.ts'
import { StoreUnavailable } from '../../actions/faults.ts'
import type { Sight } from '../../actions/look-on.ts'
import { ACCESS_SECONDS, MOST_STREAMS, MOST_WAITING_BYTES, QUIET_SECONDS } from '../../domain/stream.ts'
import { SECOND } from '../../domain/time.ts'
import type { HttpParts } from '../parts.ts'
import { BEGIN, COMMENT } from '../stream-answer.ts'

/** The streams that owners follow, all in one place: one timer looks after all, and one hand closes them. */
export type Streams = {
  /** Server-sent events of what happens in the caller's account; null while it has as many streams as it may. */
  open(caller: Caller): Promise<Readable | null>
  /** How many are open. */
  count(): number
  /** Ends all, and opens none any more. */
  close(): void
}

type Stream = { caller: Caller; body: Readable; quietSeconds: number; ended: boolean }

/** How long a reader may take to take the end, in milliseconds. */
const GOODBYE = SECOND

/** @param secondMs how long a second is; a test has shorter ones */
export function openStreams(
  parts: Pick<HttpParts, 'clock' | 'log'> & { deeds: Pick<Deeds, 'lookOn' | 'findGone'> },
  secondMs: number = SECOND,
): Streams {
  const { deeds, clock, log } = parts
  const streams = new Set<Stream>()
  let closed = false
  let seconds = 0
  let timer: NodeJS.Timeout | null = null

  async function open(caller: Caller): Promise<Readable | null> {
    const ofAccount = [...streams].filter((stream) => isOf(stream, caller.accountKey))
    if (ofAccount.length >= MOST_STREAMS) return null
    const body = new Readable({ read() {} })
    const stream = { caller, body, quietSeconds: 0, ended: false }
    streams.add(stream)
    timer ??= setInterval(tick, secondMs).unref()
    body.once('close', () => leave(stream))
    const leaveAccount = await deeds.lookOn(caller, (sight) => tell(stream, sight))
    body.once('close', leaveAccount)
    body.push(BEGIN)
    if (closed) end(stream)
    return body
  }

  function leave(stream: Stream): void {
    streams.delete(stream)
    if (streams.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }

  function tell(stream: Stream, sight: Sight): void {
    if (sight.kind === 'access') lookAfter([stream])
    else write(stream, textOf(sight))
  }

  /** Who takes nothing in is cut off before much waits, and looks afresh when coming back. */
  function write(stream: Stream, text: string): void {
    const { body } = stream
    if (stream.ended || body.destroyed) return
    stream.quietSeconds = 0
    body.push(text)
    if (body.readableLength > MOST_WAITING_BYTES) body.destroy()
  }

  function end(stream: Stream): void {
    if (stream.ended || stream.body.destroyed) return
    stream.ended = true
    stream.body.push(null)
  }

  function tick(): void {
    for (const stream of streams) {
      stream.quietSeconds += 1
      if (stream.quietSeconds >= QUIET_SECONDS) write(stream, COMMENT)
    }
    seconds += 1
    if (seconds % ACCESS_SECONDS === 0) lookAfter([...streams])
  }

  /** Ends the streams of those who may not look on any more. */
  function lookAfter(those: readonly Stream[]): void {
    const callers = those.map((stream) => stream.caller)
    deeds.findGone(callers, clock.now()).then(
      (gone) => {
        for (const stream of those) if (gone.has(stream.caller)) end(stream)
      },
      (error: unknown) => {
        // While nobody can be looked up nobody learns anything new either; it is tried again.
        if (!(error instanceof StoreUnavailable)) log.error({ err: error }, 'who may look on is not known')
      },
    )
  }

  return {
    open,
    count: () => streams.size,
    close() {
      closed = true
      for (const stream of streams) end(stream)
      const late = [...streams]
      setTimeout(() => {
        for (const { body } of late) body.destroy()
      }, GOODBYE).unref()
    },
  }
}

function isOf(stream: Stream, accountKey: number): boolean {
  return stream.caller.accountKey === accountKey
}

function textOf(sight: Exclude<Sight, { kind: 'access' }>): string {
  const { kind, endpointId } = sight
  const data =
    kind === 'submission'
      ? { endpoint_id: endpointId, submission_ids: sight.submissionIds }
      : { endpoint_id: endpointId }
  return `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`
}
