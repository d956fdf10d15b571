import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FROM_HERE, type Owner, signIn } from '../../support/fixtures/owner.ts'
import { ADA, BO, startService, type TestService } from '../../support/service/service.ts'

const BROWSER = { accept: 'text/html' }
const ONE_CLICK = { 'List-Unsubscribe': 'One-Click' }
const STOPPED = /^Emails .* are off$/
const PRO = { FORMSLOT_DEFAULT_PLAN: 'pro' }
const SALES = 'sales@lovelace.dev'

/** Emails to Sales about stopped emails, as they arrived. */
async function noticesToSales(service: TestService, subject = STOPPED) {
  await service.deliver()
  return (await service.emails()).filter(
    (email) => email.to?.[0]?.address === SALES && subject.test(email.subject ?? ''),
  )
}

/** Adds Sales as a destination of an endpoint and confirms it. Returns its page. */
async function confirmSales(service: TestService, owner: Owner): Promise<string> {
  const added = await owner.post(`/endpoints/${owner.endpoint.form_id}/destinations`, { email: SALES })
  assert.equal(added.status, 201)
  const link = await service.linkIn('destination')
  assert.equal((await service.post(link, { headers: FROM_HERE })).status, 200)
  return link
}

test('an email that its owner may quote contains no link that does more than snooze, only its List-Unsubscribe header does', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await service.submit(ada.endpoint, { email: 'mallory@evil.dev', message: 'answer me' })
  await service.deliver()
  const email = (await service.emails()).at(-1)
  assert.equal(email?.replyTo?.[0]?.address, 'mallory@evil.dev')
  for (const body of [email?.text, email?.html]) {
    assert.match(body ?? '', /answer me/)
    assert.doesNotMatch(body ?? '', /\/(?:emails|disown|claim|destination|sign-in)\//)
    assert.match(body ?? '', /\/app\/forms\/f_\w+\?view=emails/)
  }
  const header = (name: string) => email?.headers.find(({ key }) => key === name)?.value
  assert.match(header('list-unsubscribe') ?? '', new RegExp(`^<${service.base}/emails/[0-9a-z]+>$`))
  assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
})

test('an email to a destination says how to stop it in its body, and has the link in its header alone', async () => {
  await using service = await startService({ env: { FORMSLOT_DEFAULT_PLAN: 'pro' } })
  const ada = await signIn(service)
  const SALES = 'sales@lovelace.dev'
  await ada.post(`/endpoints/${ada.endpoint.form_id}/destinations`, { email: SALES })
  const link = await service.linkIn('destination')
  assert.equal((await service.post(link, { headers: FROM_HERE })).status, 200)
  await service.submit(ada.endpoint, { email: 'mallory@evil.dev', message: 'answer me' })
  await service.deliver()
  const email = (await service.emails()).findLast(({ to }) => to?.[0]?.address === SALES)
  assert.equal(email?.replyTo?.[0]?.address, 'mallory@evil.dev')
  const header = (name: string) => email?.headers.find(({ key }) => key === name)?.value
  assert.equal(header('list-unsubscribe'), `<${link}/stop>`)
  assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
  const token = link.slice(link.lastIndexOf('/') + 1)
  for (const body of [email?.text, email?.html]) {
    const words = (body ?? '').replace(/\s+/g, ' ')
    assert.match(words, /answer me/)
    assert.doesNotMatch(words, /\/(?:emails|disown|claim|destination|sign-in|app)\//)
    assert.ok(!words.includes(token))
    assert.match(words, /To stop them, unsubscribe in your mail program/)
    assert.match(words, /link in the email in which you confirmed your address/)
  }
  const page = await service.get(link, BROWSER)
  assert.match(page.text, /action="[^"]+\/stop"/, 'the page of the first email stops them, too')
})

test('whoever stops emails by link gets one email about it, with the way back', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { name: 'Shop' })
  await service.submit(ada.endpoint, { message: 'one' })
  const stop = await service.linkIn('emails')
  const notices = async () => {
    await service.deliver()
    return (await service.emails()).filter(({ subject = '' }) => STOPPED.test(subject))
  }
  for (let pressed = 0; pressed < 3; pressed += 1) await service.post(stop, { form: ONE_CLICK })
  const [notice, ...more] = await notices()
  assert.deepEqual(more, [], 'one for each time that they stop')
  assert.equal(notice?.to?.[0]?.address, ADA)
  assert.match(notice?.text ?? '', /Shop/)
  assert.match(notice?.text ?? '', new RegExp(ada.endpoint.form_id))
  assert.equal(
    notice?.headers.find(({ key }) => key === 'list-unsubscribe'),
    undefined,
  )
  const way = notice?.text?.match(new RegExp(`${service.base}/emails/[0-9a-z]+`))?.[0] ?? ''
  const page = await service.get(way, BROWSER)
  assert.match(page.text, /<h1>Emails are off/)
  const start = /action="([^"]+\/start)"/.exec(page.text)?.[1] ?? ''
  assert.equal((await service.post(start, { headers: FROM_HERE })).status, 200)
  await service.submit(ada.endpoint, { message: 'mailed again' })
  await service.deliver()
  assert.match((await service.emails()).at(-1)?.text ?? '', /mailed again/)

  service.pass({ hours: 23 })
  await service.post(stop, { form: ONE_CLICK })
  assert.equal((await notices()).length, 1, 'a link that leaked cannot flood the mailbox: one a day')
  await service.post(`${stop}/start`, { headers: FROM_HERE })
  service.pass({ hours: 1, minutes: 1 })
  await service.post(stop, { form: ONE_CLICK })
  assert.equal((await notices()).length, 2)
})

