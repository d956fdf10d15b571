import type { Actions } from '../../actions/actions.ts'
import type { HandedOut, PullRequest } from '../../actions/queues/pull-messages.ts'
import { MAX_WAIT_SECONDS, MAX_WAITING_PULLS } from '../../domain/queues/queue.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { type Clock, SECOND } from '../../domain/time.ts'

/** Pulls that wait for a message to come. Idle they run no statement: each queue that is waited for has one timer at most. */
export type LongPolls = {
  /** Messages as soon as there are any; none when the time is over, the caller is gone, or the service stops. */
  pull(request: WaitingPull): Promise<Waited>
  /** How many wait. */
  count(): number
  /** Answers all who wait, and lets nobody wait any more. */
  close(): void
}

export type WaitingPull = Omit<PullRequest, 'now'> & {
  waitMs: number
  /** How many may wait for this queue, see MAX_WAITING_PULLS. */
  most: number
  /** Aborted once nobody is there to be answered. */
  gone: AbortSignal
  /** Returns why the caller may not pull any more, such as a key revoked meanwhile; asked before each pull after a wait. */
  checkAccess(): Promise<Refusal | null>
}

export type Waited =
  | ({ kind: 'handed' } & HandedOut)
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'full'; retryAfterSeconds: number }

type Waiting = {
  request: WaitingPull
  endsAt: number
  end(how: { handed: HandedOut } | { refusal: Refusal } | { error: unknown }): void
  ended: boolean
}

/** Those who wait for one queue at this node, first come, first served. */
type Waiters = {
  queueKey: number
  waiting: Set<Waiting>
  backlog: number
  /** Somebody is being served; whatever comes meanwhile is looked at afterwards. */
  busy: boolean
  again: boolean
  timer: NodeJS.Timeout | null
  leave(): void
}

type Parts = {
  actions: Pick<Actions, 'pullMessages' | 'watchQueue' | 'nextMessageAt'>
  clock: Clock
}

/** So many are served with one flush, while there is something for each. */
const SERVED_AT_ONCE = 32
/** A timer is not set for less, in milliseconds: a clock that stands still must not make it spin. */
const SHORTEST = 10

