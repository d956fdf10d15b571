import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFindings } from '../../../src/domain/health/find-findings.ts'
import { isMailed, toFindingKey } from '../../../src/domain/health/finding.ts'
import { describeFinding } from '../../../src/domain/health/finding-text.ts'
import {
  createObservations,
  type HourObservations,
  type Observed,
  observe,
  toObservedHour,
} from '../../../src/domain/health/observations.ts'
import type { RefusalCode } from '../../../src/domain/refusal.ts'
import { DAY, HOUR, later } from '../../../src/domain/time.ts'

const START = new Date('2026-11-16T08:00:00Z')
const PAGE = { origin: 'https://acme.dev', referer: 'https://acme.dev/' }

/** Events at hours after the start. */
type Story = readonly { at: number; times?: number; what: Observed }[]

function sent(...names: string[]): Observed {
  return {
    kind: 'accepted',
    fields: names.map((name) => ({ name, value: 'x' })),
    page: PAGE,
    isBrowser: true,
  }
}

function refused(code: RefusalCode): Observed {
  return { kind: 'refused', code, page: { origin: 'https://evil.dev', referer: null } }
}

const COMPLETE = sent('email', 'message', '_gotcha')

function check(
  story: Story,
  options: { expect?: string[]; honeypot?: string; now?: number; retired?: boolean } = {},
) {
  const hours = new Map<number, HourObservations>()
  let lastAcceptedAt: Date | null = null
  for (const { at, times = 1, what } of story) {
    const instant = later(START, at * HOUR)
    const hour = toObservedHour(instant)
    const row = hours.get(hour) ?? { hour, observations: createObservations() }
    hours.set(hour, row)
    for (let time = 0; time < times; time += 1) observe(row.observations, what, instant.getTime())
    if (what.kind === 'accepted') lastAcceptedAt = instant
  }
  const now = later(START, (options.now ?? Math.max(0, ...story.map(({ at }) => at))) * HOUR)
  const settings = { honeypot: options.honeypot ?? null, expect: options.expect ?? [] }
  const endpoint = { lastAcceptedAt, retiredAt: options.retired ? START : null, settings }
  const found = findFindings({ endpoint, hours: [...hours.values()], now })
  return found.map((finding) => ({ ...finding, ...describeFinding(finding, now) }))
}

function codes(...input: Parameters<typeof check>): string[] {
  return check(...input).map((finding) => `${finding.severity} ${finding.code}`)
}

test('finds nothing about a form that works, or that has nothing yet', () => {
  assert.deepEqual(codes([]), [])
  assert.deepEqual(codes([{ at: 0, times: 60, what: COMPLETE }]), [])
  const broken: Story = [{ at: 0, times: 9, what: refused('fields_missing') }]
  assert.notDeepEqual(codes(broken), [])
  assert.deepEqual(codes(broken, { retired: true }), [])
})

test('tells since when a field that everybody sent has not come', () => {
  const story: Story = [
    { at: 0, times: 63, what: COMPLETE },
    { at: 30, times: 10, what: sent('message', '_gotcha') },
  ]
  const [finding] = check(story)
  assert.ok(finding?.code === 'field_missing' && isMailed(finding))
  assert.equal(toFindingKey(finding), 'field_missing "email"')
  assert.equal(
    finding.message,
    'Since Monday 08:00 UTC nobody has sent `email` (10 submissions); 63 of 63 before had.',
  )
})

test('a field must have come from 20 submissions and be missing in 5, or 10 for a problem', () => {
  const story = (before: number, after: number): Story => [
    { at: 0, times: before, what: COMPLETE },
    { at: 0, times: after, what: sent('email', '_gotcha') },
  ]
  assert.deepEqual(codes(story(19, 10)), [])
  assert.deepEqual(codes(story(20, 4)), [])
  assert.deepEqual(codes(story(20, 5)), ['warning field_missing'])
  assert.deepEqual(codes(story(20, 9)), ['warning field_missing'])
  assert.deepEqual(codes(story(20, 10)), ['problem field_missing'])
  assert.deepEqual(codes(story(4, 10), { expect: ['message'] }), [])
  assert.deepEqual(codes(story(5, 10), { expect: ['message'] }), ['problem field_missing'])
})

