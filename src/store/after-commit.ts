import type { Decision } from './live/notifications.ts'

/** A transaction that has been flushed. */
export type Commit = {
  decisions: readonly Decision[]
  /** Maximum number of submissions that it added. */
  submissions: number
  makesDeliveries: boolean
}

/** Subscribers by their causes. */
type Subscribers = {
  /** Deliveries may be due. `toWeb`: also on the web channel. */
  deliveries: Set<(toWeb: boolean) => void>
  /** A submission may wait for its verdict, or a lesson may have to be learned. */
  judgements: Set<() => void>
  /** A queue may have begun to post its messages to a webhook. */
  pushes: Set<() => void>
  /** A device was added. */
  devices: Set<() => void>
  /** Somebody may look on, on this node or another. */
  decisions: Set<(decisions: readonly Decision[]) => void>
}

/** Tells of commits. Each subscriber is called only after a commit that caused what it asked for. */
export type AfterCommit = {
  /** @returns ends the subscription */
  on<Cause extends keyof Subscribers>(
    cause: Cause,
    subscriber: Subscribers[Cause] extends Set<infer Subscriber> ? Subscriber : never,
  ): () => void
  /** Calls the subscriber once so many submissions have been added, counted from the beginning and from the last call. */
  onSubmissions(counts: { first: number; each: number }, subscriber: () => void): void
  /** Tells of work that is due without a decision. */
  announce(cause: 'deliveries' | 'judgements' | 'pushes' | 'devices'): void
  tell(commit: Commit): void
  /** Returns the time of the last commit that added submissions, on the clock of `performance.now`. */
  lastSubmissionsAt(): number
}

/** Creates the list of subscribers, empty. */
export function createAfterCommit(): AfterCommit {
  const subscribers: Subscribers = {
    deliveries: new Set(),
    judgements: new Set(),
    pushes: new Set(),
    devices: new Set(),
    decisions: new Set(),
  }
  const counters: { left: number; each: number; subscriber: () => void }[] = []
  let lastSubmissionsAt = Number.NEGATIVE_INFINITY

  function announce(cause: 'deliveries' | 'judgements' | 'pushes' | 'devices'): void {
    for (const subscriber of subscribers[cause]) subscriber(true)
  }

  function count(submissions: number): void {
    lastSubmissionsAt = performance.now()
    for (const counter of counters) {
      counter.left -= submissions
      if (counter.left > 0) continue
      counter.left = counter.each
      counter.subscriber()
    }
  }

  return {
    on(cause, subscriber) {
      const set = subscribers[cause] as Set<typeof subscriber>
      set.add(subscriber)
      return () => set.delete(subscriber)
    },
    onSubmissions({ first, each }, subscriber) {
      counters.push({ left: first, each, subscriber })
    },
    announce,
    tell({ decisions, submissions, makesDeliveries }) {
      for (const subscriber of subscribers.decisions) subscriber(decisions)
      if (submissions > 0) count(submissions)
      if (decisions.some(hasJudgement)) announce('judgements')
      if (decisions.some(mayPush)) announce('pushes')
      if (!makesDeliveries) return
      // Writes without decisions say no channel.
      const toWeb = decisions.length === 0 || decisions.some(hasWebDelivery)
      for (const subscriber of subscribers.deliveries) subscriber(toWeb)
    },
    lastSubmissionsAt: () => lastSubmissionsAt,
  }
}

function hasWebDelivery({ consequences }: Decision): boolean {
  return consequences.some(
    (one) =>
      one.kind === 'web_event' ||
      one.kind === 'verdict' ||
      (one.kind === 'delivery' && one.channel === 'web'),
  )
}

function hasJudgement({ consequences }: Decision): boolean {
  return consequences.some(({ kind }) => kind === 'judgement')
}

/** Returns true for new settings of a queue with a webhook. */
function mayPush({ stored, consequences }: Decision): boolean {
  const [destination] = stored.endpoint.settings.destinations
  if (!destination || destination.kind === 'email' || destination.push === null) return false
  return consequences.some(({ kind }) => kind === 'settings')
}
