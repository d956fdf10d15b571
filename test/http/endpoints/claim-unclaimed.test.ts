import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCalls, type Owner, signIn } from '../../support/fixtures/owner.ts'
import { ADA, BO, startService, type TestService } from '../../support/service/service.ts'

type Unclaimed = { id: string; received: number; name: null; last_received_at: string; expires_at: string }

async function listed(owner: Pick<Owner, 'get'>, kind = 'endpoints'): Promise<Unclaimed[]> {
  return (await owner.get(`/${kind}/unclaimed`)).json.data as Unclaimed[]
}

async function create(service: TestService, recipient: string) {
  service.pass({ seconds: 2 })
  return service.createEndpoint(recipient)
}

test('an owner claims a form whose claim email is held, without the email, and its message comes', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  assert.deepEqual(await listed(ada), [])
  const forms = []
  for (let made = 0; made < 3; made += 1) {
    const form = await create(service, made === 1 ? ADA.toUpperCase() : ADA)
    await service.submit(form, { message: `message ${made}` })
    forms.push(form)
  }
  await service.deliver()
  const last = forms.at(-1) ?? assert.fail()
  assert.equal((await service.get(last.status_url)).json.claim_email_state, 'held')
  const all = await listed(ada)
  assert.deepEqual(
    all.map(({ id }) => id),
    forms.map((form) => form.form_id).reverse(),
  )
  const { received, name, last_received_at, expires_at } = all[0] ?? assert.fail()
  assert.deepEqual([received, name], [1, null])
  assert.equal(Date.parse(expires_at) - Date.parse(last_received_at), 30 * 24 * 3_600_000)

  const before = (await service.emails()).length
  const claimed = await ada.post(`/endpoints/${last.form_id}/claim`, undefined, { 'accept-language': 'de' })
  assert.equal(claimed.status, 200)
  assert.equal(claimed.json.state, 'claimed')
  assert.notEqual(claimed.json.confirmed_at, null)
  assert.equal(claimed.json.language, 'de')
  await service.deliver()
  const emails = (await service.emails()).slice(before)
  assert.equal(emails.length, 1)
  assert.match(emails[0]?.text ?? '', /message 2/)
  assert.doesNotMatch(emails[0]?.text ?? '', /\/claim\//)
  assert.deepEqual((await listed(ada)).length, 2)

  assert.equal((await ada.post(`/endpoints/${last.form_id}/claim`)).status, 200)
  const data = (await ada.get('/audit')).json.data as {
    action: string
    subject: string
    actor: { kind: string }
  }[]
  assert.deepEqual(
    data
      .filter(({ action }) => action === 'endpoint_claimed')
      .map(({ subject, actor }) => [subject, actor.kind]),
    [[last.form_id, 'session']],
  )
})

test('telemetry endpoints and queues are claimed alike, and their claim emails are sent no more', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  for (const { kind, path, post } of [
    { kind: 'telemetry', path: '/t/new', post: { name: 'signup' } },
    { kind: 'queues', path: '/q/new', post: { any: 'message' } },
  ]) {
    service.pass({ seconds: 2 })
    const made = (await service.post(path, { form: { recipient: ADA } })).json
    const id = made.telemetry_id ?? made.queue_id
    await service.post(`${path.slice(0, 2)}/${id}`, {
      json: post,
      ...(made.api_key ? { headers: { authorization: `Bearer ${made.api_key}` } } : {}),
    })
    const [one] = await listed(ada, kind)
    assert.deepEqual([one?.id, one?.received], [id, 1])
    const before = (await service.emails()).length
    const claimed = await ada.post(`/${kind}/${id}/claim`)
    assert.deepEqual([claimed.status, claimed.json.state], [200, 'claimed'])
    assert.deepEqual(await listed(ada, kind), [])
    await service.deliver()
    assert.equal((await service.emails()).length, before)
    const { json: status } = await service.get(`${path.slice(0, 2)}/${id}/status`)
    assert.deepEqual([status.claimed, status.claim_email_state], [true, undefined], 'it waits for nothing')
  }
})

test('nobody sees or claims endpoints of another address, of a tagged one, or another kind', async () => {
  await using service = await startService({ env: { FORMSLOT_CREATE_PER_HOUR: '0' } })
  const ada = await signIn(service)
  const ids = []
  for (const recipient of [BO, ADA.replace('@', '+shop@')]) {
    const form = await create(service, recipient)
    await service.submit(form, { message: 'private' })
    ids.push(form.form_id)
  }
  assert.deepEqual(await listed(ada), [])
  const refuse = async (id: string) => {
    const { status, json } = await ada.post(`/endpoints/${id}/claim`)
    return { ...json, status, request_id: null }
  }
  const unknown = await refuse('f_0000000000000000')
  assert.equal(unknown.status, 404)
  for (const id of ids) {
    assert.deepEqual(await refuse(id), unknown)
    assert.equal((await service.get(`/f/${id}/status`)).json.state, 'unclaimed')
  }
  const own = await create(service, ADA)
  assert.equal((await ada.post(`/queues/${own.form_id}/claim`)).status, 404)
  const stranger = createCalls(service, {})
  assert.equal((await stranger.get('/endpoints/unclaimed')).status, 401)
  assert.equal((await stranger.post(`/endpoints/${own.form_id}/claim`)).status, 401)
})

test('a key needs "write" to claim; expired and declined forms are neither listed nor claimed', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const own = await create(service, ADA)
  const keyWith = async (...scopes: string[]) => {
    const made = await ada.post('/keys', { name: scopes.join(' '), scopes })
    return createCalls(service, { authorization: `Bearer ${made.json.key}` })
  }
  const [reader, writer] = [await keyWith('read'), await keyWith('write')]
  assert.equal((await listed(reader)).length, 1)
  assert.equal((await reader.post(`/endpoints/${own.form_id}/claim`)).status, 403)
  assert.equal((await writer.post(`/endpoints/${own.form_id}/claim`)).status, 200)

  const old = await create(service, ADA)
  const declined = await create(service, ADA)
  await service.submit(declined, { message: 'not mine' })
  await service.post(await service.linkIn('disown'))
  assert.deepEqual(
    (await listed(reader)).map(({ id }) => id),
    [old.form_id],
  )
  assert.equal((await writer.post(`/endpoints/${declined.form_id}/claim`)).status, 410)
  service.pass({ days: 30 })
  assert.deepEqual(await listed(reader), [])
  assert.equal((await writer.post(`/endpoints/${old.form_id}/claim`)).status, 410)
})