test('the unsubscribe button on an old email about an owned form stops its emails, and one email says so', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'one' })
  const declineUrl = await service.linkIn('disown')
  await service.post(await service.linkIn('claim'), { headers: FROM_HERE })
  await service.post(declineUrl, { form: ONE_CLICK })
  await service.deliver()
  const [, notice] = await service.emails()
  assert.match(notice?.subject ?? '', STOPPED)
})

test('an owner who turns emails off in the settings, or back on before the email goes out, gets none', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await service.submit(ada.endpoint, { message: 'one' })
  const stop = await service.linkIn('emails')
  const before = (await service.emails()).length
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { email_notifications: false })
  await service.post(stop, { form: ONE_CLICK })
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { email_notifications: true })
  await service.post(stop, { form: ONE_CLICK })
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { email_notifications: true })
  await service.deliver()
  assert.equal((await service.emails()).length, before)
})

test('an owner is told of stopped emails also when they were stopped and started shortly before', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await service.submit(ada.endpoint, { message: 'one' })
  const stop = await service.linkIn('emails')
  const before = (await service.emails()).length
  await service.post(stop, { form: ONE_CLICK })
  await service.post(`${stop}/start`, { headers: FROM_HERE })
  await service.deliver()
  assert.equal((await service.emails()).length, before, 'there is nothing to tell')
  await service.post(stop, { form: ONE_CLICK })
  await service.deliver()
  const told = (await service.emails()).slice(before)
  assert.equal(told.length, 1)
  assert.match(told[0]?.subject ?? '', STOPPED)
})

/** The page in the email about stopped emails that starts them again. */
function findWayBack(service: TestService, text: string | undefined): string {
  return text?.match(new RegExp(`${service.base}/destination/[0-9a-z]+/start`))?.[0] ?? assert.fail(text)
}

test('a destination that stops its emails by link gets one email about it, with the way back', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { name: 'Shop' })
  const link = await confirmSales(service, ada)
  for (let pressed = 0; pressed < 3; pressed += 1) await service.post(`${link}/stop`, { form: ONE_CLICK })
  const [notice, ...more] = await noticesToSales(service)
  assert.deepEqual(more, [], 'one for each time that they stop')
  assert.equal(notice?.subject, 'Emails from Shop are off')
  const start = findWayBack(service, notice?.text)
  for (const body of [notice?.text, notice?.html]) {
    const words = (body ?? '').replace(/\s+/g, ' ')
    assert.ok(words.includes(ada.endpoint.form_id))
    assert.match(words, /The form no longer sends its messages to your address/)
    assert.deepEqual(
      [...new Set(words.match(/http[^ "<]+\/(?:destination|emails|disown|claim|app)\/[^ "<]+/g))],
      [start],
    )
  }
  assert.equal(
    notice?.headers.find(({ key }) => key === 'list-unsubscribe'),
    undefined,
  )
  const toAda = (await service.emails()).filter(({ to }) => to?.[0]?.address === ADA)
  assert.ok(toAda.every(({ subject = '' }) => !STOPPED.test(subject)))

  const page = await service.get(start, BROWSER)
  assert.match(page.text, /<h1>Emails from this form are off/)
  assert.deepEqual(
    [...page.text.matchAll(/action="([^"]+)"/g)].map(([, action]) => action),
    [start],
  )
  assert.match((await service.post(start, { headers: FROM_HERE })).text, /<h1>You receive messages from this/)
  await service.submit(ada.endpoint, { message: 'mailed again' })
  await service.deliver()
  assert.ok(
    (await service.emails()).some(
      ({ to, text }) => to?.[0]?.address === SALES && /mailed again/.test(text ?? ''),
    ),
  )
  service.pass({ hours: 23 })
  await service.post(`${link}/stop`, { headers: FROM_HERE })
  assert.equal(
    (await noticesToSales(service)).length,
    1,
    'a link that leaked cannot flood the mailbox: one a day',
  )
  await service.post(start, { headers: FROM_HERE })
  service.pass({ hours: 1, minutes: 1 })
  await service.post(`${link}/stop`, { headers: FROM_HERE })
  assert.equal((await noticesToSales(service)).length, 2)
})

