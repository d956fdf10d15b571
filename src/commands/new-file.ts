import { open } from 'node:fs/promises'

/** A file that a command has made, readable by its user alone. */
export type NewFile = AsyncDisposable & {
  write(piece: string | Uint8Array): Promise<void>
  /** Returns once everything is on the disk. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** Makes a file; returns in a sentence why that is not possible. It never overwrites one. */
export async function openNewFile(name: string): Promise<NewFile | string> {
  try {
    const handle = await open(name, 'wx', 0o600)
    let isOpen = true
    const close = async () => {
      if (!isOpen) return
      isOpen = false
      await handle.close()
    }
    return {
      async write(piece) {
        await handle.appendFile(piece)
      },
      flush: () => handle.datasync(),
      close,
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    return error.code === 'EEXIST'
      ? `${name} exists already. Name a new file.`
      : `${name} cannot be written: ${error.message}.`
  }
}
