import { expectPlace, type FileStore, isPlace, type ListedFile, MARKER_NAME } from '../file-store.ts'
import { createS3Client } from './s3-client.ts'
import type { S3Address } from './s3-connection.ts'
import { readMarker, writeMarker } from './s3-marker.ts'
import type { S3Options } from './s3-requests.ts'

/** Keys on one page of a list; S3 allows no more. */
const MAX_PAGE = 1000

/** Opens the store of files in an S3 bucket: a file is the object `{prefix}{place}`. Several nodes may share it. */
export function openS3Files(address: S3Address & { prefix: string }, options: S3Options): FileStore {
  const { prefix } = address
  const client = createS3Client(address, options)
  const toKey = (place: string) => {
    expectPlace(place)
    return prefix + place
  }
  return {
    async put(place, spooled) {
      await client.put(toKey(place), spooled)
      await spooled.discard()
    },

    open: async (place, range) => client.get(toKey(place), range),

    delete: async (place) => client.delete(toKey(place)),

    async list({ after, limit }) {
      const files: ListedFile[] = []
      const startAfter = prefix + (after ?? '')
      for (let token: string | null = null; files.length < limit; ) {
        const page = await client.list({ prefix, startAfter, token, limit: Math.min(limit, MAX_PAGE) })
        for (const { key, ...facts } of page.objects) {
          const place = key.slice(prefix.length)
          if (key.startsWith(prefix) && isPlace(place) && place > (after ?? ''))
            files.push({ place, ...facts })
        }
        if (page.next === null) break
        token = page.next
      }
      return files.slice(0, limit)
    },

    readMarker: () => readMarker(client, prefix + MARKER_NAME),

    writeMarker: (id) => writeMarker(client, prefix + MARKER_NAME, id),
  }
}
