import { ADA, type TestService } from './service.ts'

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
