import { formatFiles } from '../progress-bar.ts'
import type { FileReport } from './file-entries.ts'
import type { Manifest } from './manifest.ts'

/** Places that are listed of each kind; the report in the backup has them all. */
const MAX_LISTED = 10

/** Describes the files of visitors in a backup, and those that are not in it as their rows say, in lines. */
export function describeFiles({ stored_files: stored }: Manifest, report: FileReport | null): string[] {
  if (stored === null || report === null) {
    return ["This backup doesn't contain the files of visitors: back up the folder or the bucket yourself."]
  }
  const { missing, damaged, deleted } = report
  const lines = stored.files === 0 ? [] : [`  files: ${formatFiles(stored)}`]
  if (deleted.length > 0) lines.push(`  ${deleted.length} of them were deleted while the backup was made`)
  if (missing.length > 0)
    lines.push(`${missing.length} of them are missing where files are stored:`, ...list(missing))
  if (damaged.length > 0)
    lines.push(`${damaged.length} of them are damaged, and packed as they are:`, ...list(damaged))
  if (missing.length + damaged.length > 0)
    lines.push('Restore these from an earlier backup. All else is in this one.')
  return lines
}

function list(places: readonly string[]): string[] {
  const more = places.length - MAX_LISTED
  const shown = places.slice(0, MAX_LISTED).map((place) => `  ${place}`)
  return more > 0 ? [...shown, `  and ${more} more`] : shown
}
