import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { startQuotaService, withFree } from '../../support/fixtures/quota.ts'
import { ADA, startService } from '../../support/service/service.ts'

const GERMAN = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }
const JAPANESE = { 'accept-language': 'ja' }
const BROWSER = { accept: 'text/html', 'sec-fetch-site': 'same-origin' }

test('writes emails in the language of the page that the form was created on', async () => {
  await using service = await startService()
  const created = await service.post('/new?lang=fr', {
    form: { recipient: ADA },
    headers: { ...BROWSER, ...GERMAN },
  })
  assert.equal(created.status, 303, created.text)
  const form_id = /f_[0-9a-z]{16}/.exec(created.headers.get('location') ?? '')?.[0] ?? ''
  await service.post(`/f/${form_id}`, { form: { message: 'x' }, headers: JAPANESE })
  await service.deliver()
  const [email] = await service.emails()
  assert.match(email?.subject ?? '', /^Votre formulaire a reçu son premier message/)
  assert.match(email?.html ?? '', /<html lang="fr" dir="ltr">/)
})

test('writes emails of a form that a program created in the language of the first submission', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await service.post(`/f/${endpoint.form_id}`, { form: { message: 'one' }, headers: GERMAN })
  await service.post(`/f/${endpoint.form_id}`, { form: { message: 'two' }, headers: JAPANESE })
  await service.deliver()
  const subjects = (await service.emails()).map((email) => email.subject)
  assert.match(subjects[0] ?? '', /^Ihr Formular hat die erste Nachricht erhalten/)
  assert.match(subjects[1] ?? '', /^Neue Nachricht von Ihrem Formular/)
})

test('writes in English while no page has told a language, and then in that of the claim', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const submit = (headers = {}) => service.post(`/f/${endpoint.form_id}`, { form: { message: 'x' }, headers })
  await submit({ 'accept-language': '*' })
  const claim = await service.linkIn('claim')
  assert.match((await service.emails()).at(-1)?.subject ?? '', /^Your form received its first message/)
  await service.get(claim, { accept: 'text/html', ...JAPANESE })
  await submit(GERMAN)
  await service.deliver()
  assert.match(
    (await service.emails()).at(-1)?.subject ?? '',
    /^New message/,
    'a scanner may follow the link',
  )
  await service.post(`${claim}/open`, { headers: { ...BROWSER, ...JAPANESE } })
  await submit(GERMAN)
  await service.deliver()
  assert.match((await service.emails()).at(-1)?.subject ?? '', /^フォームに新しいメッセージが届きました/)
})

test('lets the owner set the language, in which quota and sign-in emails come too', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const path = `/endpoints/${ada.endpoint.form_id}`
  assert.equal((await ada.get(path)).json.language, null)
  assert.equal((await ada.patch(path, { language: 'xx' })).status, 400)
  const changed = await ada.patch(path, { language: 'es' })
  assert.equal(changed.json.language, 'es')
  assert.equal((await ada.get(path)).json.language, 'es')
  assert.equal((await ada.patch(path, { language: 'es' })).json.version, changed.json.version, 'nothing new')
  await service.submit(ada.endpoint, { message: 'x' })
  await service.deliver()
  assert.match((await service.emails()).at(-1)?.subject ?? '', /^Nuevo mensaje de su formulario/)
  assert.match(String((await ada.get(`${path}/emails/preview`)).json.text), /Nuevo mensaje de su formulario/)
  await ada.post('/step-up')
  await service.deliver()
  assert.match((await service.emails()).at(-1)?.subject ?? '', /^Confirme que es usted/)
  assert.equal((await ada.patch(path, { language: null })).json.language, null)
})

test('warns about the quota of queues in the language of a queue, and else in that of the newest endpoint', async () => {
  await using service = await startQuotaService({
    adjust: (config) => withFree(config, { queueMessagesPerMonth: 5 }),
  })
  const ada = await signIn(service)
  const queue = `/queues/${(await ada.post('/queues', { name: 'Orders' })).json.id}`
  assert.equal((await ada.patch(queue, { language: 'de' })).json.language, 'de')
  const telemetry = `/telemetry/${(await ada.post('/telemetry', {})).json.id}`
  assert.equal((await ada.patch(telemetry, { language: 'fr' })).json.language, 'fr')
  const publish = () => ada.post(`${queue}/messages`, { body: 'x' })
  for (const _ of Array.from({ length: 4 })) assert.equal((await publish()).status, 201)
  await service.deliver()
  const lastSubject = async () => (await service.emails()).at(-1)?.subject ?? ''
  assert.match(await lastSubject(), /^Sie haben in diesem Monat 80\s% von 5 Nachrichten in Warteschlangen/)
  await ada.patch(queue, { language: null })
  await publish()
  await service.deliver()
  assert.match(await lastSubject(), /^Vous avez atteint votre limite de 5 messages en file d’attente/)
})
