import { useState } from 'react'
import type { Telemetry, Watch } from '../../../api/schema.ts'
import { useRemoveWatch, useWatches } from '../../../api/telemetry/watches.ts'
import { Badge } from '../../../controls/badge.tsx'
import { Button } from '../../../controls/button.tsx'
import { SkeletonRows } from '../../../controls/feedback/skeleton.tsx'
import { EmptyState } from '../../../controls/feedback/states.tsx'
import { Age, Moment, RelativeTime } from '../../../controls/relative-time.tsx'
import { useShortcuts } from '../../../keyboard/shortcuts.ts'
import { rich, t } from '../../../language/texts.ts'
import { ConfirmedAction } from '../../../shell/confirmed-action.tsx'
import { Loaded } from '../../../shell/loaded.tsx'
import { WatchDialog } from './watch-dialog.tsx'
import { countText, propsText, watchTitle } from './watch-words.ts'

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
    {
      keys: 'n',
      does: t('telemetry.watches.new'),
      group: 'telemetry',
      run: () => isActive && !isFull && openDialog(null),
    },
  ])
  const newWatch = isActive ? (
    <Button icon="plus" disabled={isFull} onClick={() => openDialog(null)}>
      {t('telemetry.watches.new')}
    </Button>
  ) : null
  return (
    <div className="max-w-3xl">
      <Loaded query={query} loading={<SkeletonRows rows={2} />}>
        {({ data, limit }) =>
          data.length === 0 ? (
            <EmptyState icon="telemetry" title={t('telemetry.watches.none')} actions={newWatch}>
              {t('telemetry.watches.about')}
            </EmptyState>
          ) : (
            <>
              <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
                <p className="min-w-0 flex-1 basis-64 text-sm text-muted text-pretty">
                  {isFull ? t('telemetry.watches.limit', { count: limit }) : t('telemetry.watches.about')}
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
        title={t('telemetry.watches.removeTitle')}
        action={t('telemetry.watches.remove')}
        mutation={useRemoveWatch(telemetry.id)}
        given={removed?.id ?? ''}
        done={() => t('telemetry.watches.removed')}
      >
        {removed ? t('telemetry.watches.removeText', { title: watchTitle(removed) }) : ''}
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
          {watch.state === 'fired' ? <Badge tone="bad">{t('telemetry.watches.fired')}</Badge> : null}
          {watch.state === 'cleared' ? <Badge tone="good">{t('telemetry.watches.ok')}</Badge> : null}
        </p>
        <Counted watch={watch} />
        <p className="text-sm text-muted">
          <State watch={watch} />
        </p>
      </div>
      <div className="flex gap-2">
        {onEdit ? (
          <Button size="small" aria-label={t('telemetry.watches.editOne', { title })} onClick={onEdit}>
            {t('shell.words.edit')}
          </Button>
        ) : null}
        <Button
          size="small"
          weight="danger-plain"
          aria-label={t('telemetry.watches.removeOne', { title })}
          onClick={onRemove}
        >
          {t('telemetry.watches.remove')}
        </Button>
      </div>
    </li>
  )
}

/** Names the events that the watch counts. */
function Counted({ watch: { name, props } }: { watch: Watch }) {
  const pairs = propsText(props).split('\n').filter(Boolean)
  const counted = name === null ? null : <code dir="auto">{name}</code>
  const withProps = pairs.length === 0 ? null : <code dir="auto">{pairs.join(', ')}</code>
  return (
    <p className="text-sm [overflow-wrap:anywhere]">
      {withProps === null
        ? (counted ?? t('telemetry.watches.allEvents'))
        : counted === null
          ? rich('telemetry.watches.allWith', { props: withProps })
          : rich('telemetry.watches.namedWith', { name: counted, props: withProps })}
    </p>
  )
}

function State({ watch }: { watch: Watch }) {
  const { when, state, count, fired_at: firedAt, fires_at: firesAt, clears_at: clearsAt } = watch
  const lastFired =
    firedAt === null ? null : (
      <>
        {' · '}
        {rich('telemetry.watches.lastFired', { time: <RelativeTime at={firedAt} /> })}
      </>
    )
  if (when.kind === 'report') {
    return firesAt === null ? null : rich('telemetry.watches.next', { time: <Moment at={firesAt} /> })
  }
  if (when.kind === 'every') {
    return firedAt === null
      ? t('telemetry.watches.noEventYet')
      : rich('telemetry.watches.lastEmail', { time: <RelativeTime at={firedAt} /> })
  }
  if (state === 'fired' && firedAt !== null) {
    return (
      <>
        {rich('telemetry.watches.firedAt', { time: <RelativeTime at={firedAt} /> })}
        {' · '}
        {clearsAt === null
          ? t('telemetry.watches.waits')
          : rich('telemetry.watches.clearsAt', { time: <Moment at={clearsAt} /> })}
      </>
    )
  }
  const fires =
    firesAt === null ? null : (
      <>
        {' · '}
        {rich('telemetry.watches.firesAt', { time: <Moment at={firesAt} /> })}
      </>
    )
  return (
    <>
      {when.kind === 'silence' ? <Quiet watch={watch} /> : countText(count ?? 0, when.per)}
      {fires}
      {lastFired}
    </>
  )
}

function Quiet({ watch: { last_seen_at: lastSeenAt } }: { watch: Watch }) {
  return lastSeenAt === null
    ? t('telemetry.watches.noEventYet')
    : rich('telemetry.watches.quiet', { age: <Age since={lastSeenAt} /> })
}
