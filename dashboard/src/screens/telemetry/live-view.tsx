import { Button } from '../../controls/button.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { count } from '../../controls/numbers.ts'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
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
  useShortcuts([
    { keys: 'p', does: tail.paused ? 'Resume' : 'Pause', group: 'telemetry', run: toggle },
    { keys: 'c', does: 'Clear', group: 'telemetry', run: tail.clear },
  ])
  if (telemetry.state === 'retired') {
    return (
      <EmptyState icon="telemetry" title="No more events">
        This endpoint is retired. Its events are under Events.
      </EmptyState>
    )
  }
  const shown = name === undefined ? tail.shown : tail.shown.filter((event) => event.name === name)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={tail.paused ? 'play' : 'pause'} onClick={toggle}>
          {tail.paused ? 'Resume' : 'Pause'}
        </Button>
        <Button onClick={tail.clear} disabled={tail.events.length === 0}>
          Clear
        </Button>
        <NameFilter
          telemetryId={telemetry.id}
          name={name}
          onChange={(chosen) => onNarrow({ name: chosen })}
        />
        <TailStatus tail={tail} />
      </div>
      {tail.missed ? (
        <p className="rounded-md bg-warn-tint px-4 py-2 text-sm text-warn">
          Some events were skipped here. See them all under Events.
        </p>
      ) : null}
      {shown.length === 0 ? (
        <EmptyState
          icon="telemetry"
          title="Waiting for events"
          actions={<TestButton kind="telemetry" owned={telemetry} />}
        >
          Events appear here as they arrive
          {name === undefined ? '.' : `, if they are named “${name}”.`}
        </EmptyState>
      ) : (
        <>
          <EventRows label="Live events" events={shown} />
          <p className="text-center text-sm text-muted">
            Events since you opened this page, the latest {count(MAX_KEPT)} at most.
          </p>
        </>
      )}
    </div>
  )
}
