import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advanceWatch, forecastWatch, type WatchNews } from '../../../src/domain/telemetry/advance-watch.ts'
import {
  hasFired,
  isSpan,
  isWatched,
  MAX_EMAILS_PER_DAY,
  MAX_EVENT_EMAILS_PER_HOUR,
  startWatch,
  type WatchCondition,
  type WatchRule,
} from '../../../src/domain/telemetry/watch.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '../../../src/domain/time.ts'
import { seededRandom } from '../../support/fixtures/seeded-random.ts'

const START = new Date('2026-11-10T09:00:00.000Z')

/** A watch with a clock: it is looked at when its timer is due, and tells what it told. */
function watching(when: WatchCondition, rule: Partial<WatchRule> = {}) {
  let now = START
  let watch = startWatch(
    { name: null, props: [], per: null, tells: ['email'], ...rule, when, key: 1, createdAt: now },
    now,
  )
  const told: [minutes: number, kind: WatchNews['kind'], email: boolean][] = []
  function step(at: Date, count: number) {
    now = at
    const arrival = count === 0 ? null : { count, batchKey: at.getTime() }
    const advanced = advanceWatch(watch, { now, arrival })
    watch = advanced.watch
    for (const news of advanced.news) {
      told.push([(at.getTime() - START.getTime()) / MINUTE, news.kind, news.email])
    }
    return advanced.news
  }
  return {
    told,
    get watch() {
      return watch
    },
    /** Lets time pass, and looks at the watch whenever it is due. */
    pass(ms: number) {
      const end = later(now, ms)
      while (watch.dueAt && watch.dueAt <= end) step(watch.dueAt, 0)
      now = end
    },
    send: (count = 1) => step(now, count),
  }
}

test('fires when nothing has arrived for exactly the time, and is silent while nothing arrives', () => {
  const one = watching({ kind: 'silence', for: '1h' })
  one.pass(30 * MINUTE)
  one.send()
  one.pass(HOUR - 1)
  assert.deepEqual(one.told, [])
  one.pass(1)
  assert.deepEqual(one.told, [[90, 'fired', true]])
  assert.equal(one.watch.dueAt, null, 'an idle endpoint needs no timer')
  one.pass(30 * DAY)
  assert.equal(one.told.length, 1)
})

test('clears once events have come back for one period, not with the first one', () => {
  const one = watching({ kind: 'silence', for: '1h' })
  one.pass(2 * HOUR)
  one.send()
  one.pass(50 * MINUTE)
  one.send()
  one.pass(10 * MINUTE - 1)
  assert.deepEqual(one.told.slice(1), [])
  one.pass(1)
  assert.deepEqual(one.told.slice(1), [[180, 'cleared', true]])
  one.pass(50 * MINUTE)
  assert.deepEqual(one.told.slice(2), [[230, 'fired', true]], 'an hour after the last event')
})

test('tells nothing of a single event that is followed by silence', () => {
  const one = watching({ kind: 'silence', for: '1h' })
  one.pass(2 * HOUR)
  for (let hour = 0; hour < 10; hour += 1) {
    one.send()
    one.pass(2 * HOUR)
  }
  assert.deepEqual(one.told, [[60, 'fired', true]])
})

test('clears after a period of its own where it has one', () => {
  const one = watching({ kind: 'silence', for: '25h' }, { per: '5m' })
  one.pass(26 * HOUR)
  one.send()
  one.pass(5 * MINUTE)
  assert.deepEqual(
    one.told.map(([, kind]) => kind),
    ['fired', 'cleared'],
  )
})

test('fires with the event above the count, at once, and clears a period after the events fell below it', () => {
  const one = watching({ kind: 'over', count: 100, per: '1h' })
  one.send(100)
  assert.deepEqual(one.told, [])
  assert.equal(one.watch.dueAt, null)
  one.send(1)
  assert.deepEqual(one.told, [[0, 'fired', true]])
  one.pass(59 * MINUTE)
  one.send(1)
  one.pass(DAY)
  // The 101 leave the hour at 60 minutes; it has been calm for an hour at 120.
  assert.deepEqual(one.told.slice(1), [[120, 'cleared', true]])
  assert.equal(one.watch.dueAt, null)
})

test('does not clear while the count is exceeded again and again', () => {
  const one = watching({ kind: 'over', count: 10, per: '1h' })
  for (let time = 0; time < 20; time += 1) {
    one.send(11)
    one.pass(100 * MINUTE)
  }
  assert.deepEqual(one.told, [[0, 'fired', true]])
  one.pass(DAY)
  assert.equal(one.told.length, 2)
})

test('fires when too few events arrived within the time, never before the time is over', () => {
  const one = watching({ kind: 'under', count: 3, per: '1h' })
  one.pass(HOUR - 1)
  assert.deepEqual(one.told, [])
  one.pass(1)
  assert.deepEqual(one.told, [[60, 'fired', true]])

  const other = watching({ kind: 'under', count: 3, per: '1h' })
  other.pass(10 * MINUTE + 30 * SECOND)
  other.send(3)
  other.pass(HOUR - 1)
  assert.deepEqual(other.told, [], 'the three are less than an hour old')
  other.pass(MINUTE)
  assert.equal(other.told.length, 1, 'they are at most one part in sixty older')
})

