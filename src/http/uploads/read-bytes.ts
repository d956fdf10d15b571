import type { FileHandle } from 'node:fs/promises'

/** Reads bytes of a file; fewer where it ends before. */
export async function readBytes(
  handle: FileHandle,
  range: { from: number; length: number },
): Promise<Uint8Array> {
  const bytes = new Uint8Array(range.length)
  let filled = 0
  while (filled < range.length) {
    const { bytesRead } = await handle.read(bytes, filled, range.length - filled, range.from + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}
