import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { BO, startService } from '../../support/service/service.ts'
import { startReceiver } from '../../support/web/receiver.ts'

test('a dry run shows the owner alone where a submission would be delivered', async () => {
  await using receiver = await startReceiver()
  const env = { FORMSLOT_DEFAULT_PLAN: 'pro' }
  await using service = await startService({ env, egressPorts: [receiver.port] })
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  const place = `/endpoints/${ada.endpoint.form_id}/destinations`
  const add = async (events: string[]) => {
    const added = await ada.post(place, { kind: 'webhook', url: `${receiver.url}/secret`, events })
    return `${place}/${added.json.id}`
  }
  const hook = await add(['submission.created'])
  await ada.post(`${await add(['submission.spam'])}/test`)
  const createKey = async ({ post }: typeof ada, scope: string) =>
    String((await post('/keys', { name: scope, scopes: [scope] })).json.key)
  const owners = await createKey(ada, 'read')
  const tryAs = async (key: string | null, form: Record<string, string> = { message: 'Hello' }) => {
    const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` }
    return (await service.post(`${ada.endpoint.endpoint_url}?dry_run=1`, { form, headers })).json
      .would_route_to
  }
  const email = { kind: 'email', target_hint: 'a***@l***.dev' }
  const webhook = { kind: 'webhook', target_hint: `http://127.0.0.1:${receiver.port}/…` }
  assert.deepEqual(await tryAs(owners), [email], 'no test has reached it yet')
  await ada.post(`${hook}/test`)
  assert.deepEqual(await tryAs(owners), [email, webhook])
  assert.deepEqual(await tryAs(owners, { message: 'buy', _gotcha: 'bot' }), [])
  for (const other of [null, await createKey(ada, 'write'), await createKey(bo, 'read')])
    assert.deepEqual(await tryAs(other), [email])
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { email_notifications: false })
  assert.deepEqual(await tryAs(owners), [webhook])
  assert.equal(receiver.received.length, 2, 'the tests')
})
