import { useQuery } from '@tanstack/react-query'
import { path, toUrl } from '../client/call.ts'
import { read } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { EmailPreview } from '../schema.ts'

export type EmailKind = 'claim' | 'submission' | 'digest' | 'spam_digest'

/** Email of an endpoint to preview. `tried`: query with settings that are not saved; empty ones are the default. */
export type PreviewedEmail = { endpointId: string; kind: EmailKind; tried: string }

/** Loads an email as the endpoint would send it now; the same one with other settings stays visible meanwhile. */
export function useEmailPreview(email: PreviewedEmail) {
  return useQuery({
    queryKey: queryKeys.endpoints.email(email.endpointId, email.kind, email.tried),
    queryFn: read<EmailPreview>({ path: toPath(email) }),
    placeholderData: (before: EmailPreview | undefined, query) =>
      query?.queryKey[4] === email.kind ? before : undefined,
  })
}

/** Returns the URL of a part of the same email, for a frame. */
export function toEmailUrl(email: PreviewedEmail, part: 'html' | 'text'): string {
  return toUrl({ path: `${toPath(email)}&part=${part}` })
}

/** Empty settings are sent, too. */
function toPath({ endpointId, kind, tried }: PreviewedEmail): string {
  return `${path`/endpoints/${endpointId}/emails/preview`}?kind=${kind}&${tried}`
}
