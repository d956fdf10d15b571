import { useQuery } from '@tanstack/react-query'
import { path } from '../client/call.ts'
import { read, useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Annotation, AnnotationList, AnnotationRequest } from '../schema.ts'

/** Loads the annotations of an endpoint, the newest first. */
export function useAnnotations(telemetryId: string) {
  return useQuery({
    queryKey: queryKeys.telemetry.annotations(telemetryId),
    queryFn: read<AnnotationList>({ path: path`/telemetry/${telemetryId}/annotations` }),
    select: (list) => list.data,
  })
}

/** Adds an annotation. */
export function useAddAnnotation(telemetryId: string) {
  return useChange<Annotation, AnnotationRequest>({
    request: (body) => ({ method: 'POST', path: path`/telemetry/${telemetryId}/annotations`, body }),
    outdates: [queryKeys.telemetry.annotations(telemetryId)],
  })
}

/** Deletes an annotation. */
export function useRemoveAnnotation(telemetryId: string) {
  return useChange<null, string>({
    request: (id) => ({ method: 'DELETE', path: path`/telemetry/${telemetryId}/annotations/${id}` }),
    outdates: [queryKeys.telemetry.annotations(telemetryId)],
    // A refusal means that it is gone.
    outdatedBy: 'any-response',
  })
}
