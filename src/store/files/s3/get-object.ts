import type { Readable } from 'node:stream'
import type { ByteRange } from '../file-store.ts'
import { createCheckedBody } from './read-answer.ts'
import type { S3Answer } from './s3-connection.ts'
import { S3Fault } from './s3-fault.ts'
import type { S3Requests } from './s3-requests.ts'

/**
 * Opens an object, or inclusive byte positions of it; null where there is none. The stream fails instead of ending early.
 *
 * @returns bytes of the whole object, and a stream of what was asked for
 */
export function getObject(
  requests: S3Requests,
  { key, range }: { key: string; range?: ByteRange | undefined },
): Promise<{ bytes: number; stream: Readable } | null> {
  return requests.retry(async () => {
    const headers: Record<string, string> = range ? { range: `bytes=${range.from}-${range.to}` } : {}
    const answer = await requests.send({ method: 'GET', key, headers })
    if (answer.status !== 200 && answer.status !== 206) {
      const fault = requests.toFault(await requests.read(answer))
      if (fault.code === 'NoSuchKey') return null
      throw fault
    }
    const length = readLength(answer, range)
    if (length) {
      const { maxSilenceMs } = requests
      return {
        bytes: length.whole,
        stream: createCheckedBody(answer.body, { bytes: length.part, maxSilenceMs }),
      }
    }
    answer.body.destroy()
    throw new S3Fault(`the S3 server answered ${answer.status} with other bytes than those asked for`)
  })
}

/** Reads from the headers how many bytes come, and how many the object has; null unless they are those asked for. */
function readLength(
  { status, headers }: S3Answer,
  range?: ByteRange,
): { part: number; whole: number } | null {
  const encoding = headers['content-encoding'] ?? 'identity'
  const length = /^\d{1,15}$/.test(headers['content-length'] ?? '') ? Number(headers['content-length']) : null
  if (length === null || encoding !== 'identity') return null
  if (!range) return status === 200 ? { part: length, whole: length } : null
  const [, from, to, whole] =
    /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(headers['content-range'] ?? '') ?? []
  const isWanted = Number(from) === range.from && Number(to) === range.to
  return isWanted && length === range.to - range.from + 1 ? { part: length, whole: Number(whole) } : null
}
