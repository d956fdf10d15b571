import type { Clock } from '../domain/time.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { Store } from './contract/store.ts'

/** Registers the gauges of what the store alone knows: all queues, and the pause of the purge. */
export function addStoreGauges(
  metrics: Metrics,
  deps: { store: Pick<Store, 'queues' | 'maintenance'>; clock: Clock },
): void {
  const { store, clock } = deps
  metrics.gauge({
    name: 'formslot_queue_messages',
    help: 'Messages in all queues together: backlog (in flight ones included) and dead ones.',
    label: 'state',
    read: store.queues.countAll,
  })
  metrics.gauge({
    name: 'formslot_purge_paused',
    help: '1 while nothing is purged because the clock has jumped.',
    async read() {
      const check = await store.maintenance.loadClockCheck()
      return check?.pausedUntil && check.pausedUntil > clock.now() ? 1 : 0
    },
  })
}
