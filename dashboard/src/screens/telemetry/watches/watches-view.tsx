import { useState } from 'react'
import type { Telemetry, Watch } from '../../../api/schema.ts'
import { useRemoveWatch, useWatches } from '../../../api/telemetry/watches.ts'
import { Badge } from '../../../controls/badge.tsx'
import { Button } from '../../../controls/button.tsx'
import { SkeletonRows } from '../../../controls/feedback/skeleton.tsx'
import { EmptyState } from '../../../controls/feedback/states.tsx'
import { pluralize } from '../../../controls/numbers.ts'
import { Age, Moment, RelativeTime } from '../../../controls/relative-time.tsx'
import { useShortcuts } from '../../../keyboard/shortcuts.ts'
import { ConfirmedAction } from '../../../shell/confirmed-action.tsx'
import { Loaded } from '../../../shell/loaded.tsx'
import { WatchDialog } from './watch-dialog.tsx'
import { propsText, spanText, watchTitle } from './watch-words.ts'

const NO_WATCHES =
  'A watch emails you when events stop, when there are too many or too few, or when one arrives.'

/** Watches of the endpoint: add, edit, remove, and their state. */
export function WatchesView({ telemetry }: { telemetry: Telemetry }) {
  const query = useWatches(telemetry.id)
  // Each opening begins with what is stored; a dialog that fades out keeps what it showed.
  const [dialog, setDialog] = useState<{ times: number; open: boolean; watch: Watch | null }>({
    times: 0,
    open: false,
    watch: null,
  })
  const openDialog = (watch: Watch | null) =>
    setDialog(({ times }) => ({ times: times + 1, open: true, watch }))
  const [removed, setRemoved] = useState<Watch | null>(null)
  const isActive = telemetry.retired_at === null
  const isFull = query.data !== undefined && query.data.data.length >= query.data.limit
  useShortcuts([
    { keys: 'n', does: 'New watch', group: 'telemetry', run: () => isActive && !isFull && openDialog(null) },
  ])
  const newWatch = isActive ? (
    <Button icon="plus" disabled={isFull} onClick={() => openDialog(null)}>
      New watch
    </Button>
  ) : null
  return (
    <div className="max-w-3xl">
      <Loaded query={query} loading={<SkeletonRows rows={2} label="Loading the watches" />}>
        {({ data, limit }) =>
          data.length === 0 ? (
            <EmptyState icon="telemetry" title="No watches" actions={newWatch}>
              {NO_WATCHES}
            </EmptyState>
          ) : (
            <>
              <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
                <p className="min-w-0 flex-1 basis-64 text-sm text-muted text-pretty">
                  {isFull
                    ? `Your plan allows ${limit === 1 ? '1 watch' : `${limit} watches`} for each endpoint.`
                    : NO_WATCHES}
                </p>
                {newWatch}
              </div>
              <ul className="divide-y rounded-md border bg-card">
                {data.map((watch) => (
                  <Row
                    key={watch.id}
                    watch={watch}
                    onEdit={isActive ? () => openDialog(watch) : null}
                    onRemove={() => setRemoved(watch)}
                  />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      <WatchDialog
        key={dialog.times}
        telemetryId={telemetry.id}
        watch={dialog.watch}
        open={dialog.open}
        onClose={() => setDialog((before) => ({ ...before, open: false }))}
      />
      {/* Not in the row, which is gone once it is done: then nothing would take the focus back. */}
      <ConfirmedAction
        open={removed !== null}
        onClose={() => setRemoved(null)}
        title="Remove this watch?"
        action="Remove"
        mutation={useRemoveWatch(telemetry.id)}
        given={removed?.id ?? ''}
        done={() => 'Watch removed'}
      >
        {removed ? `“${watchTitle(removed)}” no longer tells you anything.` : ''}
      </ConfirmedAction>
    </div>
  )
}

function Row(props: { watch: Watch; onEdit: (() => void) | null; onRemove: () => void }) {
  const { watch, onEdit, onRemove } = props
  const title = watchTitle(watch)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          <span className="min-w-0 [overflow-wrap:anywhere]">{title}</span>
          {watch.state === 'fired' ? <Badge tone="bad">Fired</Badge> : null}
          {watch.state === 'cleared' ? <Badge tone="good">OK</Badge> : null}
        </p>
        <Counted watch={watch} />
        <p className="text-sm text-muted">
          <State watch={watch} />
        </p>
      </div>
      <div className="flex gap-2">
        {onEdit ? (
          <Button size="small" aria-label={`Edit “${title}”`} onClick={onEdit}>
            Edit
          </Button>
        ) : null}
        <Button size="small" weight="danger-plain" aria-label={`Remove “${title}”`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  )
}

/** Names the events that the watch counts. */
function Counted({ watch: { name, props } }: { watch: Watch }) {
  const pairs = propsText(props).split('\n').filter(Boolean)
  if (name === null && pairs.length === 0) return <p className="text-sm">All events</p>
  return (
    <p className="text-sm [overflow-wrap:anywhere]">
      {name === null ? 'All events' : <code>{name}</code>}
      {pairs.length === 0 ? null : (
        <>
          {' '}
          with <code>{pairs.join(', ')}</code>
        </>
      )}
    </p>
  )
}

function State({ watch }: { watch: Watch }) {
  const { when, state, count, fired_at: firedAt, fires_at: firesAt, clears_at: clearsAt } = watch
  const lastFired =
    firedAt === null ? null : (
      <>
        {' '}
        · last fired <RelativeTime at={firedAt} />
      </>
    )
  if (when.kind === 'report') return firesAt === null ? null : <>Next on {<Moment at={firesAt} />}</>
  if (when.kind === 'every') {
    return firedAt === null ? (
      <>No event yet</>
    ) : (
      <>
        Last email about it <RelativeTime at={firedAt} />
      </>
    )
  }
  if (state === 'fired' && firedAt !== null) {
    return (
      <>
        Fired <RelativeTime at={firedAt} /> ·{' '}
        {clearsAt === null ? (
          'waits for events'
        ) : (
          <>
            clears at <Moment at={clearsAt} /> if nothing changes
          </>
        )}
      </>
    )
  }
  const fires =
    firesAt === null ? null : (
      <>
        {' '}
        · fires at <Moment at={firesAt} />
      </>
    )
  if (when.kind === 'silence') {
    return (
      <>
        <Quiet watch={watch} />
        {fires}
        {lastFired}
      </>
    )
  }
  return (
    <>
      {pluralize(count ?? 0, 'event')} in the last {spanText(when.per).replace(/^1 /, '')}
      {fires}
      {lastFired}
    </>
  )
}

function Quiet({ watch: { last_seen_at: lastSeenAt } }: { watch: Watch }) {
  if (lastSeenAt === null) return <>No event yet</>
  return (
    <>
      Quiet for <Age since={lastSeenAt} />
    </>
  )
}
