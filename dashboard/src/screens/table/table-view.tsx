import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { joinPages } from '../../api/client/page.ts'
import type { Endpoint } from '../../api/schema.ts'
import { useSubmissions } from '../../api/submissions/submissions.ts'
import { Button } from '../../controls/button.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { Select } from '../../controls/fields/select.tsx'
import { count } from '../../controls/numbers.ts'
import { t } from '../../language/texts.ts'
import { useFileExport } from '../../shell/file-export.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import { Grid } from './grid.tsx'
import { arrangeRows, listColumns, type TableRow, toCsv, toRows } from './table-rows.ts'
import { limitTo, type TableSearch } from './table-search.ts'

/** Number of submissions that are loaded into the browser. */
const MAX_ROWS = 20_000
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
          label={t('table.folder')}
          value={folder}
          choices={[
            { value: 'inbox', label: t('shell.words.inbox') },
            { value: 'archive', label: t('table.archive') },
            { value: 'spam', label: t('shell.words.spam') },
          ]}
          onChange={(next) => onChange({ folder: next === 'inbox' ? undefined : next })}
        />
        <Button icon="settings" aria-expanded={choosing} onClick={() => setChoosing(!choosing)}>
          {t('table.columns')}
        </Button>
        {where === undefined && sort === undefined ? null : (
          <Button weight="quiet" icon="close" onClick={() => onChange({ where: undefined, sort: undefined })}>
            {t('table.reset')}
          </Button>
        )}
        <p role="status" className="flex-1 text-sm whitespace-nowrap text-muted tabular-nums">
          {isLoading
            ? t('table.status.loading', { number: count(loaded) })
            : describeRows({ shown: shown.length, all: rows.length, isCut: hasNextPage })}
        </p>
        <Button icon="download" disabled={busy || isLoading || shown.length === 0} onClick={exportShown}>
          {t('table.export')}
        </Button>
      </div>
      {choosing ? (
        <ColumnChooser
          all={all}
          chosen={columns}
          onChange={(next) => onChange({ columns: next, ...limitTo(next, search) })}
        />
      ) : null}
      <Loaded query={query} loading={<SkeletonRows rows={8} />}>
        {() =>
          rows.length === 0 ? (
            <EmptyState icon="inbox" title={t('table.empty.title')}>
              {t('table.empty.text')}
            </EmptyState>
          ) : (
            <Grid rows={shown} columns={columns} search={search} onChange={onChange} onOpen={open} />
          )
        }
      </Loaded>
    </div>
  )
}

/** "12 of 5,000 submissions", with a word where only the newest ones are loaded. */
function describeRows({ shown, all, isCut }: { shown: number; all: number; isCut: boolean }): string {
  if (shown === all) return t(isCut ? 'table.status.newest' : 'table.status.all', { count: all })
  return t(isCut ? 'table.status.someOfNewest' : 'table.status.some', { count: all, shown: count(shown) })
}
