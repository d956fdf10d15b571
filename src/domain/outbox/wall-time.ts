import { DAY, MINUTE } from '../time.ts'

/** Maximum number of time zones whose formats are cached: creating one takes longer than using it a hundred times. */
const MAX_FORMATS = 500
/** Days after an instant within which its zone shows every wall time at least once. */
const DAYS_AHEAD = 3
const FALLBACK_ZONE = 'UTC'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns true for a name of a time zone that this program knows. */
export function isTimeZone(name: string): boolean {
  return /^[A-Za-z]/.test(name) && createFormat(name) !== null
}

/** Returns the minutes since midnight that clocks in the zone show, without regard to changes of the clock. */
export function getWallMinutes(now: Date, timeZone: string): number {
  return Math.floor(modulo(getWallMs(now.getTime(), timeZone), DAY) / MINUTE)
}

/** Parses `HH:MM` to minutes since midnight. */
export function parseWallTime(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}

/** Returns true for a minute of the day between two times, whose span may include midnight. */
export function isWithinWallTimes({ from, to }: { from: string; to: string }, minutes: number): boolean {
  const begins = parseWallTime(from)
  const ends = parseWallTime(to)
  return begins < ends ? begins <= minutes && minutes < ends : begins <= minutes || minutes < ends
}

/**
 * Returns when clocks in the zone next show a time after `after`. A time that daylight saving time skips is moved later by the
 * skipped span. Of a time that occurs twice, `first` takes the first and `any` the next one.
 */
export function nextWallTime(
  after: Date,
  { at, timeZone, occurrence }: { at: string; timeZone: string; occurrence: 'first' | 'any' },
): Date {
  const midnight = Math.floor(getWallMs(after.getTime(), timeZone) / DAY) * DAY
  for (let day = -1; day <= DAYS_AHEAD; day += 1) {
    const found = findInstants(midnight + day * DAY + parseWallTime(at) * MINUTE, timeZone)
    const meant = occurrence === 'first' ? found.slice(0, 1) : found
    const next = meant.find((instant) => instant > after.getTime())
    if (next !== undefined) return new Date(next)
  }
  return new Date(after.getTime() + DAY)
}

/** Lists the instants, in order, at which clocks show this wall time, which is written as if in UTC; at least one. */
function findInstants(wallMs: number, timeZone: string): number[] {
  // The offsets a day before and after: no zone changes its clocks twice within two days.
  const offsets = [wallMs - DAY, wallMs + DAY].map((ms) => getWallMs(ms, timeZone) - ms)
  const candidates = [...new Set(offsets.map((offset) => wallMs - offset))].sort((one, other) => one - other)
  const shown = candidates.filter((ms) => getWallMs(ms, timeZone) === wallMs)
  return shown.length > 0 ? shown : candidates.slice(-1)
}

/** Returns the wall time of an instant as if it were UTC, in whole seconds. */
function getWallMs(ms: number, timeZone: string): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of getFormat(timeZone).formatToParts(ms)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** Returns the format of a time zone; that of UTC for one that an earlier version of the program knew and this one does not. */
function getFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = createFormat(timeZone) ?? createFormat(FALLBACK_ZONE)
  if (!format) throw new Error('This program knows no time zones.')
  if (formats.size >= MAX_FORMATS) formats.clear()
  formats.set(timeZone, format)
  return format
}

function createFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US-u-ca-iso8601-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
