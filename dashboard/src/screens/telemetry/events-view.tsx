import { useQueryClient } from '@tanstack/react-query'
import { joinPages } from '../../api/client/page.ts'
import { queryKeys } from '../../api/client/query-keys.ts'
import { type EventFilter, type TelemetryEvent, useEvents } from '../../api/telemetry/events.ts'
import { Button } from '../../controls/button.tsx'
import { LoadMore } from '../../controls/feedback/load-more.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { count } from '../../controls/numbers.ts'
import { t } from '../../language/texts.ts'
import { useFileExport } from '../../shell/file-export.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { EventRows } from './event-rows.tsx'
import { NameFilter } from './name-filter.tsx'
import type { EventView } from './search.ts'
import { MAX_KEPT, type Tail } from './tail.ts'

/** Stored events, newest first. The list never jumps; a button shows the number of new ones. */
export function EventsView({ telemetry, search, onNarrow, tail }: EventView) {
  const { id } = telemetry
  const { name, prop, value } = search
  const filter = { name, prop, value }
  const query = useEvents(id, filter)
  const { busy, start } = useFileExport()
  const exportShown = () =>
    start(async (how) => {
      const { exportEvents } = await import('../../api/telemetry/export-events.ts')
      return exportEvents(id, filter, how)
    })
  const client = useQueryClient()
  const showNew = () => client.resetQueries({ queryKey: queryKeys.telemetry.eventsBy(id, filter) })
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <NameFilter telemetryId={id} name={name} onChange={(chosen) => onNarrow({ name: chosen })} />
        {prop === undefined ? null : (
          <Button
            icon="close"
            aria-label={t('telemetry.events.clearProp', { prop, value: value ?? '' })}
            onClick={() => onNarrow({ prop: undefined, value: undefined })}
            className="min-w-0 max-w-full"
          >
            <span className="truncate">
              <bdi className="font-mono">{prop}</bdi> <bdi>{value === '' ? t('telemetry.empty') : value}</bdi>
            </span>
          </Button>
        )}
        <New
          of={newIn(tail, { ids: joinPages(query.data?.pages).map((event) => event.id), filter })}
          onShow={showNew}
        />
        <Button icon="download" className="ms-auto" disabled={busy} onClick={exportShown}>
          {t('telemetry.exportCsv')}
        </Button>
      </div>
      <Loaded query={query} loading={<SkeletonRows rows={6} />}>
        {({ pages }) => {
          const events = joinPages(pages)
          return events.length === 0 && !query.hasNextPage ? (
            <EmptyState
              icon="telemetry"
              title={describeNone(filter)}
              actions={
                name === undefined && prop === undefined ? null : (
                  <Button onClick={() => onNarrow({ name: undefined, prop: undefined, value: undefined })}>
                    {t('telemetry.events.showAllNames')}
                  </Button>
                )
              }
            >
              {t('telemetry.events.kept')}
            </EmptyState>
          ) : (
            <div>
              {events.length === 0 ? null : <EventRows label={t('telemetry.eventsLabel')} events={events} />}
              <LoadMore more={query} />
            </div>
          )
        }}
      </Loaded>
    </div>
  )
}

function New({ of, onShow }: { of: number; onShow: () => void }) {
  return (
    <div role="status">
      {of === 0 ? null : (
        <Button size="small" icon="refresh" onClick={onShow}>
          {of >= MAX_KEPT
            ? t('telemetry.events.newOrMore', { number: count(of) })
            : t('telemetry.events.new', { count: of })}
        </Button>
      )}
    </div>
  )
}

function describeNone({ name, prop }: EventFilter): string {
  if (prop !== undefined) return t('telemetry.events.noneMatch')
  return name === undefined ? t('telemetry.events.none') : t('telemetry.events.noneNamed', { name })
}

/** Number of new events above the list. */
function newIn({ events }: Tail, list: { ids: readonly string[]; filter: EventFilter }): number {
  const known = new Set(list.ids)
  const { name, prop, value } = list.filter
  const meant = events.filter(
    (event) =>
      (name === undefined || event.name === name) &&
      (prop === undefined || isEqual(event.props, { prop, value })),
  )
  const place = meant.findIndex(({ id }) => known.has(id))
  return place === -1 ? meant.length : place
}

function isEqual(
  props: TelemetryEvent['props'],
  { prop, value }: { prop: string; value: string | undefined },
) {
  return Object.entries(props ?? {}).some(([name, one]) => name === prop && String(one) === value)
}
