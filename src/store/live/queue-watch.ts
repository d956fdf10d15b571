import type { LiveHub } from './live-hub.ts'
import { accountChanged } from './notifications.ts'

/** Wakes those who wait for messages. */
export type QueueWatch = {
  /** Tells them, by the keys of their queues. Only of what stands on the disk. */
  tell(queueKeys: Iterable<number>): void
  /** See QueueStore.watch. */
  watch(queueKey: number, listener: () => void): () => void
}

/** Those who wait here are told at once; those at other nodes by the hub, where a queue stands among the accounts by its key. */
export function openQueueWatch(live: LiveHub): QueueWatch {
  const listeners = new Map<number, Set<() => void>>()

  return {
    tell(queueKeys) {
      for (const queueKey of queueKeys) {
        for (const listener of listeners.get(queueKey) ?? []) listener()
        live.tellOthers([accountChanged(queueKey)])
      }
    },
    watch(queueKey, listener) {
      const known = listeners.get(queueKey)
      if (known) known.add(listener)
      else listeners.set(queueKey, new Set([listener]))
      const leave = live.subscribe(queueKey, listener)
      return () => {
        leave()
        const left = listeners.get(queueKey)
        left?.delete(listener)
        if (left?.size === 0) listeners.delete(queueKey)
      }
    },
  }
}
