import { test } from 'node:test'
import { takeKindTour, tourKeys } from '../../support/service/kind-tour.ts'

const MESSAGES_OF_FREE_PLAN = 100
const UNKNOWN_ID = 'q_0000000000000000'
const UNKNOWN = `/queues/${UNKNOWN_ID}`
const ONE = '/api/v1/queues/{id}'
const MESSAGES = `${ONE}/messages`
const DEAD = `${ONE}/dead`

test("responses about an owner's queues match the OpenAPI document", () =>
  takeKindTour(
    { tag: 'queues', path: '/queues', unknown: UNKNOWN_ID },
    {
      async whileActive(tour) {
        const { service, ada, check, made, place } = tour
        await tourKeys(tour, UNKNOWN, { name: 'shop', scopes: ['publish'] })
        check('post', MESSAGES, await ada.post(`${place}/messages`, { body: { order: 1 } }))
        check('post', MESSAGES, await ada.post(`${place}/messages`, { body: 2, content_type: 'text' }))
        check('post', MESSAGES, await ada.post(`${place}/messages`, {}))
        check('post', MESSAGES, await ada.post(`${place}/messages`, { body: 'x'.repeat(2 ** 17) }))
        check('post', MESSAGES, await ada.post(`${UNKNOWN}/messages`, { body: 1 }))
        check('post', `${ONE}/test`, await ada.post(`${UNKNOWN}/test`))
        check('post', `${ONE}/test`, await ada.post(`${UNKNOWN}/test`, { x: 'y' }))
        check('get', MESSAGES, await ada.get(`${place}/messages`))
        check('get', MESSAGES, await ada.get(`${place}/messages?limit=0`))
        check('get', MESSAGES, await ada.get(`${UNKNOWN}/messages`))
        check('get', `${ONE}/rates`, await ada.get(`${place}/rates`))
        check('get', `${ONE}/rates`, await ada.get(`${place}/rates?hours=49`))
        check('get', `${ONE}/rates`, await ada.get(`${UNKNOWN}/rates`))

        const headers = { authorization: `Bearer ${made.json.api_key}` }
        const pull = { json: { visibility_timeout_ms: 1000 }, headers }
        for (let time = 0; time < 5; time += 1) {
          await service.post(`/q/${made.json.id}/messages/pull`, pull)
          service.pass({ seconds: 1 })
        }
        const listed = await ada.get(`${place}/dead`)
        check('get', DEAD, listed)
        check('get', DEAD, await ada.get(`${place}/dead?cursor=x`))
        check('get', DEAD, await ada.get(`${UNKNOWN}/dead`))
        const replay = `${place}/dead/${Object(listed.json.data)[0].id}/replay`
        const one = `${place}/dead/${Object(listed.json.data)[0].id}`
        check('post', `${DEAD}/{message}/replay`, await ada.post(replay))
        check('post', `${DEAD}/{message}/replay`, await ada.post(replay))
        check('delete', `${DEAD}/{message}`, await ada.delete(one))
        for (let time = 0; time < 5; time += 1) {
          await service.post(`/q/${made.json.id}/messages/pull`, pull)
          service.pass({ seconds: 1 })
        }
        check('delete', `${DEAD}/{message}`, await ada.delete(one))
        check('post', `${DEAD}/replay`, await ada.post(`${place}/dead/replay`))
        check('post', `${DEAD}/replay`, await ada.post(`${UNKNOWN}/dead/replay`))
        check('delete', DEAD, await ada.delete(`${place}/dead`))
        check('delete', DEAD, await ada.delete(`${UNKNOWN}/dead`))
        for (let count = 1; count < MESSAGES_OF_FREE_PLAN; count += 1) {
          await ada.post(`${place}/messages`, { body: count })
        }
        check('post', MESSAGES, await ada.post(`${place}/messages`, { body: 'too many' }))
        check('post', `${ONE}/test`, await ada.post(`${place}/test`))
      },
      async onceRetired({ ada, check, place }) {
        check('post', MESSAGES, await ada.post(`${place}/messages`, { body: 'too late' }))
        check('post', `${ONE}/test`, await ada.post(`${place}/test`))
      },
      async whenFull({ check, her, place }) {
        check('post', MESSAGES, await her.post(`${place}/messages`, { body: 'no room' }))
        for (let count = 0; count < 31; count += 1) {
          check('post', `${ONE}/test`, await her.post(`${place}/test`))
        }
      },
    },
  ))
