import { errorOf, unreachable, unreadable } from '../client/api-error.ts'
import { addressOf } from '../client/call.ts'
import type { SubmissionFilter } from '../client/filters.ts'

export type ExportFormat = 'csv' | 'excel' | 'json' | 'ndjson'

/** A file that was made: its name as the service gave it. */
export type ExportedFile = { name: string; content: Blob }

/** `onBytes` hears how many bytes are here. */
export type HowToFetch = { onBytes: (bytes: number) => void; signal: AbortSignal }

const NAME = /filename="([\w.-]+)"/

/** Fetches everything that the filter finds as one file. See `fetchFile`. */
export function exportSubmissions(
  filter: SubmissionFilter,
  how: HowToFetch & { format: ExportFormat },
): Promise<ExportedFile> {
  const format = how.format === 'excel' ? { format: 'csv', bom: 1 } : { format: how.format }
  return fetchFile(addressOf({ path: '/submissions/export', search: { ...filter, ...format } }), how)
}

/** Fetches everything that is kept about the owner as one file. See `fetchFile`. */
export function exportAccount(how: HowToFetch): Promise<ExportedFile> {
  return fetchFile(addressOf({ path: '/account/export' }), how)
}

/**
 * Fetches a file piece by piece.
 *
 * @throws ApiError when it is refused or breaks off; the AbortError of the signal
 */
async function fetchFile(address: string, { onBytes, signal }: HowToFetch): Promise<ExportedFile> {
  try {
    const response = await fetch(address, { credentials: 'same-origin', signal })
    if (!response.ok) throw errorOf(response, await response.text())
    const content = await contentOf(response, onBytes)
    const [, name = 'formslot'] = NAME.exec(response.headers.get('content-disposition') ?? '') ?? []
    return { name, content }
  } catch (error) {
    if (error instanceof TypeError) throw unreachable()
    if (error instanceof SyntaxError) throw unreadable()
    throw error
  }
}

async function contentOf(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
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
