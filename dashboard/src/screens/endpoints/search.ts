import type { OwnedFilter } from '../../api/client/filters.ts'

/** Filter of the endpoint list, in the URL. */
export function readEndpointsSearch({ q, state }: Record<string, unknown>): OwnedFilter {
  return {
    q: typeof q === 'string' && q !== '' ? q : undefined,
    state: state === 'claimed' || state === 'retired' ? state : undefined,
  }
}
