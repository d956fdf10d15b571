import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowserFor, signIn } from '../../support/fixtures/owner.ts'
import { openContract } from '../../support/service/contract.ts'
import { BO, startService } from '../../support/service/service.ts'
import { startReceiver } from '../../support/web/receiver.ts'

const SINCE = '2026-11-01T00:00:00.000Z'

test('destination responses match the OpenAPI document', async () => {
  await using receiver = await startReceiver()
  await using service = await startService({
    env: { FORMSLOT_DEFAULT_PLAN: 'pro' },
    egressPorts: [receiver.port],
  })
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
  const getList = async () => {
    const listed = await ada.get(place)
    check('get', all, listed)
    return listed
  }
  await getList()
  check('get', all, await ada.get('/endpoints/f_0000000000000000/destinations'))
  const webhook = await ada.post(place, { kind: 'webhook', url: receiver.url })
  check('post', all, webhook)
  const web = `${place}/${webhook.json.id}`
  for (const at of [`${place}/dst_none`, web]) {
    check('patch', one, await ada.patch(at, { events: ['submission.created'] }))
    check('post', `${one}/recover`, await ada.post(`${at}/recover`, { since: SINCE }))
    for (let times = 0; times < 31; times += 1) {
      const tested = await ada.post(`${at}/test`)
      if (times === 0 || tested.status === 429) check('post', `${one}/test`, tested)
    }
    check('post', `${one}/rotate`, await ada.post(`${at}/rotate`))
    check('post', `${one}/recover`, await ada.post(`${at}/recover`, { since: SINCE }))
    check('get', `${one}/deliveries`, await ada.get(`${at}/deliveries`))
  }
  for (const mailbox of 'abcdefghij') await add(`${mailbox}@lovelace.dev`)
  await ada.post(`/endpoints/${ada.endpoint.form_id}/retire`)
  check('post', `${one}/rotate`, await ada.post(`${web}/rotate`))
  await add('late@lovelace.dev')
  check('post', `${one}/resend`, await ada.post(`${place}/${known}/resend`))
  check('patch', one, await ada.patch(web, { active: false }))
  check('post', `${one}/test`, await ada.post(`${web}/test`))
  check('post', `${one}/recover`, await ada.post(`${web}/recover`, { since: SINCE }))
  assert.deepEqual(notGiven('destinations'), [])
})
