import { useInfiniteQuery } from '@tanstack/react-query'
import { callOrThrow } from '../client/call.ts'
import { PAGING } from '../client/page.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { AuditPage } from '../schema.ts'

const PAGE_SIZE = 20

/** Lists the audit log of the account, newest first. */
export function useAudit() {
  return useInfiniteQuery({
    queryKey: queryKeys.audit,
    queryFn: ({ pageParam, signal }) =>
      callOrThrow<AuditPage>({ path: '/audit', search: { limit: PAGE_SIZE, cursor: pageParam }, signal }),
    ...PAGING,
    staleTime: 0,
  })
}
