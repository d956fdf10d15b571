import assert from 'node:assert/strict'
import { test } from 'node:test'
import { follow } from '../../support/service/event-stream.ts'
import { startCounting } from '../../support/service/steps.ts'
import { until } from '../../support/service/until.ts'

test('what arrives is read once, however many follow it', async () => {
  // Loaded here, because only code that is loaded while steps are counted is counted.
  using steps = await startCounting('src/http/telemetry/protocols/event-reading.ts')
  const { ADA, startService } = await import('../../support/service/service.ts')
  await using service = await startService()
  const { json } = await service.post('/t/new', { form: { recipient: ADA } })
  const url = String(json.telemetry_url)
  const send = () => service.post(url, { json: Array.from({ length: 50 }, () => ({ name: 'seen' })) })
  await using followers = new AsyncDisposableStack()
  const one = async () =>
    followers.use(await follow(`${url}/stream`, { authorization: `Bearer ${json.read_key}` }))

  const first = await one()
  await until(() => first.named('ready').length === 1)
  await send()
  await until(() => first.named('event').length === 50)
  await steps.take()
  await send()
  await until(() => first.named('event').length === 100)
  const ofOne = await steps.take()

  const others = [await one(), await one(), await one(), await one()]
  await until(() => others.every((other) => other.named('ready').length === 1))
  await steps.take()
  await send()
  await until(() => others.every((other) => other.named('event').length === 50))
  assert.ok(ofOne >= 50, `${ofOne} steps`)
  assert.equal(await steps.take(), ofOne)
})
