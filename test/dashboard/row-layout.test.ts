import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getInitials, pickColor } from '../../dashboard/src/screens/inbox/list/initials.ts'
import {
  groupByDay,
  heightOf,
  placeAt,
  type RowLayout,
  topOf,
  withoutHeadings,
} from '../../dashboard/src/screens/inbox/list/row-layout.ts'

/** Thursday, 26 November 2026, in the time zone of the test. */
const TODAY = new Date(2026, 10, 26)
/** Milliseconds before or after midnight. */
const at = (day: number, ms = 0) => new Date(2026, 10, day, 0, 0, 0, ms).toISOString()

test('groups rows by the days of the owner, up to the millisecond', () => {
  const times = [at(26, 5), at(26), at(26, -1), at(25), at(25, -1), at(23), at(23, -1), at(1)]
  assert.deepEqual(groupByDay(times, TODAY), [
    { days: 'today', first: 0, count: 2 },
    { days: 'yesterday', first: 2, count: 2 },
    { days: 'week', first: 4, count: 2 },
    { days: 'earlier', first: 6, count: 2 },
  ])
})

test('leaves out headings without rows', () => {
  assert.deepEqual(groupByDay([at(26), at(1)], TODAY), [
    { days: 'today', first: 0, count: 1 },
    { days: 'earlier', first: 1, count: 1 },
  ])
  assert.deepEqual(groupByDay([], TODAY), [])
})

test('begins the week where the owner is, and has no earlier day of it on its first day', () => {
  const sunday = new Date(2026, 10, 22)
  assert.deepEqual(
    groupByDay([at(22), at(21), at(20)], sunday, 0).map(({ days }) => days),
    ['today', 'yesterday', 'earlier'],
  )
  assert.deepEqual(
    groupByDay([at(22), at(21), at(20)], sunday, 1).map(({ days }) => days),
    ['today', 'yesterday', 'week'],
  )
})

test('has no headings where the list is not in the order of time', () => {
  assert.deepEqual(groupByDay([at(1), at(26)], TODAY), withoutHeadings(2))
})

test('finds rows between headings', () => {
  const groups = groupByDay([at(26, 1), at(26), at(25), at(1)], TODAY)
  const layout: RowLayout = { rowHeight: 60, headHeight: 30, groups }
  assert.deepEqual(
    [0, 1, 2, 3].map((place) => topOf(layout, place)),
    [30, 90, 180, 270],
  )
  for (const place of [0, 1, 2, 3]) {
    assert.equal(placeAt(layout, topOf(layout, place)), place)
    assert.equal(placeAt(layout, topOf(layout, place) + 59), place)
  }
  assert.equal(placeAt(layout, 0), 0, 'the first heading')
  assert.equal(placeAt(layout, 160), 2, 'the second heading belongs to its first row')
  const end = groups.reduce((sum, group) => sum + heightOf(layout, group), 0)
  assert.equal(placeAt(layout, end), 4, 'behind the last row')
  assert.equal(placeAt({ ...layout, groups: [] }, 120), 2)
})

test('shortens senders to their initials', () => {
  const initials: [string, string | null][] = [
    ['Ada Lovelace', 'AL'],
    ['  ada   king-noel ', 'AN'],
    ['Grace', 'G'],
    ['grace.hopper@navy.mil', 'G'],
    ['山田 太郎', '山'],
    ['محمد علي', 'مع'],
    ['\u202eEvil <b>', 'EB'],
    ['🌷', null],
    ['', null],
    ['x'.repeat(100_000), 'X'],
  ]
  for (const [sender, expected] of initials) assert.equal(getInitials(sender), expected, sender.slice(0, 20))
})

test('gives a sender the same color each time', () => {
  assert.equal(pickColor('Ada@example.org'), pickColor('ada@EXAMPLE.org'))
  assert.ok(new Set(['a', 'b', 'c', 'd', 'e', 'f'].map(pickColor)).size > 3)
  assert.equal(typeof pickColor('__proto__'), 'string')
})