test('a flapping condition sends at most six emails a day, and tells other destinations of each', () => {
  const one = watching({ kind: 'over', count: 1, per: '5m' })
  for (let time = 0; time < 40; time += 1) {
    one.send(2)
    one.pass(20 * MINUTE)
  }
  assert.equal(one.told.length, 80)
  assert.equal(one.told.filter(([, , email]) => email).length, MAX_EMAILS_PER_DAY)
  one.pass(DAY)
  one.send(2)
  assert.deepEqual(one.told.at(-1)?.slice(1), ['fired', true])
})

test('tells of each event, ten times an hour, and then of all the others at once', () => {
  const one = watching({ kind: 'every' })
  for (let event = 0; event < 30; event += 1) {
    one.pass(MINUTE)
    one.send(2)
  }
  assert.equal(one.told.length, MAX_EVENT_EMAILS_PER_HOUR)
  assert.deepEqual(one.watch.pending?.count, 40)
  one.pass(31 * MINUTE - 1)
  assert.equal(one.told.length, MAX_EVENT_EMAILS_PER_HOUR)
  one.pass(1)
  assert.deepEqual(one.told.slice(MAX_EVENT_EMAILS_PER_HOUR), [[61, 'events', true]])
  assert.equal(one.watch.pending, null)
  assert.equal(one.watch.dueAt, null)
})

test('reports each week, and says once that nothing arrives', () => {
  const one = watching({ kind: 'report', per: 'week' })
  one.send()
  one.pass(5 * 7 * DAY)
  const weeks = one.told.map(([minutes]) => minutes / 60 / 24 / 7)
  assert.deepEqual(weeks, [1, 2])
  one.send()
  one.pass(7 * DAY)
  assert.equal(one.told.length, 3)
})

test('moves its timer at most once a minute, and never misses the end of the time', () => {
  const one = watching({ kind: 'silence', for: '1h' })
  const timers = new Set<number | undefined>()
  for (let second = 0; second < 600; second += 1) {
    one.pass(SECOND)
    one.send()
    timers.add(one.watch.dueAt?.getTime())
  }
  assert.ok(timers.size <= 12, `${timers.size} timers in ten minutes`)
  one.pass(HOUR - 1)
  assert.deepEqual(one.told, [])
  one.pass(1)
  assert.deepEqual(one.told, [[70, 'fired', true]])
})

test('fires and clears in turn, and forecasts what it does, whatever arrives', () => {
  const random = seededRandom(29)
  const conditions: WatchCondition[] = [
    { kind: 'silence', for: '30m' },
    { kind: 'over', count: 20, per: '1h' },
    { kind: 'under', count: 5, per: '1h' },
  ]
  for (const when of conditions) {
    const one = watching(when, { per: '10m' })
    for (let step = 0; step < 3000; step += 1) {
      const before = one.told.length
      const { firesAt, clearsAt } = forecastWatch(one.watch)
      const at = firesAt ?? clearsAt
      const wait = Math.floor(random() ** 4 * 2 * HOUR)
      one.pass(wait)
      if (one.told.length > before) assert.ok(at, `${when.kind} ${step}`)
      if (random() < 0.8) one.send(1 + Math.floor(random() * 6))
    }
    const kinds = one.told.map(([, kind]) => kind)
    assert.ok(kinds.length > 20, `${when.kind} ${kinds.length}`)
    assert.ok(
      kinds.every((kind, place) => kind === (place % 2 === 0 ? 'fired' : 'cleared')),
      when.kind,
    )
    assert.equal(hasFired(one.watch), kinds.length % 2 === 1)
  }
})

test('a clock that goes back neither fires nor loses a count', () => {
  const one = startWatch(
    {
      name: null,
      props: [],
      when: { kind: 'over', count: 2, per: '1h' },
      per: null,
      tells: ['email'],
      key: 1,
      createdAt: START,
    },
    START,
  )
  const { watch } = advanceWatch(one, { now: later(START, DAY), arrival: { count: 2, batchKey: 1 } })
  const back = advanceWatch(watch, { now: START, arrival: { count: 1, batchKey: 2 } })
  assert.deepEqual(
    back.news.map(({ kind }) => kind),
    ['fired'],
  )
  const again = advanceWatch(back.watch, { now: later(START, DAY), arrival: null })
  assert.ok(hasFired(again.watch), 'the three are of the same hour')
})

test('counts the events of its name with all of its props', () => {
  const event = {
    name: 'order',
    time: START,
    props: [
      ['plan', 'pro'],
      ['paid', true],
    ] as const,
    url: null,
    referrer: null,
    user: null,
    id: null,
  }
  const matches = (name: string | null, props: WatchRule['props']) => isWatched({ name, props }, event)
  assert.ok(matches(null, []))
  assert.ok(matches('order', [['plan', 'pro']]))
  assert.ok(matches('order', [['paid', 'true']]))
  assert.ok(!matches('orders', []))
  assert.ok(!matches('order', [['plan', 'free']]))
  assert.ok(
    !matches('order', [
      ['plan', 'pro'],
      ['paid', false],
    ]),
  )
})

test('reads spans from five minutes to thirty days', () => {
  for (const span of ['5m', '300m', '1h', '720h', '1d', '30d']) assert.ok(isSpan(span), span)
  for (const span of ['4m', '0h', '31d', '721h', '1w', '1.5h', ' 1h', '1H', '60', '', '01h', '1h30m']) {
    assert.ok(!isSpan(span), span)
  }
})
