import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { startService } from '../../support/service/service.ts'

test('an owner sets the emails of a form, and each problem names its field', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const place = `/endpoints/${ada.endpoint.form_id}`
  const email = {
    mode: 'daily',
    daily_at: '07:30',
    time_zone: 'Europe/Berlin',
    quiet_hours: { from: '22:00', to: '07:00' },
    snoozed_until: null,
    sender_name: 'Studio Nord',
    subject: '[{form}] {topic}',
    format: 'text',
  }
  const changed = await ada.patch(place, { email })
  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual((changed.json.settings as { email: unknown }).email, email)
  const partly = await ada.patch(place, { email: { mode: 'every' } })
  assert.deepEqual((partly.json.settings as { email: unknown }).email, { ...email, mode: 'every' })

  const wrong: [change: Record<string, unknown>, field: string][] = [
    [{ mode: 'weekly' }, 'email.mode'],
    [{ daily_at: '24:00' }, 'email.daily_at'],
    [{ daily_at: '8:00' }, 'email.daily_at'],
    [{ time_zone: 'Mars/Olympus' }, 'email.time_zone'],
    [{ quiet_hours: { from: '22:00', to: '22:00' } }, 'email.quiet_hours'],
    [{ quiet_hours: { from: '22:00' } }, 'email.quiet_hours.to'],
    [{ snoozed_until: 'tomorrow' }, 'email.snoozed_until'],
    [{ snoozed_until: '2020-01-01T00:00:00Z' }, 'email.snoozed_until'],
    [{ snoozed_until: '2126-01-01T00:00:00Z' }, 'email.snoozed_until'],
    [{ sender_name: 'security@bank.com' }, 'email.sender_name'],
    [{ sender_name: 'security＠bank.com' }, 'email.sender_name'],
    [{ sender_name: 'x'.repeat(61) }, 'email.sender_name'],
    [{ sender_name: 'a\r\nBcc: b' }, 'email.sender_name'],
    [{ subject: 'x'.repeat(151) }, 'email.subject'],
    [{ subject: '{topic' }, 'email.subject'],
    [{ subject: 'a\nb' }, 'email.subject'],
    [{ format: 'html' }, 'email.format'],
    [{ unknown: 1 }, 'email.unknown'],
  ]
  for (const [change, field] of wrong) {
    const { status, json } = await ada.patch(place, { email: change })
    assert.deepEqual([status, json.field], [400, field], JSON.stringify(json))
  }
})

test('previews a sender name, a subject and plain text before they are saved', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const place = `/endpoints/${ada.endpoint.form_id}/emails/preview`
  await service.submit(ada.endpoint, { name: 'Grace Hopper', message: 'Hello' })
  const tried = await ada.get(`${place}?sender_name=Studio%20Nord&subject=From%20{name}&format=text`)
  assert.equal(tried.json.from, 'Studio Nord <emails@formslot.dev>')
  assert.equal(tried.json.subject, 'From Grace Hopper')
  assert.equal(tried.json.html, '')
  const framed = await ada.get(`${place}?format=text&part=html`)
  assert.equal(framed.headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.equal(framed.text, tried.json.text)
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { email: { subject: 'Saved' } })
  assert.equal((await ada.get(place)).json.subject, 'Saved')
  assert.equal((await ada.get(`${place}?subject=`)).json.subject, 'New message from your form')
  assert.equal((await ada.get(`${place}?subject={`)).json.field, 'subject')
})

test('previews a digest of the newest submissions, with links that do nothing', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  for (const name of ['Grace', 'Alan']) await service.submit(ada.endpoint, { name, message: `I am ${name}` })
  const place = `/endpoints/${ada.endpoint.form_id}/emails/preview?kind=digest`
  const { json } = await ada.get(`${place}&sender_name=Studio`)
  assert.equal(json.subject, '3 new messages')
  assert.equal(json.from, 'Studio <emails@formslot.dev>')
  for (const part of [String(json.text), String(json.html)]) {
    assert.match(part, /Grace: I am Grace[\s\S]*Alan: I am Alan/)
    assert.doesNotMatch(part, /\/(emails|snooze)\/[0-9a-z]{40}/)
  }
  assert.equal((await ada.get(`${place}&format=text`)).json.html, '')
})

test('previews the weekly email about spam with the newest spam of the form, or a sample', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const place = `/endpoints/${ada.endpoint.form_id}/emails/preview?kind=spam_digest`
  const sample = (await ada.get(place)).json
  assert.equal(sample.subject, '1 message in your spam folder')
  assert.match(String(sample.text), /Marketing Team: We can put/)
  for (const name of ['Casino', 'Certain', 'Rank first']) {
    assert.equal((await service.submit(ada.endpoint, { name, message: 'Buy', _gotcha: 'x' })).status, 200)
  }
  await service.sql(`update submissions set spam_reasons = '["links"]' where fields not like '%Certain%'
    and spam_reasons is not null`)
  const { json } = await ada.get(`${place}&sender_name=Studio&subject=Mine&format=text`)
  assert.deepEqual(
    [json.from, json.subject],
    ['Formslot <emails@formslot.dev>', '2 messages in your spam folder'],
    'the settings of the form are not about this email',
  )
  assert.match(String(json.text), /Rank first: Buy[\s\S]*Casino: Buy/)
  assert.doesNotMatch(String(json.text), /Certain|the first/)
  for (const part of [String(json.text), String(json.html)]) {
    assert.match(part, /\/digest\/preview/)
    assert.doesNotMatch(part, /\/digest\/[0-9a-z]{40}/)
  }
})

test('previews a digest of a form that stores encrypted as it is sent: without content', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await service.sql(`update endpoints set settings = '{"store":"encrypted"}'`)
  const { json } = await ada.get(`/endpoints/${ada.endpoint.form_id}/emails/preview?kind=digest`)
  assert.doesNotMatch(String(json.text), /Grace|the first/)
})
