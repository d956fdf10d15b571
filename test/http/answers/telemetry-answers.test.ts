import { test } from 'node:test'
import { MAX_ANNOTATIONS } from '../../../src/domain/telemetry/annotation.ts'
import { openTooManyStreams, takeKindTour, tourKeys } from '../../support/service/kind-tour.ts'

const UNKNOWN_ID = 't_0000000000000000'
const UNKNOWN = `/telemetry/${UNKNOWN_ID}`
const ONE = '/api/v1/telemetry/{id}'
const ONE_WATCH = `${ONE}/watches/{watch_id}`
const GOAL = { name: 'signup', per_day: 200 }
const WATCH = { when: { kind: 'silence', for: '1h' } }

test('telemetry endpoint responses match the OpenAPI document', () =>
  takeKindTour(
    { tag: 'telemetry', path: '/telemetry', unknown: UNKNOWN_ID },
    {
      async whileActive(tour) {
        const { service, ada, check, place } = tour
        await tourKeys(tour, UNKNOWN, { name: 'wall' })
        for (const path of ['/events', '/events/export', '/stats', '/props', '/values'] as const) {
          check('get', ONE + path, await ada.get(place + path))
          check('get', ONE + path, await ada.get(`${place}${path}?since=yesterday`))
          check('get', ONE + path, await ada.get(UNKNOWN + path))
        }
        check('get', `${ONE}/values`, await ada.get(`${place}/values?of=page`))
        const stream = `${service.base}/api/v1${place}/stream`
        await openTooManyStreams(stream, { cookie: ada.cookie }, (answer) =>
          check('get', `${ONE}/stream`, answer),
        )
        check('get', `${ONE}/stream`, await ada.get(`${UNKNOWN}/stream`))
        check('post', `${ONE}/test`, await ada.post(`${place}/test`))
        check('post', `${ONE}/test`, await ada.post(`${UNKNOWN}/test`))
        check('post', `${ONE}/test`, await ada.post(`${place}/test`, { x: 'y' }))
        for (const published of ['/public-link', '/badge']) {
          for (const [method, call] of [
            ['post', ada.post],
            ['get', ada.get],
            ['delete', ada.delete],
          ] as const) {
            check(method, ONE + published, await call(place + published))
            check(method, ONE + published, await call(`${place}${published}?x=y`))
            check(method, ONE + published, await call(UNKNOWN + published))
          }
        }
        check('post', `${ONE}/goal`, await ada.post(`${place}/goal`, GOAL))
        check('post', `${ONE}/goal`, await ada.post(`${place}/goal`, { ...GOAL, per_day: 0 }))
        check('post', `${ONE}/goal`, await ada.post(`${UNKNOWN}/goal`, GOAL))
        for (const [method, call] of [
          ['get', ada.get],
          ['delete', ada.delete],
        ] as const) {
          check(method, `${ONE}/goal`, await call(`${place}/goal`))
          check(method, `${ONE}/goal`, await call(`${place}/goal?x=y`))
          check(method, `${ONE}/goal`, await call(`${UNKNOWN}/goal`))
        }
        await tourWatches(tour)
        await tourAnnotations(tour)
        check('delete', `${ONE}/events`, await ada.delete(`${place}/events`))
        check('delete', `${ONE}/events`, await ada.delete(`${UNKNOWN}/events`))
      },
      async onceRetired({ ada, check, place }) {
        check('post', `${ONE}/public-link`, await ada.post(`${place}/public-link`))
        check('post', `${ONE}/badge`, await ada.post(`${place}/badge`))
        check('post', `${ONE}/test`, await ada.post(`${place}/test`))
        check('post', `${ONE}/watches`, await ada.post(`${place}/watches`, WATCH))
        check('post', `${ONE}/annotations`, await ada.post(`${place}/annotations`, { text: 'late' }))
        check('post', `${ONE}/goal`, await ada.post(`${place}/goal`, GOAL))
        const [{ id }] = Object((await ada.get(`${place}/watches`)).json).data
        check('patch', ONE_WATCH, await ada.patch(`${place}/watches/${id}`, { name: 'beat' }))
      },
      async whenFull({ check, her, place }) {
        for (let count = 0; count < 31; count += 1) {
          check('post', `${ONE}/test`, await her.post(`${place}/test`))
        }
      },
    },
  ))

/** Calls the routes of watches. One is left for later. */
async function tourWatches({
  ada,
  check,
  place,
}: Pick<Parameters<typeof tourKeys>[0], 'ada' | 'check' | 'place'>): Promise<void> {
  const all = `${ONE}/watches`
  const made = await ada.post(`${place}/watches`, WATCH)
  check('post', all, made)
  check('post', all, await ada.post(`${place}/watches`, { when: { kind: 'loud' } }))
  check('post', all, await ada.post(`${place}/watches`, WATCH))
  check('post', all, await ada.post(`${UNKNOWN}/watches`, WATCH))
  check('get', all, await ada.get(`${place}/watches`))
  check('get', all, await ada.get(`${place}/watches?x=y`))
  check('get', all, await ada.get(`${UNKNOWN}/watches`))
  const one = `${place}/watches/${made.json.id}`
  for (const [method, call] of [
    ['get', ada.get],
    ['patch', ada.patch],
    ['delete', ada.delete],
  ] as const) {
    check(method, ONE_WATCH, await call(`${one}?x=y`))
    check(method, ONE_WATCH, await call(`${place}/watches/wat_0`))
    check(method, ONE_WATCH, await call(one))
  }
  check('post', all, await ada.post(`${place}/watches`, WATCH))
}

/** Calls the routes of annotations, until no more are allowed. */
async function tourAnnotations({
  service,
  ada,
  check,
  place,
}: Pick<Parameters<typeof tourKeys>[0], 'service' | 'ada' | 'check' | 'place'>): Promise<void> {
  const all = `${ONE}/annotations`
  const made = await ada.post(`${place}/annotations`, { text: 'deployed 1.4' })
  check('post', all, made)
  check('post', all, await ada.post(`${place}/annotations`, { text: '' }))
  check('post', all, await ada.post(`${UNKNOWN}/annotations`, { text: 'deployed 1.4' }))
  check('get', all, await ada.get(`${place}/annotations`))
  check('get', all, await ada.get(`${place}/annotations?since=yesterday`))
  check('get', all, await ada.get(`${UNKNOWN}/annotations`))
  const one = `${all}/{annotation_id}`
  check('delete', one, await ada.delete(`${place}/annotations/${made.json.id}?x=y`))
  check('delete', one, await ada.delete(`${place}/annotations/${made.json.id}`))
  check('delete', one, await ada.delete(`${place}/annotations/${made.json.id}`))
  await ada.post(`${place}/annotations`, { text: 'first' })
  await service.sql(
    `insert into annotations
     with recursive more (n) as (select 1 union all select n + 1 from more where n < ${MAX_ANNOTATIONS})
     select a.key - n, a.endpoint_key, a.at, 'x', a.at from more, annotations a where a.text = 'first'`,
  )
  check('post', all, await ada.post(`${place}/annotations`, { text: 'one too many' }))
}
