import { statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config/config.ts'
import type { Metrics } from './metrics.ts'

/** Registers the gauges of the program and of the disk under its data. */
export function addMachineGauges(metrics: Metrics, config: Config, version: string): void {
  const { database, dataDir, minFreeBytes } = config
  metrics.gauge({
    name: 'formslot_build_info',
    help: 'Always 1; the labels say which program runs.',
    labels: { version, node: process.version, database: database.kind },
    read: () => 1,
  })
  const folder = database.kind === 'sqlite' ? path.dirname(database.file) : dataDir
  metrics.gauge({
    name: 'formslot_disk_free_bytes',
    help: 'Free space on the disk of the SQLite file; on PostgreSQL, of the data directory.',
    async read() {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
  })
  metrics.gauge({
    name: 'formslot_disk_min_free_bytes',
    help: 'Free space below which new data is refused (FORMSLOT_MIN_FREE_MB).',
    read: () => minFreeBytes,
  })
}
