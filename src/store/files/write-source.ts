import type { FileHandle } from 'node:fs/promises'
import { onDisk } from './disk-faults.ts'

/**
 * Bytes of one call: few and large ones, because calls share their threads with the flushes of the database. Two such
 * batches at most are in memory: one is written while the next one comes.
 */
const BATCH_BYTES = 256 * 1024

type Fault = { error: unknown }

/**
 * Writes all that the source has to an empty file. No write is in progress any more when it returns or throws: the descriptor
 * may be closed, and its number be that of another file.
 *
 * @param onChunk called with each chunk before it is written
 * @throws FilesUnavailable when the disk fails; errors of the source and of `onChunk` as they are
 */
export async function writeSource(
  handle: FileHandle,
  source: AsyncIterable<Uint8Array>,
  onChunk: (chunk: Uint8Array) => void,
): Promise<void> {
  // Chunks are copied, so that none lives until it is written.
  let batch = Buffer.allocUnsafeSlow(BATCH_BYTES)
  let other: typeof batch | null = null
  let batchBytes = 0
  /** Resolves to its fault: a rejection would end the process, as nobody waits for it while the source is slow. */
  let writing: Promise<Fault | null> = Promise.resolve(null)

  async function writeBatch(): Promise<void> {
    await finishWriting()
    const full = batch.subarray(0, batchBytes)
    ;[batch, other] = [other ?? Buffer.allocUnsafeSlow(BATCH_BYTES), batch]
    batchBytes = 0
    writing = onDisk(() => writeAll(handle, full)).then(
      () => null,
      (error: unknown) => ({ error }),
    )
  }

  async function finishWriting(): Promise<void> {
    const fault = await writing
    if (fault) throw fault.error
  }

  try {
    for await (const chunk of source) {
      onChunk(chunk)
      for (let copied = 0; copied < chunk.length; ) {
        const some = chunk.subarray(copied, copied + BATCH_BYTES - batchBytes)
        batch.set(some, batchBytes)
        batchBytes += some.length
        copied += some.length
        if (batchBytes === BATCH_BYTES) await writeBatch()
      }
    }
    if (batchBytes > 0) await writeBatch()
    await finishWriting()
  } finally {
    await writing
  }
}

/** Writes all bytes: a call may write fewer than it was given. */
async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, written)
    written += bytesWritten
  }
}
