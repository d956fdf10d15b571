import type { Owned } from '../../api/endpoints/owned.ts'
import { locale } from '../../language/language.ts'

export type Sort = 'newest' | 'name' | 'used' | 'latest'

/** Numbers of an endpoint that lists are sorted by. */
export type Activity = { used: number; latest: string | null }

const names = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })

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
