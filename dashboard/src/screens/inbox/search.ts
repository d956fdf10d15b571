import type { Folder, SubmissionFilter } from '../../api/submissions.ts'

const FOLDERS: readonly Folder[] = ['inbox', 'spam', 'archive']

/** The filter of the inbox as it stands in the address; what is not said there is not filtered. */
export function readInboxSearch(search: Record<string, unknown>): SubmissionFilter {
  const said = (name: string) =>
    typeof search[name] === 'string' && search[name] !== '' ? search[name] : undefined
  return {
    folder: FOLDERS.find((folder) => folder === said('folder')),
    endpoint: said('endpoint'),
    unread: said('unread') === '1' ? 1 : undefined,
    q: said('q'),
    after: said('after'),
    before: said('before'),
  }
}
