import assert from 'node:assert/strict'
import { test } from 'node:test'
import { follow } from '../../support/service/event-stream.ts'
import { ADA, startService } from '../../support/service/service.ts'
import { until } from '../../support/service/until.ts'

const EVENTS = 50

test('serializes each event once, however many streams receive it', async (t) => {
  await using service = await startService()
  const { json } = await service.post('/t/new', { form: { recipient: ADA } })
  const url = String(json.telemetry_url)
  const events = Array.from({ length: EVENTS }, () => ({ name: 'seen' }))
  await using followers = new AsyncDisposableStack()
  const one = async () => {
    const stream = await follow(`${url}/stream`, { authorization: `Bearer ${json.read_key}` })
    return followers.use(stream)
  }
  const stringify = t.mock.method(JSON, 'stringify')
  const written = () => stringify.mock.calls.filter(({ arguments: [value] }) => isEvent(value)).length
  /** Sends events; returns how often an event was serialized until all streams had them. */
  const writtenFor = async (streams: readonly Awaited<ReturnType<typeof one>>[]) => {
    await until(() => streams.every((stream) => stream.named('ready').length === 1))
    const before = written()
    const expected = streams.map((stream) => stream.named('event').length + EVENTS)
    await service.post(url, { json: events })
    await until(() => streams.every((stream, n) => stream.named('event').length === expected[n]))
    return written() - before
  }

  const first = await one()
  assert.equal(await writtenFor([first]), EVENTS)
  assert.equal(await writtenFor([first, await one(), await one(), await one(), await one()]), EVENTS)
})

/** An event as readers get it, not as it is stored or sent. */
function isEvent(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'received_at' in value && 'client_id' in value
}
