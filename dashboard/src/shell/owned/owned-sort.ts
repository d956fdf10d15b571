import type { Owned } from '../../api/endpoints/owned.ts'

export const SORTS = [
  { value: 'newest', label: 'Newest' },
  { value: 'name', label: 'Name' },
  { value: 'used', label: 'Most used' },
  { value: 'latest', label: 'Latest activity' },
] as const

export type Sort = (typeof SORTS)[number]['value']

/** Numbers of an endpoint that lists are sorted by. */
export type Activity = { used: number; latest: string | null }

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Parses the order in a URL; undefined for the newest first, as the service lists them. */
export function parseSort(text: unknown): Exclude<Sort, 'newest'> | undefined {
  return text === 'name' || text === 'used' || text === 'latest' ? text : undefined
}

/** Sorts endpoints; those without a name are last. */
export function sortOwned<Item extends Owned>(
  items: readonly Item[],
  order: { sort: Sort; getActivity: (item: Item) => Activity },
): readonly Item[] {
  const { sort, getActivity } = order
  switch (sort) {
    case 'newest':
      return items
    case 'name':
      return items.toSorted(
        (one, other) =>
          Number(one.name === null) - Number(other.name === null) ||
          names.compare(one.name ?? one.id, other.name ?? other.id),
      )
    case 'used':
      return items.toSorted((one, other) => getActivity(other).used - getActivity(one).used)
    case 'latest':
      return items.toSorted((one, other) =>
        (getActivity(other).latest ?? '').localeCompare(getActivity(one).latest ?? ''),
      )
  }
}
