/** Heading of rows. */
export type Days = (typeof DAYS)[number]

/** Rows below one heading; `days` is null for a list without headings. */
export type RowGroup = { days: Days | null; first: number; count: number }

/** Heights in px of a list whose rows are all equally high, as are its headings. */
export type RowLayout = { rowHeight: number; headHeight: number; groups: readonly RowGroup[] }

/** The beginnings of the days, in the owner's time zone, that the headings name. */
type Boundaries = { today: Date; yesterday: Date; week: Date }

/** Days of the week as `getDay` counts them. */
const MONDAY = 1
const DAYS = ['today', 'yesterday', 'week', 'earlier'] as const

/**
 * Groups the rows of a list, newest first, by day. Imported submissions stand where they
 * were imported: a list that is not in the order of these times is one group without a heading.
 *
 * @param times ISO timestamps in UTC, as the API writes them: they sort as text
 * @param today the beginning of this day in the owner's time zone
 * @param firstDay first day of the week, 0 for Sunday
 */
export function groupByDay(times: readonly string[], today: Date, firstDay = MONDAY): RowGroup[] {
  const begins = listBeginnings(today, firstDay)
  const groups: { days: Days; first: number; count: number }[] = []
  let shown = -1
  for (const [place, time] of times.entries()) {
    const found = begins.findIndex((begin) => time >= begin)
    const which = found === -1 ? begins.length : found
    const last = groups.at(-1)
    if (last && which === shown) {
      last.count += 1
      continue
    }
    if (which < shown) return withoutHeadings(times.length)
    shown = which
    groups.push({ days: DAYS[which] ?? 'earlier', first: place, count: 1 })
  }
  return groups
}

/** Returns all rows as one group without a heading. */
export function withoutHeadings(count: number): RowGroup[] {
  return [{ days: null, first: 0, count }]
}

/** Returns the groups without the first heading, whose room a row needs on a small screen: each row says its time. */
export function withoutFirstHeading(groups: readonly RowGroup[]): RowGroup[] {
  return groups.map((group, place) => (place === 0 ? { ...group, days: null } : group))
}

/** Returns the height of the heading of a group. */
export function headOf({ headHeight }: RowLayout, { days }: RowGroup): number {
  return days === null ? 0 : headHeight
}

/** Returns the height of a group with its heading. */
export function heightOf(layout: RowLayout, group: RowGroup): number {
  return headOf(layout, group) + group.count * layout.rowHeight
}

/** Returns the distance of a row from the top of the list. */
export function topOf(layout: RowLayout, place: number): number {
  const heads = layout.groups.filter(({ first }) => first <= place).map((group) => headOf(layout, group))
  return place * layout.rowHeight + heads.reduce((sum, height) => sum + height, 0)
}

/** Returns the place of the row at a distance from the top; may lie beyond the last one. */
export function placeAt(layout: RowLayout, distance: number): number {
  let top = 0
  for (const group of layout.groups) {
    const height = heightOf(layout, group)
    if (distance < top + height) {
      return (
        group.first + Math.max(0, Math.floor((distance - top - headOf(layout, group)) / layout.rowHeight))
      )
    }
    top += height
  }
  const end = layout.groups.at(-1)
  return (end ? end.first + end.count : 0) + Math.floor((distance - top) / layout.rowHeight)
}

function listBeginnings(today: Date, firstDay: number): string[] {
  const { yesterday, week } = findBoundaries(today, firstDay)
  return [today, yesterday, week].map((begin) => begin.toISOString())
}

/** Dates are counted in days of the calendar, which are not always of 24 hours. */
function findBoundaries(today: Date, firstDay: number): Boundaries {
  const before = (days: number) => new Date(today.getFullYear(), today.getMonth(), today.getDate() - days)
  return { today, yesterday: before(1), week: before((today.getDay() - firstDay + 7) % 7) }
}
