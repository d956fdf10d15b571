import { z } from 'zod'
import { StoreUnavailable } from '../contract/errors.ts'
import type { Broadcast } from '../engine/connection.ts'
import { throttle } from '../engine/throttle.ts'
import { createNotificationBuffer, type Notification } from './notifications.ts'

const KEYS = z.array(z.number())
const MESSAGE = z.object({
  topic: z.object({ kind: z.enum(['account', 'telemetry', 'queue']), key: z.number() }),
  event: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('submission'), endpointId: z.string(), submissionKeys: KEYS }),
    z.object({ kind: z.literal('events'), endpointId: z.string(), batchKeys: KEYS }),
    z.object({ kind: z.literal('changed'), endpointId: z.string().nullable() }),
    z.object({ kind: z.literal('access') }),
  ]),
})

/** Maximum length of a text; one event is far shorter (`notifications.ts`), and all are ASCII. */
const MAX_TEXT_LENGTH = 7999

type LiveNodes = {
  /** Notifies the other nodes soon. */
  publish(notification: Notification): void
  close(): void
}

/**
 * Exchanges notifications with the other nodes. One statement per round carries them, outside of every transaction: a
 * NOTIFY within one would make commits queue. A round that cannot be sent is lost. Each text begins with the node that
 * sent it, which need not parse it again.
 *
 * @param options.node distinguishes this node from all others; without spaces
 * @param options.hasSubscribers notifications of other nodes are only read while it returns true
 * @param options.onConnected called when notifications of other nodes arrive from now on; earlier ones may be missed
 */
export function createLiveNodes(options: {
  broadcast: Broadcast
  node: string
  roundMs: number
  hasSubscribers(): boolean
  onNotification(notification: Notification): void
  onConnected(): void
  onFault(error: unknown): void
}): LiveNodes {
  const { broadcast } = options
  const prefix = `${options.node} `
  const buffer = createNotificationBuffer()
  let closed = false

  const send = throttle(options.roundMs, async () => {
    const texts = toTexts(prefix, buffer.take())
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
      if (text.startsWith(prefix) || !options.hasSubscribers()) return
      for (const notification of parseText(text)) options.onNotification(notification)
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

/** Packs notifications into as few texts as possible: a busy instance has thousands in a round. */
function toTexts(prefix: string, notifications: readonly Notification[]): string[] {
  const texts: string[] = []
  let packed = ''
  for (const notification of notifications) {
    const json = JSON.stringify(notification)
    if (packed !== '' && packed.length + json.length + 2 > MAX_TEXT_LENGTH) {
      texts.push(`${packed}]`)
      packed = ''
    }
    packed += packed === '' ? `${prefix}[${json}` : `,${json}`
  }
  if (packed !== '') texts.push(`${packed}]`)
  return texts
}

/** Parses a text of another node, without the notifications that this version does not know. */
function parseText(text: string): Notification[] {
  try {
    const parsed: unknown = JSON.parse(text.slice(text.indexOf(' ') + 1))
    return Array.isArray(parsed) ? parsed.flatMap((one) => MESSAGE.safeParse(one).data ?? []) : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}
