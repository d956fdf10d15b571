import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { joinPages } from '../../api/client/page.ts'
import type { Endpoint } from '../../api/schema.ts'
import { useSubmissions } from '../../api/submissions/submissions.ts'
import { Button } from '../../controls/button.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { Select } from '../../controls/fields/select.tsx'
import { count, pluralize } from '../../controls/numbers.ts'
import { useFileExport } from '../../shell/file-export.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import { Grid } from './grid.tsx'
import { arrangeRows, listColumns, type TableRow, toCsv, toRows } from './table-rows.ts'
import { limitTo, type TableSearch } from './table-search.ts'

/** Number of submissions that are loaded into the browser. */
const MAX_ROWS = 20_000
const FOLDERS = [
  { value: 'inbox', label: 'Inbox' },
  { value: 'archive', label: 'Archive' },
  { value: 'spam', label: 'Spam' },
] as const

/** Submissions of a form as a table: its fields are the columns. */
export function TableView(props: {
  endpoint: Endpoint
  search: TableSearch
  onChange: (part: TableSearch) => void
}) {
  const { endpoint, search, onChange } = props
  const { folder = 'inbox' } = search
  const query = useSubmissions({ folder, endpoint: endpoint.id })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const loaded = data?.pages.reduce((sum, page) => sum + page.data.length, 0) ?? 0
  const isLoading = hasNextPage && loaded < MAX_ROWS
  useEffect(() => {
    if (isLoading && !isFetching && !isError) fetchNextPage()
  }, [isLoading, isFetching, isError, fetchNextPage])
  const rows = useMemo(() => toRows(joinPages(data?.pages)), [data])
  const { all, usual } = useMemo(() => listColumns(rows), [rows])
  const columns = search.columns?.filter((column) => all.includes(column)) ?? usual
  const { where, sort } = search
  const shown = useMemo(() => arrangeRows(rows, { where, sort }), [rows, where, sort])
  const [choosing, setChoosing] = useState(false)
  const navigate = useNavigate()
  const open = ({ id }: TableRow) =>
    navigate({
      to: '/inbox/$submissionId',
      params: { submissionId: id },
      search: { endpoint: endpoint.id, folder: search.folder },
    })
  const { busy, start } = useFileExport()
  const exportShown = () =>
    start(async ({ onBytes }) => {
      const content = new Blob([toCsv(shown, columns)], { type: 'text/csv;charset=utf-8' })
      onBytes(content.size)
      return { name: `table-${endpoint.id}.csv`, content }
    })
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label="Folder"
          value={folder}
          choices={FOLDERS}
          onChange={(next) => onChange({ folder: next === 'inbox' ? undefined : next })}
        />
        <Button icon="settings" aria-expanded={choosing} onClick={() => setChoosing(!choosing)}>
          Columns
        </Button>
        {where === undefined && sort === undefined ? null : (
          <Button weight="quiet" icon="close" onClick={() => onChange({ where: undefined, sort: undefined })}>
            Reset
          </Button>
        )}
        <p role="status" className="flex-1 text-sm whitespace-nowrap text-muted tabular-nums">
          {isLoading
            ? `Loading, ${count(loaded)} so far`
            : shown.length === rows.length
              ? pluralize(rows.length, 'submission')
              : `${count(shown.length)} of ${pluralize(rows.length, 'submission')}`}
          {hasNextPage && !isLoading ? ', the newest' : null}
        </p>
        <Button icon="download" disabled={busy || isLoading || shown.length === 0} onClick={exportShown}>
          Export this table
        </Button>
      </div>
      {choosing ? (
        <ColumnChooser
          all={all}
          chosen={columns}
          onChange={(next) => onChange({ columns: next, ...limitTo(next, search) })}
        />
      ) : null}
      <Loaded query={query} loading={<SkeletonRows rows={8} label="Loading the table" />}>
        {() =>
          rows.length === 0 ? (
            <EmptyState icon="inbox" title="No submissions">
              Submissions show up here, one row each, with a column for every field.
            </EmptyState>
          ) : (
            <Grid rows={shown} columns={columns} search={search} onChange={onChange} onOpen={open} />
          )
        }
      </Loaded>
    </div>
  )
}
