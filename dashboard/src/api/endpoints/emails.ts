import { useQuery } from '@tanstack/react-query'
import { addressOf, ask, path } from '../client/call.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { EmailPreview } from '../schema.ts'

export type EmailKind = 'claim' | 'submission'

/** An email as the endpoint would send it now. */
export function useEmailPreview(endpointId: string, kind: EmailKind) {
  return useQuery({
    queryKey: queryKeys.endpoints.email(endpointId, kind),
    queryFn: ({ signal }) =>
      ask<EmailPreview>({ path: path`/endpoints/${endpointId}/emails/preview`, search: { kind }, signal }),
  })
}

/** The same email alone, for a frame. */
export function emailAddress(endpointId: string, kind: EmailKind, part: 'html' | 'text'): string {
  return addressOf({ path: path`/endpoints/${endpointId}/emails/preview`, search: { kind, part } })
}
