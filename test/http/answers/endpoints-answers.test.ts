import { test } from 'node:test'
import { FROM_HERE } from '../../support/fixtures/owner.ts'
import { takeKindTour } from '../../support/service/kind-tour.ts'

const UNKNOWN_ID = 'f_0000000000000000'
const UNKNOWN = `/endpoints/${UNKNOWN_ID}`
const ONE = '/api/v1/endpoints/{id}'

test('endpoint responses match the OpenAPI document', () =>
  takeKindTour(
    { tag: 'endpoints', path: '/endpoints', unknown: UNKNOWN_ID },
    {
      async whileActive({ service, ada, check, place }) {
        check('patch', ONE, await ada.patch(place, { name: 'Us', allowed_origins: ['https://site.dev'] }))
        check('patch', ONE, await ada.patch(place, { redirect_url: 'x' }))
        check('get', `${ONE}/health`, await ada.get(`${place}/health`))
        check('get', `${ONE}/health`, await ada.get(`${UNKNOWN}/health`))
        check('get', `${ONE}/health`, await ada.get(`${place}/health?x=y`))
        check('post', `${ONE}/test`, await ada.post(`${place}/test`))
        check('post', `${ONE}/test`, await ada.post(`${UNKNOWN}/test`))
        check('post', `${ONE}/test`, await ada.post(`${place}/test`, { x: 'y' }))
        check('delete', `${ONE}/submissions`, await ada.delete(`${place}/submissions`))
        check('delete', `${ONE}/submissions`, await ada.delete(`${UNKNOWN}/submissions`))
        check('delete', `${ONE}/submissions`, await ada.delete(`${place}/submissions`, { x: 'y' }))
        await ada.post(`${place}/hand-over`, { email: 'client@acme.dev' })
        await service.post(await service.linkIn('hand-over'), { headers: FROM_HERE })
        check('patch', ONE, await ada.patch(place, { name: 'Theirs' }))
        await ada.delete(`${place}/hand-over`)
      },
      async onceRetired({ ada, check, place }) {
        check('post', `${ONE}/test`, await ada.post(`${place}/test`))
      },
      async whenFull({ ada, check, her }) {
        const sendTest = () => her.post(`/endpoints/${ada.endpoint.form_id}/test`)
        check('post', `${ONE}/test`, await sendTest())
        for (let count = 1; count < 30; count += 1) await sendTest()
        check('post', `${ONE}/test`, await sendTest())
      },
    },
  ))
