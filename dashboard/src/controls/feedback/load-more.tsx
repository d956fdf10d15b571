import { t } from '../../language/texts.ts'
import { Button } from '../button.tsx'

/** The part of an infinite query that loads its next page. */
type NextPage = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** Button at the end of a list that loads the next page; nothing once every page is loaded. */
export function LoadMore({ more }: { more: NextPage }) {
  if (!more.hasNextPage) return null
  return (
    <div className="flex justify-center py-4">
      <Button busy={more.isFetchingNextPage} onClick={() => more.fetchNextPage()}>
        {t('shell.words.loadMore')}
      </Button>
    </div>
  )
}
