import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { read } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { EmailReport } from '../schema.ts'

export type ReportedDomain = EmailReport['domains'][number]
export type ReportedDay = EmailReport['days'][number]
export type Reputation = EmailReport['reputation']

/** Emails of the whole instance in the last days, the one in progress included, for its operator. */
export function useEmailReport(search: { days: number; domain: string | undefined }) {
  return useQuery({
    queryKey: queryKeys.emailReport(search),
    queryFn: read<EmailReport>({ path: '/operator/emails', search }),
    placeholderData: keepPreviousData,
  })
}
