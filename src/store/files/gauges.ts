import { type Clock, MINUTE } from '../../domain/time.ts'
import { MAX_GAUGE_WAIT_MS, type Metrics } from '../../runtime/metrics.ts'
import { shareRead } from '../../runtime/shared-read.ts'
import { FilesUnavailable, readIfAvailable } from '../contract/errors.ts'
import type { Store } from '../store.ts'
import type { Spool } from './spool.ts'

/** Age at which the numbers are read again: counting a million files takes tens of milliseconds. */
const MAX_AGE_MS = 10 * MINUTE

/** Registers the gauges of stored files. */
export function addFileGauges(
  metrics: Metrics,
  deps: { store: Pick<Store, 'files'>; spool: Pick<Spool, 'measureFreeBytes'>; clock: Clock },
): void {
  const { store, spool, clock } = deps
  const read = shareRead(
    () => readIfAvailable(() => store.files.measureStored(clock.now())),
    MAX_GAUGE_WAIT_MS,
  )
  const measure = keepFor(MAX_AGE_MS, { read, clock })
  metrics.gauge({
    name: 'formslot_files_stored',
    help: 'Files that submissions have, at most ten minutes ago.',
    read: async () => (await measure())?.files ?? null,
  })
  metrics.gauge({
    name: 'formslot_files_stored_bytes',
    help: 'Bytes that accounts count for their files, of each at least 4096, at most ten minutes ago.',
    read: async () => (await measure())?.countedBytes ?? null,
  })
  metrics.gauge({
    name: 'formslot_files_waiting_for_deletion',
    help: 'Files whose submissions are deleted and whose bytes are not yet, at most ten minutes ago.',
    read: async () => (await measure())?.waiting ?? null,
  })
  metrics.gauge({
    name: 'formslot_files_disk_free_bytes',
    help: 'Free space on the disk of the folder of files; with a bucket, of the folder in which they are received.',
    read: shareRead(() => spool.measureFreeBytes().catch(whileUnavailable), MAX_GAUGE_WAIT_MS),
  })
}

/** Keeps what was read until it is older; what could not be read is not kept. */
function keepFor<T>(
  maxAgeMs: number,
  { read, clock }: { read: () => Promise<T | null>; clock: Clock },
): () => Promise<T | null> {
  let kept: { value: T; readAt: number } | null = null
  return async () => {
    const now = clock.now().getTime()
    if (kept && Math.abs(now - kept.readAt) < maxAgeMs) return kept.value
    const value = await read()
    kept = value === null ? null : { value, readAt: now }
    return value
  }
}

function whileUnavailable(error: unknown): null {
  if (error instanceof FilesUnavailable) return null
  throw error
}
