import { path, toUrl } from '../client/call.ts'
import { type FetchedFile, type FetchOptions, fetchFile } from '../client/fetch-file.ts'
import type { EventFilter } from './events.ts'

/** Exports the events that a filter leaves as CSV for spreadsheets. See `fetchFile`. */
export function exportEvents(
  telemetryId: string,
  filter: EventFilter,
  how: FetchOptions,
): Promise<FetchedFile> {
  return fetchFile(
    toUrl({ path: path`/telemetry/${telemetryId}/events/export`, search: { ...filter, bom: 1 } }),
    how,
  )
}
