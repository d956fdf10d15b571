import { useSyncExternalStore } from 'react'

const TICK_MS = 30_000
const SECOND = 1000
const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const narrow = new Intl.RelativeTimeFormat('en', { style: 'narrow' })
const absolute = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** "3 minutes ago", with the whole date as its title; it grows older by itself. In short: "3m ago". */
export function RelativeTime({ at, short, className }: { at: string; short?: true; className?: string }) {
  const now = useNow()
  const date = new Date(at)
  return (
    <time dateTime={at} title={absolute.format(date)} className={className}>
      {relativeText(date, now, short ? narrow : relative)}
    </time>
  )
}

/** "Nov 21, 2026, 6:21:05 PM", for what must be exact. */
export function Moment({ at, className }: { at: string; className?: string }) {
  return (
    <time dateTime={at} className={className}>
      {absolute.format(new Date(at))}
    </time>
  )
}

/** A day on the calendar: when a quota begins anew. */
export function Day({ at }: { at: string }) {
  return <time dateTime={at}>{day.format(new Date(at))}</time>
}

/** How long ago, or how long until, in the largest unit that fills once. */
export function relativeText(date: Date, now: number, words = relative): string {
  const seconds = (date.getTime() - now) / SECOND
  const fits = UNITS.find(([, length]) => Math.abs(seconds) >= length)
  if (!fits) return 'just now'
  return words.format(Math.trunc(seconds / fits[1]), fits[0])
}

let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One clock for all: hundreds of rows share its tick. */
function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(tick, TICK_MS)
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
