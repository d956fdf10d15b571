import { parseError, unreachable, unreadable } from '../client/api-error.ts'
import { toUrl } from '../client/call.ts'
import type { SubmissionFilter } from '../client/filters.ts'

export type ExportFormat = 'csv' | 'csv-all' | 'excel' | 'json' | 'ndjson'

/** An exported file, named by the service. */
export type ExportedFile = { name: string; content: Blob }

/** `onBytes` receives the number of bytes fetched so far. */
export type FetchOptions = { onBytes: (bytes: number) => void; signal: AbortSignal }

const NAME = /filename="([\w.-]+)"/

/** Exports every submission that matches the filter. See `fetchFile`. */
export function exportSubmissions(
  filter: SubmissionFilter,
  how: FetchOptions & { format: ExportFormat },
): Promise<ExportedFile> {
  const search = { ...filter, ...toParameters(how.format) }
  return fetchFile(toUrl({ path: '/submissions/export', search }), how)
}

function toParameters(format: ExportFormat): Record<string, string | number> {
  switch (format) {
    case 'excel':
      return { format: 'csv', bom: 1 }
    case 'csv-all':
      return { format: 'csv', include: 'all' }
    default:
      return { format }
  }
}

/** Exports the whole account. See `fetchFile`. */
export function exportAccount(how: FetchOptions): Promise<ExportedFile> {
  return fetchFile(toUrl({ path: '/account/export' }), how)
}

/**
 * Fetches a file in chunks.
 *
 * @throws ApiError when the request is refused or the connection breaks; the AbortError of the signal
 */
async function fetchFile(address: string, { onBytes, signal }: FetchOptions): Promise<ExportedFile> {
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
