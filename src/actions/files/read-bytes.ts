import type { ByteRange } from '../../domain/files/byte-range.ts'
import type { StoredFile } from '../../domain/files/stored-file.ts'
import type { FileStore } from '../../store/files/file-store.ts'
import type { Context } from '../context.ts'

/** Bytes of a file. The stream must be read or destroyed, and fails instead of ending early. */
export type ByteStream = NonNullable<Awaited<ReturnType<FileStore['open']>>>['stream']

/**
 * Opens the bytes of a file, or a range of them; null where the store of files has lost them, or some of them.
 *
 * @throws FilesUnavailable
 */
export async function readBytes(
  { fileStore }: Pick<Context, 'fileStore'>,
  { place, bytes }: Pick<StoredFile, 'place' | 'bytes'>,
  range?: ByteRange,
): Promise<ByteStream | null> {
  const opened = await fileStore.open(place, range)
  if (opened?.bytes === bytes) return opened.stream
  opened?.stream.destroy()
  return null
}
