import { useInfiniteQuery } from '@tanstack/react-query'
import { readPages } from '../client/page.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { AuditPage } from '../schema.ts'

const PAGE_SIZE = 20

/** Lists the audit log of the account, newest first. */
export function useAudit() {
  return useInfiniteQuery({
    queryKey: queryKeys.audit,
    ...readPages<AuditPage>({ path: '/audit', search: { limit: PAGE_SIZE } }),
    staleTime: 0,
  })
}
