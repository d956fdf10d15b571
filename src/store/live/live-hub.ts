import type { LiveListener, LiveStore } from '../contract/live-store.ts'
import type { Channel } from '../engine/connection.ts'
import { throttle } from '../engine/throttle.ts'
import { openLiveNodes } from './live-nodes.ts'
import { accountChanged, createNotificationBuffer, type Notification } from './notifications.ts'

/** Time between two rounds, in milliseconds: soon for a person, seldom for a machine under load. */
export const PACE = { roundMs: 100, announceMs: 30_000, settleMs: 1000 }

export type LiveHub = LiveStore & {
  /** Whether anybody looks on, here or at another node. Asked after each commit; mostly nobody does. */
  isWatched(): boolean
  /** Tells those who look on. Only of what stands on the disk. */
  tell(news: readonly Notification[]): void
  /** Tells those who look on at other nodes, and nobody here. */
  tellOthers(news: readonly Notification[]): void
  /** Tells those who look on at the account that anything of it may have changed. */
  tellChanged(accountKey: number): void
  close(): void
}

/**
 * Passes news to those who look on: at once to those on this node, by the channel to those on others.
 *
 * @param options.channel null where there is one node
 * @param options.node tells this node from all others
 */
export function openLiveHub(options: {
  channel: Channel | null
  node: string
  onFault(error: unknown): void
  pace?: typeof PACE
}): LiveHub {
  const { channel, pace = PACE } = options
  const listeners = new Map<number, Set<LiveListener>>()
  const gathered = createNotificationBuffer()
  const passOn = throttle(pace.roundMs, () => {
    for (const { accountKey, event } of gathered.take()) {
      for (const listener of listeners.get(accountKey) ?? []) listener(event)
    }
  })
  const others = channel && openLiveNodes({ ...options, channel, pace, watchedHere: listeners, hear })

  function hear(news: Notification): void {
    if (!listeners.has(news.accountKey)) return
    gathered.add(news)
    passOn()
  }

  function tell(news: readonly Notification[]): void {
    for (const one of news) {
      hear(one)
      others?.tell(one)
    }
  }

  return {
    isWatched: () => listeners.size > 0 || (others?.isWatched() ?? false),
    tell,
    tellOthers(news) {
      for (const one of news) others?.tell(one)
    },
    tellChanged: (accountKey) => tell([accountChanged(accountKey)]),
    subscribe(accountKey, listener) {
      const known = listeners.get(accountKey)
      if (known) known.add(listener)
      else {
        listeners.set(accountKey, new Set([listener]))
        others?.announce(accountKey)
      }
      return () => {
        const left = listeners.get(accountKey)
        left?.delete(listener)
        if (left?.size === 0) listeners.delete(accountKey)
      }
    },
    close() {
      listeners.clear()
      others?.close()
    },
  }
}
