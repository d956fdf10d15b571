import { path, toUrl } from '../client/call.ts'
import { type FetchedFile, type FetchOptions, fetchFile } from '../client/fetch-file.ts'

/** Exports all events, or those with a name, as CSV for spreadsheets. See `fetchFile`. */
export function exportEvents(
  telemetryId: string,
  { name, ...how }: FetchOptions & { name: string | undefined },
): Promise<FetchedFile> {
  return fetchFile(
    toUrl({ path: path`/telemetry/${telemetryId}/events/export`, search: { name, bom: 1 } }),
    how,
  )
}
