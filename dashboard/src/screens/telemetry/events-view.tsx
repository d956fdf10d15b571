import { useQueryClient } from '@tanstack/react-query'
import { joinPages } from '../../api/client/page.ts'
import { queryKeys } from '../../api/client/query-keys.ts'
import { useEvents } from '../../api/telemetry/events.ts'
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
  const { name } = search
  const query = useEvents(id, name)
  const { busy, start } = useFileExport()
  const exportShown = () =>
    start(async (how) => {
      const { exportEvents } = await import('../../api/telemetry/export-events.ts')
      return exportEvents(id, { ...how, name })
    })
  const client = useQueryClient()
  const showNew = () => client.resetQueries({ queryKey: queryKeys.telemetry.eventsByName(id, name) })
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <NameFilter telemetryId={id} name={name} onChange={(chosen) => onNarrow({ name: chosen })} />
        <New
          of={newIn(tail, { ids: joinPages(query.data?.pages).map((event) => event.id), name })}
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
              title={
                name === undefined ? t('telemetry.events.none') : t('telemetry.events.noneNamed', { name })
              }
              actions={
                name === undefined ? null : (
                  <Button onClick={() => onNarrow({ name: undefined })}>
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

/** Number of new events above the list. */
function newIn({ events }: Tail, list: { ids: readonly string[]; name: string | undefined }): number {
  const known = new Set(list.ids)
  const meant = list.name === undefined ? events : events.filter((event) => event.name === list.name)
  const place = meant.findIndex(({ id }) => known.has(id))
  return place === -1 ? meant.length : place
}
