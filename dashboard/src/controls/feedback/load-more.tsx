import { Button } from '../button.tsx'

/** What `useInfiniteQuery` knows about what is still to come. */
export type MoreToCome = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** The foot of a list: the next page on a press, or the word that this is all. */
export function LoadMore({ more, all }: { more: MoreToCome; all: string }) {
  return (
    <div className="flex justify-center py-4">
      {more.hasNextPage ? (
        <Button busy={more.isFetchingNextPage} onClick={() => more.fetchNextPage()}>
          Load more
        </Button>
      ) : (
        <p className="text-sm text-muted">{all}</p>
      )}
    </div>
  )
}
