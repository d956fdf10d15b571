import { parseError, unreachable, unreadable } from './api-error.ts'

/** A file with the name that the service gave it. */
export type FetchedFile = { name: string; content: Blob }

/** `onBytes` receives the number of bytes fetched so far. */
export type FetchOptions = { onBytes: (bytes: number) => void; signal: AbortSignal }

const NAME = /filename="([\w.-]+)"/

/**
 * Fetches a file in chunks.
 *
 * @throws ApiError when the request is refused or the connection breaks; the AbortError of the signal
 */
export async function fetchFile(address: string, { onBytes, signal }: FetchOptions): Promise<FetchedFile> {
  try {
    const response = await fetch(address, { credentials: 'same-origin', signal })
    if (!response.ok) throw parseError(response, await response.text())
    const content = await readContent(response, onBytes)
    const [, name = 'formslot'] = NAME.exec(response.headers.get('content-disposition') ?? '') ?? []
    return { name, content }
  } catch (error) {
    if (error instanceof TypeError) throw unreachable()
    if (error instanceof SyntaxError) throw unreadable()
    throw error
  }
}

async function readContent(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = response.body?.getReader()
  for (;;) {
    const piece = await reader?.read()
    if (!piece || piece.done) break
    pieces.push(piece.value)
    bytes += piece.value.byteLength
    onBytes(bytes)
  }
  return new Blob(pieces, { type: response.headers.get('content-type') ?? '' })
}
