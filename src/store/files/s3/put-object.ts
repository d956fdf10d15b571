import type { S3Upload } from './s3-connection.ts'
import { S3Fault } from './s3-fault.ts'
import type { S3Requests, S3Text } from './s3-requests.ts'

/** Stores an object under a key that no other has. */
export type PutObject = (key: string, upload: S3Upload) => Promise<void>

/** Creates the function that stores objects. */
export function createPutObject(requests: S3Requests): PutObject {
  /** Backblaze B2 refuses the header that keeps an object from being replaced (501). Places are random all the same. */
  let isConditional = true

  async function send(key: string, upload: S3Upload): Promise<S3Text> {
    const headers: Record<string, string> = isConditional ? { 'if-none-match': '*' } : {}
    const answer = await requests.ask({ method: 'PUT', key, headers, body: upload })
    if (answer.status !== 501 || !isConditional) return answer
    isConditional = false
    return requests.ask({ method: 'PUT', key, body: upload })
  }

  async function hasSize(key: string, bytes: number): Promise<boolean> {
    const { status, headers } = await requests.ask({ method: 'HEAD', key })
    return status === 200 && Number(headers['content-length']) === bytes
  }

  return (key, upload) =>
    requests.retry(async (attempt) => {
      const answer = await send(key, upload)
      // An attempt whose answer was lost had stored it.
      if (answer.status === 412 && attempt > 1 && (await hasSize(key, upload.bytes))) return
      if (answer.status !== 200) throw requests.toFault(answer)
      if (!answer.headers.etag) {
        throw new S3Fault('the S3 server answered 200 without an ETag; another program may answer there')
      }
    })
}
