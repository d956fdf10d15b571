import { Button } from '../../controls/button.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { count } from '../../controls/numbers.ts'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { t } from '../../language/texts.ts'
import { TestButton } from '../../shell/owned/test-button.tsx'
import { EventRows } from './event-rows.tsx'
import { NameFilter } from './name-filter.tsx'
import type { EventView } from './search.ts'
import { MAX_KEPT } from './tail.ts'
import { TailStatus } from './tail-status.tsx'

/** Live events, newest first, with pause. */
export function LiveView({ telemetry, search, onNarrow, tail }: EventView) {
  const { name } = search
  const toggle = () => (tail.paused ? tail.resume() : tail.pause())
  const pauseOrResume = t(tail.paused ? 'telemetry.live.resume' : 'telemetry.live.pause')
  useShortcuts([
    { keys: 'p', does: pauseOrResume, group: 'telemetry', run: toggle },
    { keys: 'c', does: t('telemetry.live.clear'), group: 'telemetry', run: tail.clear },
  ])
  if (telemetry.state === 'retired') {
    return (
      <EmptyState icon="telemetry" title={t('telemetry.live.retired')}>
        {t('telemetry.live.retiredHint')}
      </EmptyState>
    )
  }
  const shown = name === undefined ? tail.shown : tail.shown.filter((event) => event.name === name)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={tail.paused ? 'play' : 'pause'} onClick={toggle}>
          {pauseOrResume}
        </Button>
        <Button onClick={tail.clear} disabled={tail.events.length === 0}>
          {t('telemetry.live.clear')}
        </Button>
        <NameFilter
          telemetryId={telemetry.id}
          name={name}
          onChange={(chosen) => onNarrow({ name: chosen })}
        />
        <TailStatus tail={tail} />
      </div>
      {tail.missed ? (
        <p className="rounded-md bg-warn-tint px-4 py-2 text-sm text-warn">{t('telemetry.live.skipped')}</p>
      ) : null}
      {shown.length === 0 ? (
        <EmptyState
          icon="telemetry"
          title={t('telemetry.live.waiting')}
          actions={<TestButton kind="telemetry" owned={telemetry} />}
        >
          {name === undefined ? t('telemetry.live.appear') : t('telemetry.live.appearNamed', { name })}
        </EmptyState>
      ) : (
        <>
          <EventRows label={t('telemetry.live.events')} events={shown} />
          <p className="text-center text-sm text-muted">
            {t('telemetry.live.atMost', { number: count(MAX_KEPT) })}
          </p>
        </>
      )}
    </div>
  )
}
