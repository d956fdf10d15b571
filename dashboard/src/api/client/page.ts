import { type Call, callOrThrow } from './call.ts'

/** A page of a list; `next_cursor` is null on the last one. */
export type Page<Item> = { data: Item[]; next_cursor: string | null }

/** Options of `useInfiniteQuery` for lists with a cursor. */
export const PAGING = {
  initialPageParam: null as string | null,
  getNextPageParam: (last: { next_cursor: string | null }) => last.next_cursor,
}

/** Options of `useInfiniteQuery` for the pages of a list of the API. */
export function readPages<Answer extends { next_cursor: string | null }>(request: Call) {
  return {
    ...PAGING,
    queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
      callOrThrow<Answer>({ ...request, search: { ...request.search, cursor: pageParam }, signal }),
  }
}

/** Joins all loaded pages. */
export function joinPages<Item>(pages: readonly Page<Item>[] | undefined): Item[] {
  return pages?.flatMap((page) => page.data) ?? []
}
