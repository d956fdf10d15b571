import { memo, type RefObject, useEffect, useState } from 'react'
import type { SubmissionFilter } from '../../../api/client/filters.ts'
import { joinPages } from '../../../api/client/page.ts'
import { useOwnedList } from '../../../api/endpoints/owned.ts'
import { Spinner } from '../../../controls/feedback/spinner.tsx'
import { Icon } from '../../../controls/icon.tsx'
import { Popover } from '../../../controls/overlays/popover.tsx'
import { t } from '../../../language/texts.ts'
import { lazyPart } from '../../../shell/lazy-part.tsx'

const EndpointOptions = lazyPart(
  () => import('./endpoint-options.tsx').then((file) => file.EndpointOptions),
  <div className="flex justify-center p-6">
    <Spinner />
  </div>,
)

/** Chooses one form or all, with a search and unread counts. */
export const EndpointPicker = memo(function EndpointPicker(props: {
  search: SubmissionFilter
  onChange: (search: SubmissionFilter) => void
  /** Element that is focused when the list closes. */
  focusAfter: RefObject<HTMLElement | null>
}) {
  const { search, onChange, focusAfter } = props
  const { endpoint } = search
  const [open, setOpen] = useState(false)
  const { data, hasNextPage, isFetchingNextPage, isError, fetchNextPage } = useOwnedList('endpoints')
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage])
  const endpoints = joinPages(data?.pages)
  const shown = endpoints.find(({ id }) => id === endpoint)
  const name = endpoint === undefined ? t('inbox.picker.all') : (shown?.name ?? endpoint)
  return (
    <Popover
      label={t('inbox.picker.label')}
      open={open}
      onOpenChange={setOpen}
      onClosed={() => focusAfter.current?.focus({ preventScroll: true })}
      trigger={
        <button
          type="button"
          aria-label={t('inbox.picker.form', { name })}
          className="inline-flex h-9 min-w-0 flex-1 items-center justify-between gap-2 rounded-md border border-edge bg-card px-3 text-sm font-medium transition-colors hover:border-ink pointer-coarse:h-11"
        >
          <bdi className="truncate">{name}</bdi>
          <Icon name="down" className="size-4 text-muted" />
        </button>
      }
    >
      <EndpointOptions
        endpoints={endpoints}
        chosen={endpoint}
        onChoose={(id) => {
          setOpen(false)
          onChange({ ...search, endpoint: id })
        }}
      />
    </Popover>
  )
})
