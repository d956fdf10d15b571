import type { PulledMessages } from '../../api/schema.ts'
import type { Console } from '../../terminal/console.ts'
import { call } from '../call.ts'
import type { Forwarder, Outgoing } from './forward.ts'
import { keepTrying } from './retrying.ts'

/** Longer than a request to the local program may take. */
const LEASE_MS = 60_000
const WAIT_SECONDS = 20
const CALL_MS = 30_000
/** Time after which a message comes again that was not accepted. */
const RETRY_SECONDS = 5

/** JSON of the only message of a pull, which the service writes last, as it was published. A quote in a string has a backslash. */
const BODY = /,"body":(.*)\}\],"message_backlog_count":\d+\}\s*$/s

type Queue = { id: string; url: string; key: string }
type Message = PulledMessages['messages'][number]

/**
 * Takes the messages of a queue one after the other, as a consumer does, and acknowledges each that the local program accepts.
 * All others are returned, until the queue declares them dead. Nothing is taken while nothing listens. Ends when `isEnough` says
 * so, or the signal is aborted.
 */
export async function consume(
  queue: Queue,
  work: {
    console: Console
    signal: AbortSignal
    forwarder: Forwarder
    onReady(): void
    isEnough(): boolean
  },
): Promise<void> {
  const { console, signal, forwarder, onReady, isEnough } = work
  /** Messages that were accepted, but whose acknowledgement may not have arrived. */
  const accepted = new Set<string>()
  let isReady = false
  let isUp = false

  async function settle({ id, lease_id }: Message, delaySeconds: number): Promise<void> {
    const body = accepted.has(id)
      ? { acks: [{ lease_id }] }
      : { retries: [{ lease_id, delay_seconds: delaySeconds }] }
    await callQueue(queue, { path: '/messages/ack', body, expects: 'ackCount' })
    accepted.delete(id)
  }

  await keepTrying(
    async (begun) => {
      if (!isReady) {
        // Shows that the queue exists and the key reads it, whether anything listens yet or not.
        await callQueue(queue, { path: '/messages/peek', body: { batch_size: 1 }, expects: 'messages' })
        isReady = true
        begun()
        onReady()
      }
      if (!isUp) await forwarder.waitForProgram()
      isUp = true
      const pulled = await pull(queue, signal)
      begun()
      if (pulled === null) return 'again'
      const { message, bodyText } = pulled
      const outgoing = toOutgoing(message, { bodyText, queueId: queue.id })
      const outcome = accepted.has(message.id) ? 'accepted' : await forwarder.forward(outgoing)
      if (outcome === 'accepted') accepted.add(message.id)
      isUp = outcome !== 'unreachable'
      await settle(message, isUp ? RETRY_SECONDS : 0)
      return isEnough() ? 'done' : 'again'
    },
    { console, signal },
  )
}

/** Pulls a message and leases it; null when there is none. */
async function pull(
  queue: Queue,
  signal: AbortSignal,
): Promise<{ message: Message; bodyText: string } | null> {
  const body = { batch_size: 1, wait_seconds: WAIT_SECONDS, visibility_timeout_ms: LEASE_MS }
  const pulled = await callQueue(queue, { path: '/messages/pull', body, expects: 'messages', signal })
  const [message] = (pulled.json as PulledMessages).messages
  if (!message) return null
  return { message, bodyText: BODY.exec(pulled.text)?.[1] ?? JSON.stringify(message.body) }
}

function callQueue(
  { url, key }: Queue,
  request: { path: string; body: object; expects: string; signal?: AbortSignal },
) {
  const { path, body, expects, signal } = request
  const limit = AbortSignal.timeout(CALL_MS)
  return call(url + path, {
    method: 'POST',
    key,
    body,
    expects: [expects],
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  })
}

/** JSON is passed on byte for byte: parsed and written again, large numbers would change. */
function toOutgoing(
  message: Message,
  { bodyText, queueId }: { bodyText: string; queueId: string },
): Outgoing {
  const { id, content_type: type, body, attempts } = message
  const isJson = type === 'json'
  return {
    id,
    type: 'message',
    label: `delivery ${attempts}`,
    contentType: isJson ? 'application/json' : 'text/plain; charset=utf-8',
    body: isJson ? bodyText : String(body),
    headers: { 'formslot-attempt': String(attempts), 'formslot-queue': queueId },
  }
}
