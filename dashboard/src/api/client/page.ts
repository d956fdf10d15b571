/** A page of a list; the cursor asks for the next one, null says that this was the last. */
export type Page<Item> = { data: Item[]; next_cursor: string | null }

/** For `useInfiniteQuery`: where the next page begins. */
export const PAGING = {
  initialPageParam: null as string | null,
  getNextPageParam: (last: { next_cursor: string | null }) => last.next_cursor,
}

/** All pages as one list. */
export function allOf<Item>(pages: readonly Page<Item>[] | undefined): Item[] {
  return pages?.flatMap((page) => page.data) ?? []
}
