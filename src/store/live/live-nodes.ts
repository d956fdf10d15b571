import { z } from 'zod'
import { StoreUnavailable } from '../contract/errors.ts'
import type { Broadcast } from '../engine/connection.ts'
import { throttle } from '../engine/throttle.ts'
import { createNotificationBuffer, type Notification } from './notifications.ts'

const KEYS = z.array(z.number())
const MESSAGE = z.object({
  from: z.string(),
  topic: z.object({ kind: z.enum(['account', 'telemetry', 'queue']), key: z.number() }),
  event: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('submission'), endpointId: z.string(), submissionKeys: KEYS }),
    z.object({ kind: z.literal('events'), endpointId: z.string(), batchKeys: KEYS }),
    z.object({ kind: z.literal('changed'), endpointId: z.string().nullable() }),
    z.object({ kind: z.literal('access') }),
  ]),
})

type LiveNodes = {
  /** Notifies the other nodes soon. */
  publish(notification: Notification): void
  close(): void
}

/**
 * Exchanges notifications with the other nodes. One statement per round carries them, outside of every transaction: a
 * NOTIFY within one would make commits queue. A round that cannot be sent is lost.
 *
 * @param options.node distinguishes this node from all others
 * @param options.onConnected called when notifications of other nodes arrive from now on; earlier ones may be missed
 */
export function createLiveNodes(options: {
  broadcast: Broadcast
  node: string
  roundMs: number
  onNotification(notification: Notification): void
  onConnected(): void
  onFault(error: unknown): void
}): LiveNodes {
  const { broadcast, node } = options
  const buffer = createNotificationBuffer()
  let closed = false

  const send = throttle(options.roundMs, async () => {
    const texts = buffer.take().map((notification) => JSON.stringify({ from: node, ...notification }))
    if (closed || texts.length === 0) return
    try {
      await broadcast.send(texts)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) options.onFault(error)
    }
  })

  broadcast.listen({
    onConnected: options.onConnected,
    onText(text) {
      const message = parseMessage(text)
      if (message && message.from !== node) options.onNotification(message)
    },
  })

  return {
    publish(notification) {
      buffer.add(notification)
      send()
    },
    close() {
      closed = true
    },
  }
}

/** Parses a text of another node; null for unknown messages, such as those of another version. */
function parseMessage(text: string): z.infer<typeof MESSAGE> | null {
  try {
    return MESSAGE.safeParse(JSON.parse(text)).data ?? null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
