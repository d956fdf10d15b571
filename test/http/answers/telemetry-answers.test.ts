import { test } from 'node:test'
import { openTooManyStreams, takeKindTour, tourKeys } from '../../support/service/kind-tour.ts'

const UNKNOWN_ID = 't_0000000000000000'
const UNKNOWN = `/telemetry/${UNKNOWN_ID}`
const ONE = '/api/v1/telemetry/{id}'

test('telemetry endpoint responses match the OpenAPI document', () =>
  takeKindTour(
    { tag: 'telemetry', path: '/telemetry', unknown: UNKNOWN_ID },
    {
      async whileActive(tour) {
        const { service, ada, check, place } = tour
        await tourKeys(tour, UNKNOWN, { name: 'wall' })
        for (const path of ['/events', '/stats', '/props'] as const) {
          check('get', ONE + path, await ada.get(place + path))
          check('get', ONE + path, await ada.get(`${place}${path}?since=yesterday`))
          check('get', ONE + path, await ada.get(UNKNOWN + path))
        }
        const stream = `${service.base}/api/v1${place}/stream`
        await openTooManyStreams(stream, { cookie: ada.cookie }, (answer) =>
          check('get', `${ONE}/stream`, answer),
        )
        check('get', `${ONE}/stream`, await ada.get(`${UNKNOWN}/stream`))
        check('post', `${ONE}/test`, await ada.post(`${place}/test`))
        check('post', `${ONE}/test`, await ada.post(`${UNKNOWN}/test`))
        check('post', `${ONE}/test`, await ada.post(`${place}/test`, { x: 'y' }))
        const link = `${ONE}/public-link`
        for (const [method, call] of [
          ['post', ada.post],
          ['get', ada.get],
          ['delete', ada.delete],
        ] as const) {
          check(method, link, await call(`${place}/public-link`))
          check(method, link, await call(`${place}/public-link?x=y`))
          check(method, link, await call(`${UNKNOWN}/public-link`))
        }
        check('delete', `${ONE}/events`, await ada.delete(`${place}/events`))
        check('delete', `${ONE}/events`, await ada.delete(`${UNKNOWN}/events`))
      },
      async onceRetired({ ada, check, place }) {
        check('post', `${ONE}/public-link`, await ada.post(`${place}/public-link`))
        check('post', `${ONE}/test`, await ada.post(`${place}/test`))
      },
      async whenFull({ check, her, place }) {
        for (let count = 0; count < 31; count += 1) {
          check('post', `${ONE}/test`, await her.post(`${place}/test`))
        }
      },
    },
  ))
