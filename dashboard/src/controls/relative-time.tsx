import { useSyncExternalStore } from 'react'
import { t } from '../language/texts.ts'
import { ageText, dayText, momentText, relativeText, shortText, untilText } from './time-words.ts'

const TICK_MS = 30_000

/** "3 minutes ago", updated over time, with the full date as its title. */
export function RelativeTime({ at }: { at: string }) {
  return <LiveTime at={at} toText={relativeText} />
}

/** "in 4 minutes", or "soon" once it is over, updated over time. */
export function UntilTime({ at }: { at: string }) {
  return <LiveTime at={at} toText={untilText} />
}

/** Time since then, without "ago": "5 minutes". */
export function Age({ since }: { since: string }) {
  return <LiveTime at={since} toText={ageText} />
}

/** Short time for list rows: "3h ago" in the first day, then "Nov 21", with the year if it differs. */
export function ShortTime({ at, className }: { at: string; className: string }) {
  return <LiveTime at={at} toText={shortText} className={className} />
}

function LiveTime(props: { at: string; toText: (date: Date, now: number) => string; className?: string }) {
  const { at, toText, className } = props
  const date = new Date(at)
  return (
    <time dateTime={at} title={momentText(date)} className={className}>
      {toText(date, useNow())}
    </time>
  )
}

/** Exact time: "Nov 21, 2026, 6:21 PM". */
export function Moment({ at, className }: { at: string; className?: string }) {
  return (
    <time dateTime={at} className={className}>
      {momentText(new Date(at))}
    </time>
  )
}

/** A date in the owner's time zone. */
export function Day({ at }: { at: string }) {
  return <time dateTime={at}>{dayText(new Date(at), 'own')}</time>
}

/** "Dec 1, 2026, 00:00 UTC", when quotas reset, on one line. */
export function MonthEnd({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {t('shell.time.midnightUtc', { day: dayText(new Date(at), 'utc') })}
    </time>
  )
}

let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for hundreds of rows. */
function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

/** Beginning of this day in the owner's time zone, in milliseconds since 1970; renders again at midnight. */
export function useToday(): number {
  return useSyncExternalStore(subscribe, () => new Date(now).setHours(0, 0, 0, 0))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (timer === undefined) {
    // The timer was paused while the page was hidden.
    now = Date.now()
    timer = setInterval(tick, TICK_MS)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}
