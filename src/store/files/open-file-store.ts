import type { FileStore } from './file-store.ts'
import { openFolderFiles } from './folder-files.ts'
import type { S3Address } from './s3/s3-connection.ts'

/**
 * Opens the store of files that the settings name, and loads the client of S3 for that alone. Nothing is written or asked
 * yet: faults come with the first file.
 */
export async function openFileStore(
  place: { kind: 'folder'; folder: string } | ({ kind: 's3'; prefix: string } & S3Address),
  clock: { now(): Date },
): Promise<FileStore> {
  switch (place.kind) {
    case 'folder':
      return openFolderFiles(place.folder)
    case 's3': {
      const { openS3Files } = await import('./s3/s3-files.ts')
      return openS3Files(place, clock)
    }
  }
}