/** Opens the one place where pulls wait; it holds nothing but memory and a timer for each queue that is waited for. */
export function createLongPolls({ actions, clock }: Parts): LongPolls {
  const lines = new Map<number, Waiters>()
  let total = 0
  let closed = false

  async function pull(request: WaitingPull): Promise<Waited> {
    const { queueKey, limit, leaseMs, gone } = request
    if (gone.aborted) return { kind: 'handed', messages: [], backlog: 0 }
    const pulled = await actions.pullMessages({ queueKey, limit, leaseMs, now: clock.now() })
    if (pulled.messages.length > 0 || request.waitMs === 0 || closed) {
      return { kind: 'handed', ...pulled }
    }
    const line = lines.get(queueKey)
    if (total >= MAX_WAITING_PULLS.all || (line?.waiting.size ?? 0) >= request.most) {
      return { kind: 'full', retryAfterSeconds: secondsUntilPlace(line) }
    }
    return enter(line ?? begin(queueKey, pulled.backlog), request)
  }

  function begin(queueKey: number, backlog: number): Waiters {
    const line: Waiters = {
      ...{ queueKey, backlog, waiting: new Set(), again: false, timer: null },
      // Until it is watched there is nothing to be woken by; what came before is found by the first look.
      busy: true,
      leave() {},
    }
    lines.set(queueKey, line)
    actions
      .watchQueue(queueKey, () => wake(line))
      .then(
        (leave) => {
          line.busy = false
          line.leave = leave
          if (lines.get(queueKey) === line) wake(line)
          else leave()
        },
        (error: unknown) => fail(line, error),
      )
    return line
  }

  function enter(line: Waiters, request: WaitingPull): Promise<Waited> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => one.end({ handed: nothing(line) }), request.waitMs)
      const leave = () => one.end({ handed: nothing(line) })
      const one: Waiting = {
        request,
        endsAt: performance.now() + request.waitMs,
        ended: false,
        end(how) {
          if (one.ended) return
          one.ended = true
          total -= 1
          clearTimeout(timer)
          request.gone.removeEventListener('abort', leave)
          line.waiting.delete(one)
          if (line.waiting.size === 0) drop(line)
          if ('error' in how) reject(how.error)
          else if ('refusal' in how) resolve({ kind: 'refused', refusal: how.refusal })
          else resolve({ kind: 'handed', ...how.handed })
        },
      }
      line.waiting.add(one)
      total += 1
      request.gone.addEventListener('abort', leave, { once: true })
    })
  }

  function wake(line: Waiters): void {
    line.again = true
    if (line.busy) return
    line.busy = true
    serve(line).catch((error: unknown) => fail(line, error))
  }

  async function serve(line: Waiters): Promise<void> {
    while (line.again && line.waiting.size > 0) {
      line.again = false
      let together = 1
      let now = clock.now()
      while (await serveFirst(line, { together, now })) {
        together = Math.min(together * 2, SERVED_AT_ONCE)
        now = clock.now()
      }
      await setTimer(line, now)
    }
    line.busy = false
  }

  /** Whether there was something for each of them, and there are others. */
  async function serveFirst(
    line: Waiters,
    { together, now }: { together: number; now: Date },
  ): Promise<boolean> {
    const first = [...line.waiting].slice(0, together)
    const served = await Promise.all(first.map((one) => serveOne(line, one, now)))
    return served.every(Boolean) && line.waiting.size > 0
  }

  async function serveOne(line: Waiters, one: Waiting, now: Date): Promise<boolean> {
    const { queueKey, limit, leaseMs } = one.request
    const refusal = await one.request.checkAccess()
    if (refusal) {
      one.end({ refusal })
      return true
    }
    if (one.ended) return true
    const handed = await actions.pullMessages({ queueKey, limit, leaseMs, now })
    line.backlog = handed.backlog
    if (handed.messages.length === 0) return false
    // Where the caller has gone meanwhile, the messages come back when their lease ends.
    one.end({ handed })
    return true
  }

  /**
   * Looks again when the next lease or delay ends that had not ended at the last look. However far that is: those who wait
   * now will have gone by then, but others may have come into the line, which never was empty.
   */
  async function setTimer(line: Waiters, checkedAt: Date): Promise<void> {
    if (line.timer) clearTimeout(line.timer)
    line.timer = null
    if (line.waiting.size === 0) return
    const at = await actions.nextMessageAt(line.queueKey, checkedAt)
    if (!at || line.waiting.size === 0) return
    const inMs = at.getTime() - clock.now().getTime()
    line.timer = setTimeout(() => wake(line), Math.max(inMs, SHORTEST)).unref()
  }

  /** They are told what went wrong, and may ask again. */
  function fail(line: Waiters, error: unknown): void {
    line.busy = false
    for (const one of [...line.waiting]) one.end({ error })
  }

  function drop(line: Waiters): void {
    if (line.timer) clearTimeout(line.timer)
    line.timer = null
    line.leave()
    if (lines.get(line.queueKey) === line) lines.delete(line.queueKey)
  }

  return {
    pull,
    count: () => total,
    close() {
      closed = true
      for (const line of [...lines.values()]) {
        for (const one of [...line.waiting]) one.end({ handed: nothing(line) })
      }
    },
  }
}

function nothing({ backlog }: Waiters): HandedOut {
  return { messages: [], backlog }
}

/** Until the first of those who wait have waited long enough. */
function secondsUntilPlace(line: Waiters | undefined): number {
  const ends = [...(line?.waiting ?? [])].map(({ endsAt }) => endsAt)
  if (ends.length === 0) return MAX_WAIT_SECONDS
  return Math.max(1, Math.ceil((Math.min(...ends) - performance.now()) / SECOND))
}
