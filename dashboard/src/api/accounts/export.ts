import { toUrl } from '../client/call.ts'
import { type FetchedFile, type FetchOptions, fetchFile } from '../client/fetch-file.ts'
import type { SubmissionFilter } from '../client/filters.ts'

export type ExportFormat = 'csv' | 'csv-all' | 'excel' | 'json' | 'ndjson'

/** Exports every submission that matches the filter. See `fetchFile`. */
export function exportSubmissions(
  filter: SubmissionFilter,
  how: FetchOptions & { format: ExportFormat },
): Promise<FetchedFile> {
  const search = { ...filter, ...toParameters(how.format) }
  return fetchFile(toUrl({ path: '/submissions/export', search }), how)
}

/** Returns the address of a ZIP archive of every submission that matches the filter, with its files. */
export function zipUrl(filter: SubmissionFilter): string {
  return toUrl({ path: '/submissions/export', search: { ...filter, format: 'zip' } })
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
export function exportAccount(how: FetchOptions): Promise<FetchedFile> {
  return fetchFile(toUrl({ path: '/account/export' }), how)
}
