import type { Failpoints } from '../contract/failpoints.ts'
import type { FileStore } from './file-store.ts'
import type { Spool } from './spool.ts'

/** Names the points on the path of a file for tests. A real service has none, and gets back what it passes. */
export function nameFilePoints<Files extends { fileStore: FileStore; spool: Spool }>(
  files: Files,
  failpoint: Failpoints,
): Files {
  if (!failpoint) return files
  const { fileStore, spool } = files
  return {
    ...files,
    spool: {
      ...spool,
      async write(source) {
        const spooled = await spool.write(source)
        failpoint('file spooled')
        return spooled
      },
    },
    fileStore: {
      ...fileStore,
      async put(place, spooled) {
        await fileStore.put(place, spooled)
        failpoint('file stored')
      },
      async delete(place) {
        await fileStore.delete(place)
        failpoint('file deleted')
      },
    },
  }
}
