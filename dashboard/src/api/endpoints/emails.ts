import { useQuery } from '@tanstack/react-query'
import { path, toUrl } from '../client/call.ts'
import { read } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { EmailPreview } from '../schema.ts'

export type EmailKind = 'claim' | 'submission' | 'digest'

/** Loads an email as the endpoint would send it now. */
export function useEmailPreview(endpointId: string, kind: EmailKind) {
  return useQuery({
    queryKey: queryKeys.endpoints.email(endpointId, kind),
    queryFn: read<EmailPreview>({ path: path`/endpoints/${endpointId}/emails/preview`, search: { kind } }),
  })
}

/** Returns the URL of the same email, for a frame. */
export function toEmailUrl(email: { endpointId: string; kind: EmailKind; part: 'html' | 'text' }): string {
  const { endpointId, kind, part } = email
  return toUrl({ path: path`/endpoints/${endpointId}/emails/preview`, search: { kind, part } })
}
