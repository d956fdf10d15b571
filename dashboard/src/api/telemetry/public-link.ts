import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callOrThrow, path } from '../client/call.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { PublicLink } from '../schema.ts'

/** Loads the public link of an endpoint; its URL is null while there is none. */
export function usePublicLink(telemetryId: string) {
  return useQuery({
    queryKey: queryKeys.telemetry.publicLink(telemetryId),
    queryFn: ({ signal }) => callOrThrow<PublicLink>({ path: linkPath(telemetryId), signal }),
  })
}

/** Creates a public link. Needs a fresh sign-in. */
export function useCreatePublicLink(telemetryId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callOrThrow<PublicLink>({ method: 'POST', path: linkPath(telemetryId) }),
    onSuccess: (link) => client.setQueryData(queryKeys.telemetry.publicLink(telemetryId), link),
  })
}

/** Revokes the public link. */
export function useRevokePublicLink(telemetryId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callOrThrow<null>({ method: 'DELETE', path: linkPath(telemetryId) }),
    onSuccess: () =>
      client.setQueryData<PublicLink>(queryKeys.telemetry.publicLink(telemetryId), { url: null }),
  })
}

function linkPath(telemetryId: string): string {
  return path`/telemetry/${telemetryId}/public-link`
}
