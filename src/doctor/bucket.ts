import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FilesConfig } from '../config/files.ts'
import { MINUTE, SECOND } from '../domain/time.ts'
import { FilesUnavailable } from '../store/contract/errors.ts'
import { createS3Client } from '../store/files/s3/s3-client.ts'
import { getSkewMs, S3Fault } from '../store/files/s3/s3-fault.ts'
import { openS3Files } from '../store/files/s3/s3-files.ts'
import { createSpool } from '../store/files/spool.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

type Bucket = Extract<FilesConfig, { kind: 's3' }>
type Step = { words: string; right: string; run(): Promise<unknown> }

const NAME = 'files'
const CLOCK_NAME = 'clock of the bucket'
const MAX_SILENCE_MS = 10 * SECOND
/** S3 refuses requests from a clock that is 15 minutes off. */
const MAX_SKEW_MS = 5 * MINUTE
const PLACE_DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'

/** Asks for the bucket, then writes, reads, lists and deletes an object of one byte in it. */
export async function checkBucket(bucket: Bucket, now: Date): Promise<Finding[]> {
  const options = { now: () => now, maxSilenceMs: MAX_SILENCE_MS, retryPausesMs: [] }
  const files = openS3Files(bucket, options)
  const place = Array.from(randomBytes(26), (byte) => PLACE_DIGITS[byte % PLACE_DIGITS.length]).join('')
  let headers: IncomingHttpHeaders = {}
  const steps: Step[] = [
    {
      words: 'be accessed',
      right: 's3:ListBucket',
      async run() {
        headers = await createS3Client(bucket, options).headBucket()
      },
    },
    { words: 'be written to', right: 's3:PutObject', run: () => put(place) },
    { words: 'be read from', right: 's3:GetObject', run: () => read(place) },
    { words: 'be listed', right: 's3:ListBucket', run: () => files.list({ after: null, limit: 1 }) },
    { words: 'be deleted from', right: 's3:DeleteObject', run: () => files.delete(place) },
  ]

  async function put(at: string): Promise<void> {
    const folder = await mkdtemp(path.join(tmpdir(), 'formslot-doctor-'))
    try {
      const spool = createSpool({ folder, newName: () => at, flushes: false })
      await files.put(at, await spool.write(Readable.from([Buffer.from('x')])))
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  async function read(at: string): Promise<void> {
    const opened = await files.open(at)
    if (!opened) throw new FilesUnavailable('the object that was just written is not there')
    if (String(await buffer(opened.stream)) !== 'x') throw new FilesUnavailable('it has other bytes')
  }

  const problem = await findProblem(steps, bucket)
  const clock = checkSkew(headers, now)
  if (problem) return [problem, ...clock]
  const host = new URL(bucket.endpoint).host
  return [ok(NAME, `${bucket.bucket} at ${host} can be written to, read, listed and deleted from`), ...clock]
}

/** Takes the steps one after the other; returns the first that fails. A probe that is left is deleted by the sweep. */
async function findProblem(steps: readonly Step[], { bucket, prefix }: Bucket): Promise<Finding | null> {
  for (const { words, right, run } of steps) {
    try {
      await run()
    } catch (error) {
      if (!(error instanceof FilesUnavailable)) throw error
      const isRefused = error instanceof S3Fault && error.code === 'AccessDenied'
      const fix = isRefused
        ? `give the access key the right ${right} on ${bucket} and ${bucket}/${prefix}*`
        : 'correct what the reason names: FORMSLOT_FILES, the FORMSLOT_S3_ settings, or the server'
      return fail(NAME, `${bucket} cannot ${words}: ${error.reason}`, fix)
    }
  }
  return null
}

function checkSkew(headers: IncomingHttpHeaders, now: Date): Finding[] {
  const skew = getSkewMs(headers, now)
  if (skew === null) return []
  const message = `the clock of this machine is ${Math.abs(Math.round(skew / SECOND))} s ${skew > 0 ? 'behind' : 'ahead'}`
  if (Math.abs(skew) <= MAX_SKEW_MS) return [ok(CLOCK_NAME, message)]
  return [warn(CLOCK_NAME, message, 'correct the wrong clock: S3 refuses requests that are 15 minutes off')]
}
