import { useQuery } from '@tanstack/react-query'
import { callOrThrow } from '../client/call.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { SubmissionPage } from '../schema.ts'
import type { Submission } from './submissions.ts'

/** Earlier messages of one sender that are listed; the inbox shows further ones. */
const MAX_EARLIER = 20
/** Searches after which looking for them ends: each reads a limited number of submissions. */
const MAX_SEARCHES = 3

export type EarlierMessages = { submissions: readonly Submission[]; areAll: boolean }

/** Returns the search that finds what was sent from an address. It also finds addresses with the same words. */
export function searchFrom(address: string): string {
  return `from:"${address}"`
}

/**
 * Finds what a sender has written before, in all forms of the account, newest first. The search index knows words, so each
 * result is compared with the address.
 *
 * @param of.isFrom tells whether a submission has the reply address
 */
export function useEarlierMessages(of: {
  submission: Submission
  address: string | null
  enabled: boolean
  isFrom: (submission: Submission) => boolean
}) {
  const { submission, address, enabled, isFrom } = of
  const { id, received_at, imported_at, folder } = submission
  return useQuery({
    queryKey: queryKeys.submissions.earlier(id, address ?? ''),
    queryFn: ({ signal }) =>
      find({
        search: { folder: 'all', q: searchFrom(address ?? ''), before: imported_at ?? received_at },
        // Spam with a forged address is nothing that this sender wrote.
        isEarlier: (one) => isFrom(one) && (one.folder !== 'spam' || folder === 'spam'),
        signal,
      }),
    enabled: enabled && address !== null,
    // Nothing earlier arrives.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

async function find(of: {
  search: { folder: 'all'; q: string; before: string }
  isEarlier: (submission: Submission) => boolean
  signal: AbortSignal
}): Promise<EarlierMessages> {
  const { search, isEarlier, signal } = of
  const submissions: Submission[] = []
  let cursor: string | null = null
  for (let searches = 0; searches < MAX_SEARCHES; searches += 1) {
    const page: SubmissionPage = await callOrThrow({
      path: '/submissions',
      search: { ...search, limit: MAX_EARLIER + 1, cursor },
      signal,
    })
    submissions.push(...page.data.filter(isEarlier))
    cursor = page.next_cursor
    if (cursor === null || submissions.length > MAX_EARLIER) break
  }
  const areAll = cursor === null && submissions.length <= MAX_EARLIER
  return { submissions: submissions.slice(0, MAX_EARLIER), areAll }
}
