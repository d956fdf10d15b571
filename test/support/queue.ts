import { connect, type Socket } from 'node:net'
import { MAX_ANSWERS } from '../../src/domain/accounts/stream.ts'
import { ADA, type TestService } from './service.ts'
import { until } from './until.ts'

export type Handed = { id: string; body: unknown; attempts: number; lease_id: string; content_type: string }

/** A fresh queue, and calls to it with its key. */
export async function createQueue(service: TestService, recipient = ADA) {
  const created = await service.post('/q/new', { form: { recipient } })
  if (created.status !== 201) throw new Error(`creation was answered ${created.status}: ${created.text}`)
  service.pass({ seconds: 2 })
  return callsOfQueue(service, String(created.json.queue_id), String(created.json.api_key))
}

/** A queue that its recipient has claimed. */
export async function createClaimedQueue(service: TestService, recipient = ADA) {
  const queue = await createQueue(service, recipient)
  await queue.publish({ first: true })
  await service.get(await service.linkIn('claim'), { accept: 'text/html' })
  const [first] = await queue.pulled()
  if (first) await queue.post('/messages/ack', { acks: [{ lease_id: first.lease_id }] })
  return queue
}

/** Calls to a queue with a key. */
export function callsOfQueue(service: TestService, queueId: string, key: string) {
  const headers = { authorization: `Bearer ${key}` }
  const post = (path: string, json: unknown = {}, more: Record<string, string> = {}) =>
    service.post(`/q/${queueId}${path}`, { json, headers: { ...headers, ...more } })
  const pull = (json: object = {}) => post('/messages/pull', json)

  return {
    id: queueId,
    key,
    headers,
    post,
    pull,
    get: (path: string) => service.get(`/q/${queueId}${path}`, headers),
    delete: (path: string) => service.post(`/q/${queueId}${path}`, { method: 'DELETE', headers }),
    /** The body is the message. */
    publish: (message: unknown, more: Record<string, string> = {}) => post('', message, more),
    async pulled(json: object = {}): Promise<Handed[]> {
      const answer = await pull(json)
      if (answer.status !== 200) throw new Error(`the pull was answered ${answer.status}: ${answer.text}`)
      return Object(answer.json).messages
    },
    as: (other: string) => callsOfQueue(service, queueId, other),
  }
}

export type TestQueue = ReturnType<typeof callsOfQueue>

const LARGE_MESSAGE = 'x'.repeat(120_000)
/** What stands between two ends of a connection takes some answers in. */
const PIPELINED = 8
/** So often in a row nobody else was let in. */
const FULL_FOR_GOOD = 10

/** Asks as often at once as may be, and reads none of the answers: from then on the queue shows nothing more. */
export async function leaveUnread(
  service: TestService,
  queue: Awaited<ReturnType<typeof createQueue>>,
): Promise<Socket[]> {
  for (let n = 0; n < 8; n += 1) await queue.publish(LARGE_MESSAGE)
  const { hostname, port, host } = new URL(service.base)
  const body = '{"batch_size":100}'
  const peek =
    `POST /q/${queue.id}/messages/peek HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${queue.key}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const sockets = Array.from({ length: MAX_ANSWERS }, () => {
    const socket = connect(Number(port), hostname).pause()
    socket.write(peek.repeat(PIPELINED))
    return socket
  })
  // What was being answered when it was full may still find room between the two ends.
  let full = 0
  await until(async () => {
    full = (await queue.post('/messages/peek')).status === 429 ? full + 1 : 0
    if (full === 0) for (const socket of sockets) socket.write(peek)
    return full === FULL_FOR_GOOD
  })
  return sockets
}
