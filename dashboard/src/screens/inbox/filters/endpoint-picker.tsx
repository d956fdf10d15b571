import { memo, type RefObject, useEffect } from 'react'
import type { SubmissionFilter } from '../../../api/client/filters.ts'
import { joinPages } from '../../../api/client/page.ts'
import { useEndpoints } from '../../../api/endpoints/endpoints.ts'
import { Select } from '../../../controls/fields/select.tsx'

const ALL = 'all'

/** Select for one endpoint or all. */
export const EndpointPicker = memo(function EndpointPicker(props: {
  search: SubmissionFilter
  onChange: (search: SubmissionFilter) => void
  /** Element that is focused when the list closes. */
  focusAfter: RefObject<HTMLElement | null>
}) {
  const { search, onChange, focusAfter } = props
  const { endpoint } = search
  const { data, hasNextPage, isFetchingNextPage, isError, fetchNextPage } = useEndpoints()
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage])
  const known = joinPages(data?.pages).map(({ id, name }) => ({ value: id, label: name ?? id }))
  const unknown =
    endpoint !== undefined && !known.some(({ value }) => value === endpoint)
      ? [{ value: endpoint, label: endpoint }]
      : []
  return (
    <Select
      label="Form"
      value={endpoint ?? ALL}
      choices={[{ value: ALL, label: 'All forms' }, ...known, ...unknown]}
      onChange={(chosen) => onChange({ ...search, endpoint: chosen === ALL ? undefined : chosen })}
      focusAfter={focusAfter}
      className="min-w-0 flex-1 [&_button]:w-full [&_button]:min-w-0"
    />
  )
})
