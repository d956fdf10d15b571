import type { EndpointFilter } from '../../api/endpoints.ts'

/** The filter of the endpoints as it stands in the address. */
export function readEndpointsSearch({ q, state }: Record<string, unknown>): EndpointFilter {
  return {
    q: typeof q === 'string' && q !== '' ? q : undefined,
    state: state === 'claimed' || state === 'retired' ? state : undefined,
  }
}