test('a destination that stops and starts its emails before the email about it goes out gets none', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  const link = await confirmSales(service, ada)
  await service.post(`${link}/stop`, { form: ONE_CLICK })
  await service.post(`${link}/start`, { headers: FROM_HERE })
  assert.equal((await noticesToSales(service)).length, 0, 'there is nothing to tell')
  await service.post(`${link}/stop`, { form: ONE_CLICK })
  assert.equal((await noticesToSales(service)).length, 1)
})

test('an address that the owner of the form removed and added again gets an email with its new way back', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  const first = await confirmSales(service, ada)
  await service.post(`${first}/stop`, { form: ONE_CLICK })
  const [told] = await noticesToSales(service)
  const { settings } = (await ada.get(`/endpoints/${ada.endpoint.form_id}`)).json
  const [{ id }] = Object(settings).destinations
  await ada.delete(`/endpoints/${ada.endpoint.form_id}/destinations/${id}`)
  const second = await confirmSales(service, ada)
  await service.post(`${second}/stop`, { form: ONE_CLICK })
  const [, again, ...more] = await noticesToSales(service)
  assert.deepEqual(more, [])
  assert.equal(findWayBack(service, told?.text), `${first}/start`)
  assert.equal(findWayBack(service, again?.text), `${second}/start`)
})

test('the email to a destination that stopped its emails is in the language of the form', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  assert.equal((await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { language: 'de' })).status, 200)
  await service.post(`${await confirmSales(service, ada)}/stop`, { form: ONE_CLICK })
  const [notice] = await noticesToSales(service, /^E-Mails von .* sind abgestellt$/)
  assert.match((notice?.text ?? '').replace(/\s+/g, ' '), /E-Mails wieder einschalten/)
})

test('a destination that the owner of the form removed gets no email about stopped emails', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  const destinations = `/endpoints/${ada.endpoint.form_id}/destinations`
  const first = await confirmSales(service, ada)
  const { settings } = (await ada.get(`/endpoints/${ada.endpoint.form_id}`)).json
  const [{ id }] = Object(settings).destinations
  assert.equal((await ada.delete(`${destinations}/${id}`)).status, 204)
  await service.post(`${first}/stop`, { form: ONE_CLICK })
  assert.equal((await noticesToSales(service)).length, 0)
  await service.post(`${await confirmSales(service, ada)}/stop`, { form: ONE_CLICK })
  const [again] = Object((await ada.get(`/endpoints/${ada.endpoint.form_id}`)).json.settings).destinations
  assert.equal((await ada.delete(`${destinations}/${again.id}`)).status, 204)
  assert.equal((await noticesToSales(service)).length, 0, 'its link would be dead')
})

for (const how of ['declined an endpoint of somebody else', 'refuses confirmation emails'] as const) {
  test(`a destination that ${how} gets no email about stopped emails`, async () => {
    await using service = await startService({ env: PRO })
    const ada = await signIn(service)
    const link = await confirmSales(service, ada)
    if (how === 'refuses confirmation emails') {
      const bo = await signIn(service, BO)
      await bo.post(`/endpoints/${bo.endpoint.form_id}/destinations`, { email: SALES })
      await service.post(`${await service.linkIn('destination')}/stop`, { form: ONE_CLICK })
    } else {
      const unwanted = await service.createEndpoint(SALES)
      await service.submit(unwanted, { message: 'unwanted' })
      await service.post(await service.linkIn('disown'), { form: ONE_CLICK })
    }
    const stopped = await service.post(`${link}/stop`, { form: ONE_CLICK })
    assert.equal(stopped.status, 200)
    assert.equal((await noticesToSales(service)).length, 0)
  })
}

test('deleting the account before the email about stopped emails goes out deletes the address of the destination', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  await service.post(`${await confirmSales(service, ada)}/stop`, { form: ONE_CLICK })
  assert.match(JSON.stringify(await service.sql('select * from notices')), /sales@lovelace/)
  assert.equal((await ada.delete('/account')).status, 204)
  assert.equal((await noticesToSales(service)).length, 0)
  assert.doesNotMatch(JSON.stringify(await service.sql('select * from notices')), /lovelace/)
})
