import { useSyncExternalStore } from 'react'

const TICK_MS = 30_000
const SECOND = 1000
const DAY_MS = 86_400_000
const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const
// Not "yesterday": spans are cut, not calendars, and 47 hours ago was the day before.
const relative = new Intl.RelativeTimeFormat('en')
const narrow = new Intl.RelativeTimeFormat('en', { style: 'narrow' })
const absolute = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const dayOfUtc = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })
const dayOfYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })

/** "3 minutes ago", with the whole date as its title; it grows older by itself. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow()
  const date = new Date(at)
  return (
    <time dateTime={at} title={absolute.format(date)}>
      {relativeText(date, now)}
    </time>
  )
}

/** For rows of a list: "3h ago" in the first day, then "Nov 21", and with its year when that is another. */
export function ShortTime({ at, className }: { at: string; className?: string }) {
  const now = useNow()
  const date = new Date(at)
  return (
    <time dateTime={at} title={absolute.format(date)} className={className}>
      {shortText(date, now)}
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

/** A day on the owner's calendar, or on that of UTC, by which quotas go. */
export function Day({ at, zone = 'own' }: { at: string; zone?: 'own' | 'utc' }) {
  return <time dateTime={at}>{(zone === 'utc' ? dayOfUtc : day).format(new Date(at))}</time>
}

/** How long ago, or how long until, in the largest unit that fills once. */
export function relativeText(date: Date, now: number, words = relative): string {
  const seconds = (date.getTime() - now) / SECOND
  const fits = UNITS.find(([, length]) => Math.abs(seconds) >= length)
  if (!fits) return 'just now'
  return words.format(Math.trunc(seconds / fits[1]), fits[0])
}

function shortText(date: Date, now: number): string {
  if (now - date.getTime() < DAY_MS) return relativeText(date, now, narrow)
  const sameYear = date.getFullYear() === new Date(now).getFullYear()
  return (sameYear ? dayOfYear : day).format(date)
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
