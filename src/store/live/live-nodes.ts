import { StoreUnavailable } from '../contract/errors.ts'
import type { Channel } from '../engine/connection.ts'
import { throttle } from '../engine/throttle.ts'
import { readMessage, textsOf } from './live-messages.ts'
import { accountChanged, createNotificationBuffer, type Notification } from './notifications.ts'

/** What the other nodes have to do with live events. */
export type LiveNodes = {
  /** Whether anybody looks on at another node. */
  isWatched(): boolean
  /** Tells the nodes at which somebody looks on at the account. */
  tell(news: Notification): void
  /** Lets the other nodes know that somebody looks on here. */
  announce(accountKey: number): void
  close(): void
}

/**
 * Nodes say who looks on where, by the half minute; what happens is said only to somebody. One statement a round
 * carries all that a node has to say, outside of every transaction: a NOTIFY within one would make commits queue.
 *
 * @param options.watchedHere the accounts that somebody looks on at here
 * @param options.hear told what happened at other nodes
 */
export function openLiveNodes(options: {
  channel: Channel
  node: string
  watchedHere: ReadonlyMap<number, unknown>
  hear(news: Notification): void
  onFault(error: unknown): void
  pace: { roundMs: number; announceMs: number; settleMs: number }
}): LiveNodes {
  const { channel, node, watchedHere, hear, pace } = options
  /** Accounts that others look on at: said in this period, and in the one before. */
  let watched = new Set<number>()
  let watchedBefore = new Set<number>()
  let announced = new Set<number>()
  let asks = false
  let closed = false
  const news = createNotificationBuffer()

  const speak = throttle(pace.roundMs, async () => {
    const accounts = [...announced]
    const told = news.take()
    const who = asks
    announced = new Set()
    asks = false
    const texts = [
      ...textsOf(node, { kind: 'watch', accounts }),
      ...(who ? textsOf(node, { kind: 'who' }) : []),
      ...textsOf(node, { kind: 'news', news: told }),
    ]
    if (closed || texts.length === 0) return
    try {
      await channel.send(texts)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) options.onFault(error)
      // What was to be told is made up for by a look afresh, once the database is back.
      later(pace.settleMs, () => {
        asks ||= who
        for (const account of accounts) announced.add(account)
        for (const { accountKey } of told) news.add(accountChanged(accountKey))
        speak()
      })
    }
  })

  /** What happened elsewhere before others had heard that somebody looks on here was not told. */
  function makeUp(accounts: Iterable<number>): void {
    const missed = [...accounts]
    later(pace.settleMs, () => {
      for (const accountKey of missed) hear(accountChanged(accountKey))
    })
  }

  function announceAll(): void {
    for (const accountKey of watchedHere.keys()) announced.add(accountKey)
    if (announced.size > 0) speak()
  }

  function later(ms: number, work: () => void): void {
    setTimeout(() => {
      if (!closed) work()
    }, ms).unref()
  }

  channel.hear({
    began() {
      asks = true
      speak()
      announceAll()
      makeUp(watchedHere.keys())
    },
    heard(text) {
      const message = readMessage(node, text)
      switch (message?.kind) {
        case 'watch':
          for (const account of message.accounts) watched.add(account)
          return
        case 'who':
          announceAll()
          // Until now it could not know whom to tell.
          makeUp(watchedHere.keys())
          return
        case 'news':
          message.news.forEach(hear)
      }
    },
  })
  // Who looked on at a node that is gone is forgotten after two to four of its announcements.
  let ticks = 0
  const timer = setInterval(() => {
    announceAll()
    ticks += 1
    if (ticks % 2 === 1) return
    watchedBefore = watched
    watched = new Set()
  }, pace.announceMs).unref()

  return {
    isWatched: () => watched.size + watchedBefore.size > 0,
    tell(one) {
      if (!watched.has(one.accountKey) && !watchedBefore.has(one.accountKey)) return
      news.add(one)
      speak()
    },
    announce(accountKey) {
      announced.add(accountKey)
      speak()
      makeUp([accountKey])
    },
    close() {
      closed = true
      clearInterval(timer)
    },
  }
}