test('an optional field, a control, and the fields of a second form are no false alarm', () => {
  const withBox = sent('email', 'message', '_gotcha', 'newsletter')
  assert.deepEqual(
    codes([
      { at: 0, times: 30, what: withBox },
      { at: 1, times: 2, what: COMPLETE },
      { at: 2, times: 1, what: withBox },
      { at: 3, times: 12, what: COMPLETE },
    ]),
    [],
    'sent by 94 percent',
  )
  const second = sent('email', '_gotcha')
  const mixed = Array.from({ length: 30 }, (_, at) => ({ at, what: at % 5 === 0 ? second : COMPLETE }))
  assert.deepEqual(codes([...mixed, { at: 31, times: 12, what: second }]), [])
  const withNext = sent('email', 'message', '_gotcha', '_next')
  assert.deepEqual(
    codes([
      { at: 0, times: 30, what: withNext },
      { at: 1, times: 12, what: COMPLETE },
    ]),
    [],
  )
})

test('names the field that replaced a missing one', () => {
  const [finding] = check([
    { at: 0, times: 30, what: COMPLETE },
    { at: 30, times: 12, what: sent('email', 'text', '_gotcha') },
  ])
  assert.match(finding?.message ?? '', /nobody has sent `message`.* Since then, `text` has come\.$/)
})

test('a field that was added later counts from its first submission', () => {
  const story: Story = [
    { at: 0, times: 30, what: COMPLETE },
    { at: 1, times: 20, what: sent('email', 'message', '_gotcha', 'phone') },
    { at: 2, times: 10, what: COMPLETE },
  ]
  assert.match(check(story)[0]?.message ?? '', /`phone` .*; 20 of 20 before had/)
})

test('says nothing about missing fields where some names were left out', () => {
  const many = Array.from({ length: 80 }, (_, index) => `junk${index}`)
  const story: Story = [
    { at: 0, times: 30, what: COMPLETE },
    { at: 1, what: sent('email', ...many) },
    { at: 2, times: 12, what: sent('email', '_gotcha') },
  ]
  assert.deepEqual(codes(story, { expect: ['city'] }), [])
})

test('warns of an expected field that never came', () => {
  const story: Story = [{ at: 0, times: 2, what: COMPLETE }]
  assert.deepEqual(codes(story, { expect: ['email', 'message'] }), [])
  assert.deepEqual(codes([], { expect: ['city'] }), [])
  const [finding] = check(story, { expect: ['email', 'city'] })
  assert.equal(finding?.severity, 'warning')
  assert.equal(
    finding?.message,
    'This form is expected to send `city`, but none of its 2 submissions had it.',
  )
})

test('a wrong origin and GET are problems once nothing else is accepted', () => {
  for (const [code, finding] of [
    ['origin_not_allowed', 'wrong_origin'],
    ['form_sent_by_get', 'sent_by_get'],
  ] as const) {
    const story = (times: number): Story => [
      { at: 0, what: COMPLETE },
      { at: 0, times, what: refused(code) },
    ]
    assert.deepEqual(codes(story(4)), [`warning ${finding}`])
    assert.deepEqual(codes(story(5)), [`problem ${finding}`])
    assert.deepEqual(codes([...story(5), { at: 0, what: COMPLETE }]), [`warning ${finding}`])
    assert.deepEqual(codes(story(5), { now: 72 }), [`problem ${finding}`])
    assert.deepEqual(codes(story(5), { now: 73 }), [], 'long ago')
  }
  const [origin] = check([{ at: 0, times: 5, what: refused('origin_not_allowed') }])
  assert.match(
    origin?.message ?? '',
    /Nothing has been accepted since\. The newest came from https:\/\/evil\.dev\.$/,
  )
})

