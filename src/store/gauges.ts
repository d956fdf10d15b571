import type { Clock } from '../domain/time.ts'
import { MAX_GAUGE_WAIT_MS, type Metrics } from '../runtime/metrics.ts'
import { shareRead } from '../runtime/shared-read.ts'
import { readIfAvailable } from './contract/errors.ts'
import type { Store } from './store.ts'

/** Registers the gauges of what the store alone knows: whether it can be read, all queues, and the pause of the purge. */
export function addStoreGauges(
  metrics: Metrics,
  deps: { store: Pick<Store, 'queues' | 'maintenance' | 'devices'>; clock: Clock },
): void {
  const { store, clock } = deps
  const shared = <T>(read: () => Promise<T>) => shareRead(() => readIfAvailable(read), MAX_GAUGE_WAIT_MS)
  const findPause = shared(async () => ({ check: await store.maintenance.loadClockCheck() }))
  metrics.gauge({
    name: 'formslot_database_up',
    help: '1 while the database can be read; at 0 the metrics that are read from it are left out.',
    read: async () => ((await findPause()) === null ? 0 : 1),
  })
  metrics.gauge({
    name: 'formslot_queue_messages',
    help: 'Messages in all queues together: backlog (in flight ones included) and dead ones.',
    label: 'state',
    read: shared(store.queues.countAll),
  })
  metrics.gauge({
    name: 'formslot_devices',
    help: 'Browsers that are told about new submissions by web push.',
    read: shared(store.devices.countDevices),
  })
  metrics.gauge({
    name: 'formslot_purge_paused',
    help: '1 while nothing is purged because the clock has jumped.',
    async read() {
      const found = await findPause()
      if (found === null) return null
      const until = found.check?.pausedUntil
      return until && until > clock.now() ? 1 : 0
    },
  })
}
