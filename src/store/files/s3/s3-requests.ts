import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { SECOND } from '../../../domain/time.ts'
import { readText } from './read-answer.ts'
import { connectS3, MAX_SILENCE_MS, type S3Address, type S3Answer, type S3Request } from './s3-connection.ts'
import { S3Fault, toFault } from './s3-fault.ts'

export type S3Options = {
  now(): Date
  maxSilenceMs?: number
  /** Pauses before a request is repeated. */
  retryPausesMs?: readonly number[]
}

/** An answer that was read. */
export type S3Text = { status: number; headers: IncomingHttpHeaders; text: string }

/** Sends requests to one bucket. */
export type S3Requests = {
  maxSilenceMs: number
  /** Sends a request whose answer may be a file. */
  send(request: S3Request): Promise<S3Answer>
  /** Sends a request and reads its answer, of any status. */
  ask(request: S3Request): Promise<S3Text>
  /** Reads the rest of an answer that turned out not to be a file. */
  read(answer: S3Answer): Promise<S3Text>
  /** Runs again what failed for a reason that may be over in a moment. */
  retry<Result>(run: (attempt: number) => Promise<Result>): Promise<Result>
  /** Creates the fault of an answer. */
  toFault(answer: S3Text): S3Fault
}

const RETRY_PAUSES_MS: readonly number[] = [0.2 * SECOND, SECOND]
/** A page of 1000 keys of 1024 bytes, each with an owner. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024

/** Connects to a bucket. */
export function createS3Requests(address: S3Address, options: S3Options): S3Requests {
  const { now, maxSilenceMs = MAX_SILENCE_MS, retryPausesMs = RETRY_PAUSES_MS } = options
  const { send } = connectS3(address, { now, maxSilenceMs })

  async function read({ status, headers, body }: S3Answer): Promise<S3Text> {
    const text = await readText(body, { maxBytes: MAX_ANSWER_BYTES, maxMs: maxSilenceMs })
    return { status, headers, text }
  }

  return {
    maxSilenceMs,
    send,
    ask: async (request) => read(await send(request)),
    read,
    async retry(run) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await run(attempt)
        } catch (error) {
          const pause = retryPausesMs[attempt - 1]
          if (!(error instanceof S3Fault && error.isTransient) || pause === undefined) throw error
          await setTimeout(pause)
        }
      }
    },
    toFault: (answer) => toFault(answer, now()),
  }
}
