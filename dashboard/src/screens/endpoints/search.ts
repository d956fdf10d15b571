import type { OwnedFilter } from '../../api/client/filters.ts'
import { parseSort, type Sort } from '../../shell/owned/owned-sort.ts'

/** State of a list of endpoints; `create` opens the dialog that creates one. */
export type OwnedSearch = OwnedFilter & { create?: 1 | undefined; sort?: Exclude<Sort, 'newest'> | undefined }

/** State of the endpoint list, in the URL. */
export function readEndpointsSearch({ q, state, create, sort }: Record<string, unknown>): OwnedSearch {
  return {
    q: typeof q === 'string' && q !== '' ? q : undefined,
    state: state === 'claimed' || state === 'retired' ? state : undefined,
    // A number if parsed before.
    create: create === 1 || create === '1' ? 1 : undefined,
    sort: parseSort(sort),
  }
}
