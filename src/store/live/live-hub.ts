import type { AfterCommit } from '../after-commit.ts'
import type { Broadcast } from '../engine/connection.ts'
import { throttle } from '../engine/throttle.ts'
import { createLiveNodes } from './live-nodes.ts'
import {
  accountChanged,
  createNotificationBuffer,
  type LiveEvent,
  type Notification,
  type Topic,
  toNotifications,
  topicId,
} from './notifications.ts'

/** Time between two rounds of notifications: short for a person, rare for a machine under load. */
const ROUND_MS = 100

export type LiveListener = (event: LiveEvent) => void

/** Live events of all nodes. Nothing is stored for absent subscribers: they read again when they return. */
export type LiveStore = Pick<LiveHub, 'subscribe'>

/** Live events as the store sees them, which publishes them. */
export type LiveHub = ReturnType<typeof createLiveHub>

/**
 * Passes notifications to the subscribers of this node, and broadcasts them to the other nodes.
 *
 * @param options.broadcast null where there is one node
 * @param options.node distinguishes this node from all others
 */
export function createLiveHub(options: {
  broadcast: Broadcast | null
  node: string
  onFault(error: unknown): void
  afterCommit: Pick<AfterCommit, 'on'>
  roundMs?: number
}) {
  const { broadcast, afterCommit, roundMs = ROUND_MS } = options
  const subscriptions = new Map<string, { topic: Topic; listeners: Set<LiveListener> }>()
  const buffer = createNotificationBuffer()
  const flush = throttle(roundMs, () => {
    for (const { topic, event } of buffer.take()) deliver(topic, event)
  })
  const nodes =
    broadcast &&
    createLiveNodes({
      ...options,
      broadcast,
      roundMs,
      hasSubscribers: () => subscriptions.size > 0,
      onNotification: notifyHere,
      onConnected() {
        for (const { topic } of subscriptions.values()) {
          notifyHere({ topic, event: { kind: 'changed', endpointId: null } })
        }
      },
    })

  function deliver(topic: Topic, event: LiveEvent): void {
    for (const listener of subscriptions.get(topicId(topic))?.listeners ?? []) listener(event)
  }

  function notifyHere(notification: Notification): void {
    const { topic, event } = notification
    if (!subscriptions.has(topicId(topic))) return
    // Programs that wait for messages are notified at once.
    if (topic.kind === 'queue') {
      deliver(topic, event)
      return
    }
    buffer.add(notification)
    flush()
  }

  /** Notifies the subscribers of all nodes. Call it only for durably stored changes. */
  function publish(notifications: readonly Notification[]): void {
    for (const notification of notifications) {
      notifyHere(notification)
      nodes?.publish(notification)
    }
  }

  const listen = () => afterCommit.on('decisions', (decisions) => publish(toNotifications(decisions)))
  // Other nodes may have subscribers at any time.
  let stopListening = nodes && listen()
  return {
    /** Returns true when there may be subscribers, here or on another node. */
    hasAudience: () => stopListening !== null,
    publish,
    /** Notifies the subscribers of an account that anything of it may have changed. */
    publishChanged: (accountKey: number) => publish([accountChanged(accountKey)]),
    /**
     * Calls `listener` with the events of a topic from now on, from all nodes. When this node reconnects after losing its
     * connection to the others, the listener gets `changed` without an endpoint.
     *
     * @returns ends the subscription
     */
    subscribe(topic: Topic, listener: LiveListener) {
      const id = topicId(topic)
      const subscription = subscriptions.get(id) ?? { topic, listeners: new Set() }
      subscriptions.set(id, subscription)
      subscription.listeners.add(listener)
      stopListening ??= listen()
      return () => {
        subscription.listeners.delete(listener)
        if (subscription.listeners.size === 0 && subscriptions.get(id) === subscription) {
          subscriptions.delete(id)
        }
        if (subscriptions.size === 0 && !nodes) {
          stopListening?.()
          stopListening = null
        }
      }
    },
    close() {
      subscriptions.clear()
      nodes?.close()
    },
  }
}
