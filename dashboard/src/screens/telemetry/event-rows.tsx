import { useState } from 'react'
import type { TelemetryEvent } from '../../api/telemetry/events.ts'
import { Badge } from '../../controls/badge.tsx'
import { Moment } from '../../controls/relative-time.tsx'
import { t } from '../../language/texts.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { toPreview } from './event-preview.ts'

const EventDialog = lazyPart(() => import('./event-dialog.tsx').then((file) => file.EventDialog), null)

/** Rows of events; a click opens one. */
export function EventRows({ label, events }: { label: string; events: readonly TelemetryEvent[] }) {
  const [open, setOpen] = useState<TelemetryEvent | null>(null)
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <>
      <ul aria-label={label} className="divide-y rounded-md border bg-card">
        {events.map((event) => (
          <li key={event.id}>
            <button
              type="button"
              onClick={() => {
                setOpen(event)
                setWasOpened(true)
              }}
              className="grid min-h-11 w-full content-center items-baseline gap-x-4 px-4 py-2 text-start text-sm -outline-offset-2 transition-colors hover:bg-sunken/60 sm:grid-cols-[11rem_minmax(0,1fr)_auto]"
            >
              <span className="flex min-w-0 items-baseline gap-2">
                <span dir="auto" className="truncate font-semibold" title={event.name}>
                  {event.name}
                </span>
                {event.test ? <Badge>{t('telemetry.events.test')}</Badge> : null}
              </span>
              <span dir="auto" className="truncate text-muted">
                {toPreview(event)}
              </span>
              <Moment at={event.time} className="text-muted tabular-nums whitespace-nowrap" />
            </button>
          </li>
        ))}
      </ul>
      {wasOpened ? <EventDialog event={open} onClose={() => setOpen(null)} /> : null}
    </>
  )
}
