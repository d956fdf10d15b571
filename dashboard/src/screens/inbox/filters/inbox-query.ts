import type { SubmissionFilter } from '../../../api/client/filters.ts'
import type { Folder } from '../../../api/submissions/submissions.ts'
import { type PlainKey, t } from '../../../language/texts.ts'

/** A folder, or all of them for a search. */
export type ShownFolder = Folder | 'all'

const NAMES = {
  inbox: 'shell.words.inbox',
  spam: 'shell.words.spam',
  archive: 'inbox.folders.archive',
  trash: 'inbox.folders.trash',
  all: 'inbox.folders.all',
} as const satisfies Record<ShownFolder, PlainKey>

/** Returns the name of a folder in the language of the page. */
export function folderLabel(folder: ShownFolder): string {
  return t(NAMES[folder])
}

/** Converts the search of the URL to an API filter: days begin at midnight in the owner's time zone. */
export function toApiFilter(search: SubmissionFilter): SubmissionFilter & { folder: ShownFolder } {
  return {
    ...search,
    folder: search.folder ?? 'inbox',
    after: toInstant(search.after),
    before: toInstant(search.before),
  }
}

/** Returns true if a filter is active. */
export function isNarrowed(search: SubmissionFilter): boolean {
  const { q, unread, starred, label, assigned, after, before } = search
  return [q, unread, starred, label, assigned, after, before].some((one) => one !== undefined)
}

/** Returns true if a filter that a view keeps is active: any but dates. */
export function isSavable({ after: _after, before: _before, ...search }: SubmissionFilter): boolean {
  return Object.values(search).some((one) => one !== undefined)
}

/** Returns the next day, or with -1 the previous one; undefined for an invalid date. */
export function shiftDay(day: string | undefined, days: 1 | -1): string | undefined {
  const date = new Date(`${day}T00:00:00.000Z`)
  if (Number.isNaN(date.getTime())) return undefined
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

function toInstant(day: string | undefined): string | undefined {
  const date = new Date(`${day}T00:00:00`)
  return day === undefined || Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
