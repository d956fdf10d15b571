import type { SubmissionFilter } from '../../../api/client/filters.ts'
import type { Folder } from '../../../api/submissions/submissions.ts'

export const FOLDERS = [
  { folder: 'inbox', label: 'Inbox' },
  { folder: 'spam', label: 'Spam' },
  { folder: 'archive', label: 'Archive' },
] as const

export function folderLabel(folder: Folder): string {
  return FOLDERS.find((one) => one.folder === folder)?.label ?? folder
}

/** What the API is asked for, given what stands in the address: days begin at midnight where the owner is. */
export function askedFilter(search: SubmissionFilter): SubmissionFilter & { folder: Folder } {
  return {
    ...search,
    folder: search.folder ?? 'inbox',
    after: instantOf(search.after),
    before: instantOf(search.before),
  }
}

/** Whether something narrows the folder down. */
export function isNarrowed({ q, unread, after, before }: SubmissionFilter): boolean {
  return [q, unread, after, before].some((one) => one !== undefined)
}

/** The day after, or with -1 the day before; undefined when it is none. */
export function dayBeside(day: string | undefined, days: 1 | -1): string | undefined {
  const date = new Date(`${day}T00:00:00.000Z`)
  if (Number.isNaN(date.getTime())) return undefined
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

function instantOf(day: string | undefined): string | undefined {
  const date = new Date(`${day}T00:00:00`)
  return day === undefined || Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
