import { addressOf, errorOf, unreachable } from './call.ts'
import type { SubmissionFilter } from './submissions.ts'

export type ExportFormat = 'csv' | 'excel' | 'json' | 'ndjson'

/** A file that was made: its name as the service gave it. */
export type ExportedFile = { name: string; content: Blob }

const NAME = /filename="([\w.-]+)"/

/**
 * Fetches everything that the filter finds as one file, piece by piece.
 *
 * @param how.onBytes hears how many bytes are here
 * @throws ApiError when it is refused or breaks off; the AbortError of the signal
 */
export async function exportSubmissions(
  filter: SubmissionFilter,
  how: { format: ExportFormat; onBytes: (bytes: number) => void; signal: AbortSignal },
): Promise<ExportedFile> {
  const { format, onBytes, signal } = how
  const search = { ...filter, ...(format === 'excel' ? { format: 'csv', bom: 1 } : { format }) }
  try {
    const address = addressOf({ path: '/submissions/export', search })
    const response = await fetch(address, { credentials: 'same-origin', signal })
    if (!response.ok) throw errorOf(response, await response.text())
    const content = await contentOf(response, onBytes)
    const [, name = 'submissions'] = NAME.exec(response.headers.get('content-disposition') ?? '') ?? []
    return { name, content }
  } catch (error) {
    if (error instanceof TypeError) throw unreachable()
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
