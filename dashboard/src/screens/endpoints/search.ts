import type { OwnedFilter } from '../../api/client/filters.ts'

/** The filter of the endpoints as it stands in the address. */
export function readEndpointsSearch({ q, state }: Record<string, unknown>): OwnedFilter {
  return {
    q: typeof q === 'string' && q !== '' ? q : undefined,
    state: state === 'claimed' || state === 'retired' ? state : undefined,
  }
}
