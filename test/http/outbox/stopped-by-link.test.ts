import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FROM_HERE, signIn } from '../../support/fixtures/owner.ts'
import { ADA, startService } from '../../support/service/service.ts'

const BROWSER = { accept: 'text/html' }
const ONE_CLICK = { 'List-Unsubscribe': 'One-Click' }
const STOPPED = /^Emails .* are off$/

test('an email that its owner may quote contains no link that changes anything, only its List-Unsubscribe header does', async () => {
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
