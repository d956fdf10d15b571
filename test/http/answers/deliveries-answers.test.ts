import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { openContract } from '../../support/service/contract.ts'
import { ADA, BO, startService } from '../../support/service/service.ts'

test('delivery responses match the OpenAPI document', async () => {
  await using service = await startService()
  const { check, notGiven } = openContract((await service.get('/openapi.json')).text)
  const ada = await signIn(service)
  const submitted = await service.submit(ada.endpoint, { message: 'Hello' })
  await service.deliver()

  const deliveries = '/api/v1/submissions/{id}/deliveries'
  const resend = '/api/v1/submissions/{id}/resend'
  const place = `/submissions/${submitted.json.submission_id}`
  check('get', deliveries, await ada.get(`${place}/deliveries`))
  check('get', deliveries, await ada.get('/submissions/nothing/deliveries'))
  check('get', deliveries, await ada.get(`${place}/deliveries?page=2`))
  for (const body of [{ destination_id: 'dst_none' }, { destination: 'x' }, {}, {}]) {
    check('post', resend, await ada.post(`${place}/resend`, body))
  }
  check('post', resend, await ada.post('/submissions/nothing/resend', {}))
  for (let count = 0; count < 11; count += 1) {
    await service.deliver()
    check('post', resend, await ada.post(`${place}/resend`, {}))
  }
  await service.post(await service.linkIn('emails'), { headers: { 'sec-fetch-site': 'same-origin' } })
  check('post', resend, await ada.post(`${place}/resend`, {}))
  assert.equal((await ada.post(`/endpoints/${ada.endpoint.form_id}/retire`)).status, 200)
  check('post', resend, await ada.post(`${place}/resend`, {}))

  const preview = '/api/v1/endpoints/{id}/emails/preview'
  const emails = `/endpoints/${ada.endpoint.form_id}/emails/preview`
  for (const query of ['', '?kind=claim', '?part=html', '?part=text', '?kind=spam_digest', '?kind=nothing']) {
    check('get', preview, await ada.get(emails + query))
  }
  check('get', preview, await ada.get('/endpoints/f_0000000000000000/emails/preview'))

  const failed = '/api/v1/endpoints/{id}/emails/resend'
  const bo = await signIn(service, BO)
  const failedThere = `/endpoints/${bo.endpoint.form_id}/emails/resend`
  check('post', failed, await bo.post(failedThere))
  check('post', failed, await bo.post('/endpoints/f_0000000000000000/emails/resend'))
  const ids: unknown[] = []
  for (let count = 0; count < 10; count += 1) {
    ids.push((await service.submit(bo.endpoint, { message: `${count}` })).json.submission_id)
  }
  for (let count = 0; count < 10; count += 1) {
    await service.deliver()
    for (const id of ids) await bo.post(`/submissions/${id}/resend`, {})
  }
  check('post', failed, await bo.post(failedThere))

  const bounced = '/api/v1/account/bounced-addresses'
  check('get', bounced, await ada.get('/account/bounced-addresses'))
  check('get', bounced, await ada.get('/account/bounced-addresses?page=2'))
  for (const body of [{ email: ADA }, { email: BO }, { address: ADA }])
    check('post', `${bounced}/start`, await ada.post('/account/bounced-addresses/start', body))
  assert.deepEqual(notGiven('deliveries'), [])
})