test('tells of inputs without names, of files, and of the reason why everything is refused', () => {
  assert.deepEqual(codes([{ at: 0, times: 4, what: refused('fields_missing') }]), [
    'notice inputs_without_name',
  ])
  assert.deepEqual(codes([{ at: 0, times: 5, what: refused('fields_missing') }]), [
    'warning inputs_without_name',
  ])
  assert.deepEqual(codes([{ at: 0, what: refused('file_refused') }]), ['warning files_refused'])
  assert.deepEqual(codes([{ at: 0, times: 4, what: refused('endpoint_frozen') }]), [])
  const [frozen] = check([{ at: 0, times: 5, what: refused('endpoint_frozen') }])
  assert.equal(
    frozen?.message,
    'Since Monday 08:00 UTC, nothing has been accepted: 5 submissions have been refused because the form has reached the limit of an unclaimed form.',
  )
})

test('a pause is unusual after 48 hours and three times the longest one before', () => {
  const daily: Story = Array.from({ length: 20 }, (_, index) => ({ at: index * 12, what: COMPLETE }))
  const last = 19 * 12
  assert.deepEqual(codes(daily, { now: last + 47 }), [])
  assert.deepEqual(codes(daily, { now: last + 48 }), ['warning silent'])
  const withWeekend: Story = [...daily, { at: last + 60, what: COMPLETE }]
  assert.deepEqual(codes(withWeekend, { now: last + 60 + 179 }), [])
  assert.deepEqual(codes(withWeekend, { now: last + 60 + 180 }), ['warning silent'])
  assert.deepEqual(codes(daily.slice(0, 19), { now: last + (10 * DAY) / HOUR }), [], 'too few')
})

test('advises on replies, honeypots and pages that hide their address', () => {
  assert.deepEqual(codes([{ at: 0, what: sent('message', '_gotcha') }]), ['notice no_email_field'])
  assert.deepEqual(codes([{ at: 0, what: sent('your-email', '_gotcha') }]), [])
  assert.deepEqual(codes([{ at: 0, what: sent('message', '_replyto', '_gotcha') }]), [])
  assert.deepEqual(codes([{ at: 0, times: 2, what: sent('email') }]), [])
  assert.deepEqual(codes([{ at: 0, times: 3, what: sent('email') }]), ['notice no_honeypot'])
  assert.deepEqual(codes([{ at: 0, times: 3, what: sent('email', 'fax') }], { honeypot: 'fax' }), [])
  const hidden = { ...sent('email', '_gotcha'), page: { origin: 'null', referer: null } } as Observed
  assert.deepEqual(codes([{ at: 0, times: 2, what: hidden }]), [])
  assert.deepEqual(codes([{ at: 0, times: 3, what: hidden }]), ['notice referrer_hidden'])
  assert.deepEqual(
    codes([
      { at: 0, times: 3, what: hidden },
      { at: 0, times: 4, what: COMPLETE },
    ]),
    [],
  )
})

test('submissions that are spam only because they repeat are a warning for a day, and a problem from the fifth on', () => {
  const repeated = (times: number, at = 0): Story => [
    { at, times, what: { kind: 'spam', isOnlyRepeated: true } },
  ]
  assert.deepEqual(codes([{ at: 0, times: 9, what: { kind: 'spam', isOnlyRepeated: false } }]), [])
  assert.deepEqual(codes(repeated(4)), ['warning repeats_in_spam'])
  assert.deepEqual(codes(repeated(5)), ['problem repeats_in_spam'])
  assert.deepEqual(codes(repeated(5), { now: 23 }), ['problem repeats_in_spam'])
  assert.deepEqual(codes(repeated(5), { now: 24 }), [])
  const [finding] = check([...repeated(4), ...repeated(1, 3)])
  assert.equal(
    finding?.message,
    '5 submissions went to spam today only because they repeat what the same sender had sent before.',
  )
  assert.equal(finding && isMailed(finding), true)
  assert.match(
    check(repeated(1))[0]?.message ?? '',
    /^1 submission went to spam today only because it repeats /,
  )
})
