import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { ByteRange } from '../file-store.ts'
import { getObject } from './get-object.ts'
import { type ObjectPage, parseObjectPage } from './list-objects.ts'
import { createPutObject, type PutObject } from './put-object.ts'
import type { S3Address } from './s3-connection.ts'
import { createS3Requests, type S3Options } from './s3-requests.ts'

/** The requests to S3 that files need. Faults are `S3Fault`; those that may be over in a second are waited for. */
export type S3Client = {
  put: PutObject
  /** See `getObject`. */
  get(key: string, range?: ByteRange): Promise<{ bytes: number; stream: Readable } | null>
  /** Deletes an object; one that is not there counts as deleted. */
  delete(key: string): Promise<void>
  /** Lists a page of keys in ascending order. */
  list(request: ListRequest): Promise<ObjectPage>
  /** Asks for the bucket, and returns the headers of the answer. */
  headBucket(): Promise<IncomingHttpHeaders>
}

/** `token`: that of the page before. */
type ListRequest = { prefix: string; startAfter: string; token: string | null; limit: number }

/** Creates a client of one bucket. */
export function createS3Client(address: S3Address, options: S3Options): S3Client {
  const requests = createS3Requests(address, options)
  const { ask, retry, toFault } = requests
  return {
    put: createPutObject(requests),

    get: (key, range) => getObject(requests, { key, range }),

    delete: (key) =>
      retry(async () => {
        const answer = await ask({ method: 'DELETE', key })
        if (answer.status === 204 || answer.status === 200) return
        const fault = toFault(answer)
        if (fault.code !== 'NoSuchKey') throw fault
      }),

    list: ({ prefix, startAfter, token, limit }) =>
      retry(async () => {
        const query = {
          'list-type': '2',
          prefix,
          'max-keys': String(limit),
          ...(token === null ? { 'start-after': startAfter } : { 'continuation-token': token }),
        }
        const answer = await ask({ method: 'GET', key: '', query })
        if (answer.status !== 200) throw toFault(answer)
        return parseObjectPage(answer.text)
      }),

    headBucket: () =>
      retry(async () => {
        const answer = await ask({ method: 'HEAD', key: '' })
        if (answer.status !== 200) throw toFault(answer)
        return answer.headers
      }),
  }
}
