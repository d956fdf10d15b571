import { createHash } from 'node:crypto'
import { SECOND } from '../../../domain/time.ts'
import { readText } from './read-answer.ts'
import type { S3Client } from './s3-client.ts'
import { S3Fault } from './s3-fault.ts'

/** More than an id has: an object of that name may be of another program. */
const MAX_BYTES = 1024
const MAX_READ_MS = 20 * SECOND

/** See `FileStore.readMarker`. */
export async function readMarker(client: S3Client, key: string): Promise<string | null> {
  const found = await client.get(key)
  if (!found) return null
  return (await readText(found.stream, { maxBytes: MAX_BYTES, maxMs: MAX_READ_MS })).trim()
}

/** See `FileStore.writeMarker`. */
export async function writeMarker(client: S3Client, key: string, id: string): Promise<void> {
  const content = Buffer.from(`${id}\n`)
  const sha256 = createHash('sha256').update(content).digest('hex')
  try {
    await client.put(key, { content, bytes: content.length, sha256 })
  } catch (error) {
    if (!(error instanceof S3Fault && error.code === 'PreconditionFailed')) throw error
  }
}
