import type { EndpointFacts } from '../endpoints/endpoint.ts'
import { isOverdue } from './expected-events.ts'
import { hasFired, type Watch, type WatchCondition } from './watch.ts'

/** Contents of a status badge: all that it tells. */
export type Badge = {
  /** Name that the owner gave the endpoint; null without one. */
  name: string | null
  status: 'ok' | 'silent' | 'low' | 'high' | 'overdue' | 'unknown'
}

const STATUSES: Partial<Record<WatchCondition['kind'], Badge['status']>> = {
  silence: 'silent',
  under: 'low',
  over: 'high',
}

/** Returns the badge of an endpoint by its watches; without any by the promise of its creator. */
export function toBadge({
  endpoint,
  watches,
  now,
}: {
  endpoint: EndpointFacts
  watches: readonly Watch[]
  now: Date
}): Badge {
  const { name } = endpoint.settings
  const judging = watches.filter(({ when }) => STATUSES[when.kind] !== undefined)
  const fired = judging.find(hasFired)
  if (fired) return { name, status: STATUSES[fired.when.kind] ?? 'unknown' }
  if (judging.length > 0) return { name, status: 'ok' }
  const overdue = isOverdue(endpoint, now)
  if (overdue === null) return { name, status: 'unknown' }
  return { name, status: overdue ? 'overdue' : 'ok' }
}
