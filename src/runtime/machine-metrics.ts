import { statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config/config.ts'
import { SECOND } from '../domain/time.ts'
import type { Metrics } from './metrics.ts'
import { getSkewMs, type MachineClock } from './node-clock.ts'

/** Registers the gauges of the program, of the disk under its data, and of the clock. */
export function addMachineGauges(
  metrics: Metrics,
  deps: { config: Config; version: string; clock: MachineClock },
): void {
  const { config, version, clock } = deps
  const { database, minFreeBytes } = config
  metrics.gauge({
    name: 'formslot_build_info',
    help: 'Always 1; the labels say which program runs.',
    labels: { version, node: process.version, database: database.kind },
    read: () => 1,
  })
  metrics.gauge({
    name: 'formslot_disk_free_bytes',
    help: 'Free space on the disk of the SQLite file; on PostgreSQL, of the data directory.',
    read: () => measureFreeSpace(config),
  })
  metrics.gauge({
    name: 'formslot_disk_min_free_bytes',
    help: 'Free space below which new data is refused (FORMSLOT_MIN_FREE_MB).',
    read: () => minFreeBytes,
  })
  metrics.gauge({
    name: 'formslot_clock_skew_seconds',
    help: 'Time by which the clock of this machine is ahead of that of PostgreSQL, which the service uses.',
    read: () => getSkewMs(clock) / SECOND,
  })
}

/** Measures the free space on the disk of the SQLite file, in bytes; on PostgreSQL, of the data directory. */
export async function measureFreeSpace({ database, dataDir }: Config): Promise<number> {
  const { bavail, bsize } = await statfs(database.kind === 'sqlite' ? path.dirname(database.file) : dataDir)
  return bavail * bsize
}
