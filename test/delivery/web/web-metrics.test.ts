import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { startService } from '../../support/service/service.ts'
import { startReceiver } from '../../support/web/receiver.ts'

test('metrics tell the attempts of each kind, their durations, and what is due on each channel', async () => {
  await using receiver = await startReceiver()
  await using service = await startService({
    env: { FORMSLOT_DEFAULT_PLAN: 'pro' },
    egressPorts: [receiver.port],
  })
  const ada = await signIn(service)
  const place = `/endpoints/${ada.endpoint.form_id}/destinations`
  for (const [kind, path] of [
    ['webhook', '/hook'],
    ['slack', '/hooks/team'],
  ] as const) {
    const url = `http://127.0.0.1:${receiver.port}${path}`
    const { id } = (await ada.post(place, { kind, url })).json
    assert.equal((await ada.post(`${place}/${id}/test`)).json.reached, true)
  }
  receiver.answerWith(({ response, path }) => {
    response.writeHead(path === '/hook' ? 200 : 500).end()
  })
  await service.submit(ada.endpoint, { message: 'counted' })
  await service.deliver()
  service.pass({ minutes: 10 })
  const { metrics } = service.service
  const text = await metrics.render()
  for (const line of [
    'formslot_deliveries_total{channel="webhook",result="sent"} 1',
    'formslot_deliveries_total{channel="slack",result="deferred"} 1',
    'formslot_delivery_duration_seconds_count{channel="webhook"} 1',
    'formslot_oldest_due_delivery_seconds{channel="email"} 0',
    'formslot_oldest_due_delivery_seconds{channel="web"} 595',
  ]) {
    assert.ok(
      text.includes(`${line}\n`),
      `${line}\n${text.replace(/^(?!formslot_(?:deliver|oldest)).*\n/gm, '')}`,
    )
  }
})
