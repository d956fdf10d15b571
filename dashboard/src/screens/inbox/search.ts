import type { SubmissionFilter } from '../../api/client/filters.ts'
import type { Folder } from '../../api/submissions/submissions.ts'

const FOLDERS: readonly (Folder | 'all')[] = ['inbox', 'spam', 'archive', 'trash', 'all']
const SUBMISSION_VIEWS = ['message', 'delivery', 'raw'] as const
const DAY = /^\d{4}-\d\d-\d\d$/

/** Filter of the inbox, in the URL. */
export function readInboxSearch(search: Record<string, unknown>): SubmissionFilter {
  const getText = (name: string) =>
    typeof search[name] === 'string' && search[name] !== '' ? search[name] : undefined
  const day = (name: string) => (DAY.test(getText(name) ?? '') ? getText(name) : undefined)
  return {
    folder: FOLDERS.find((folder) => folder === getText('folder')),
    endpoint: getText('endpoint'),
    // A number if parsed before.
    unread: search.unread === 1 || getText('unread') === '1' ? 1 : undefined,
    starred: search.starred === 1 || getText('starred') === '1' ? 1 : undefined,
    label: getText('label'),
    assigned: getText('assigned'),
    q: getText('q'),
    after: day('after'),
    before: day('before'),
  }
}

/** Tab of a submission, in the URL. */
export function readSubmissionSearch({ view }: Record<string, unknown>): {
  view?: (typeof SUBMISSION_VIEWS)[number] | undefined
} {
  return { view: SUBMISSION_VIEWS.find((one) => one === view) }
}
