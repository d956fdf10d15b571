import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowserFor, signIn } from '../../support/fixtures/owner.ts'
import { openContract } from '../../support/service/contract.ts'
import { BO, startService } from '../../support/service/service.ts'

test('destination responses match the OpenAPI document', async () => {
  await using service = await startService({ env: { FORMSLOT_DEFAULT_PLAN: 'pro' } })
  const { check, notGiven } = openContract((await service.get('/openapi.json')).text)
  const ada = await signIn(service)
  const all = '/api/v1/endpoints/{id}/destinations'
  const one = `${all}/{destination_id}`
  const place = `/endpoints/${ada.endpoint.form_id}/destinations`
  const add = async (mailbox: unknown, at = place) => {
    const answer = await ada.post(at, { email: mailbox })
    check('post', all, answer)
    return answer
  }

  await add('sales@lovelace.dev')
  for (const mailbox of ['sales@lovelace.dev', 'jane@example.com', 'nobody', 'a@bo.dev,b@bo.dev', 7]) {
    await add(mailbox)
  }
  await add('sales@lovelace.dev', '/endpoints/f_0000000000000000/destinations')
  const { settings } = (await ada.get(`/endpoints/${ada.endpoint.form_id}`)).json
  const [{ id }] = Object(settings).destinations
  const again = () => ada.post(`${place}/${id}/resend`)
  check('post', `${one}/resend`, await ada.post(`${place}/dst_none/resend`))
  for (let times = 0; times < 3; times += 1) check('post', `${one}/resend`, await again())
  check('delete', one, await ada.delete(`${place}/dst_none`))
  check('delete', one, await ada.delete(`${place}/${id}`))
  await add('sales@lovelace.dev')

  // Bo confirms, Carol refuses.
  const browser = openBrowserFor(service)
  await add(BO)
  await service.deliver()
  const bo = (await service.emails()).at(-1)?.text?.match(/http\S+\/destination\/\w+/)?.[0] ?? ''
  await browser.post(bo)
  const known = Object((await ada.get(`/endpoints/${ada.endpoint.form_id}`)).json.settings).destinations[0].id
  check('post', `${one}/resend`, await ada.post(`${place}/${known}/resend`))
  await browser.post(`${bo}/stop`)
  check('post', `${one}/resend`, await ada.post(`${place}/${known}/resend`))
  await add('carol@lovelace.dev')
  await service.deliver()
  const carol = (await service.emails()).at(-1)?.text?.match(/http\S+\/destination\/\w+/)?.[0] ?? ''
  await browser.post(`${carol}/stop`)
  await add('carol@lovelace.dev')
  for (const mailbox of ['a', 'b', 'c', 'd', 'e']) await add(`${mailbox}@lovelace.dev`)
  await ada.post(`/endpoints/${ada.endpoint.form_id}/retire`)
  await add('late@lovelace.dev')
  check('post', `${one}/resend`, await ada.post(`${place}/${known}/resend`))
  assert.deepEqual(notGiven('destinations'), [])
})
