import type { ScanResult } from '../domain/files/stored-file.ts'
import { type Clock, MINUTE, SECOND } from '../domain/time.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import { FilesUnavailable } from '../store/contract/errors.ts'
import type { FileStore } from '../store/files/file-store.ts'
import type { FileRows } from '../store/files/files.ts'
import type { Clamd } from './engines/clamd.ts'
import { EngineFailure } from './engines/engine.ts'
import { createOutageWatch } from './engines/outage-watch.ts'

/** Files scanned at the same time; clamd has 10 threads unless told otherwise. */
const MAX_CONCURRENT_SCANS = 4
/** Time for one file while its submission waits. */
const SCAN_TIMEOUT_MS = 30 * SECOND
/** Time for one file that nobody waits for: clamd itself gives up after two minutes. */
const RESCAN_TIMEOUT_MS = 3 * MINUTE
/** Files that the maintenance of one hour scans, and those of one read. */
const MAX_RESCANNED_FILES = 1000
const RESCAN_BATCH = 20

/** Looks for malware in stored files. */
export type FileScanner = {
  /**
   * Scans the files of a submission, one after the other until one has malware, and saves each result. Without an answer in time
   * the rest is not scanned.
   *
   * @param signal ends the scan; files that it leaves are saved as not scanned
   * @returns the name of the malware, null for none; null instead of both once the scanner is closed
   */
  judge(submissionKey: number, signal: AbortSignal): Promise<{ malware: string | null } | null>
  /** Scans files without a result whose turn it is, until the scanner does not answer. */
  rescan(goesOn: () => boolean): Promise<void>
  /** Ends the scans in progress, and saves nothing of them. */
  close(): void
}

export type FileScannerDeps = {
  rows: Pick<FileRows, 'listFilesOf' | 'listUnscanned' | 'saveScan' | 'saveRescan'>
  fileStore: Pick<FileStore, 'open'>
  clock: Clock
  log: Log
  metrics: Metrics
}

type Result = { scan: ScanResult; malware: string | null }

const NOT_SCANNED: Result = { scan: 'unreachable', malware: null }

/** The bytes of a file cannot be read, which says nothing about the scanner. */
class BytesUnreadable extends Error {}

/** Creates the scanner on the operator's ClamAV. */
export function createFileScanner(clamd: Clamd, deps: FileScannerDeps): FileScanner {
  const { rows, clock, log, metrics } = deps
  const closing = new AbortController()
  const watch = createOutageWatch({
    maxConcurrent: MAX_CONCURRENT_SCANS,
    timeoutMs: SCAN_TIMEOUT_MS,
    count(result) {
      if (result !== 'answered') metrics.count('formslot_file_scans_total', result)
    },
    onBegin: ({ reason: cause, message }) => log.warn({ cause, reason: message }, 'file_scanner_unavailable'),
    onEnd: () => log.info('file_scanner_available'),
  })
  metrics.gauge({
    name: 'formslot_file_scanner_unavailable',
    help: '1 while ClamAV does not answer; files are not scanned.',
    read: () => Number(watch.isOut()),
  })

  /** Scans one file; nothing is saved. */
  async function scan(place: string, signal: AbortSignal, timeoutMs: number): Promise<Result> {
    try {
      const result = await watch.ask(signal, (limit) => scanStored(place, limit), { timeoutMs })
      if (result) metrics.count('formslot_file_scans_total', result.scan)
      return result ?? NOT_SCANNED
    } catch (error) {
      // The next hour tries again.
      if (!(error instanceof BytesUnreadable)) throw error
      metrics.count('formslot_file_scans_total', 'no_file')
      return NOT_SCANNED
    }
  }

  async function scanStored(place: string, limit: AbortSignal): Promise<Result> {
    const file = await deps.fileStore.open(place).catch(rejectUnreadable)
    if (!file) throw new BytesUnreadable()
    const found = await clamd.scan(file.stream, limit).catch(rejectUnreadable)
    if (found.kind === 'unreachable') throw new EngineFailure(found.cause, found.reason)
    return { scan: found.kind, malware: found.kind === 'found' ? found.malware : null }
  }

  return {
    async judge(submissionKey, signal) {
      const limit = AbortSignal.any([signal, closing.signal])
      let isAway = false
      for (const { key, place, ...file } of await rows.listFilesOf([submissionKey])) {
        if (file.scan === 'found') return { malware: file.malware }
        if (file.scan !== 'waiting') continue
        const result: Result =
          isAway || limit.aborted ? NOT_SCANNED : await scan(place, limit, SCAN_TIMEOUT_MS)
        if (closing.signal.aborted) return null
        await rows.saveScan({ key, ...result, now: clock.now() })
        if (result.scan === 'found') return { malware: result.malware }
        isAway = watch.isOut()
      }
      return closing.signal.aborted ? null : { malware: null }
    },

    async rescan(goesOn) {
      for (let scanned = 0; scanned < MAX_RESCANNED_FILES; scanned += RESCAN_BATCH) {
        const files = await rows.listUnscanned({ now: clock.now(), limit: RESCAN_BATCH })
        for (const { key, place } of files) {
          if (!goesOn()) return
          const result = await scan(place, closing.signal, RESCAN_TIMEOUT_MS)
          if (closing.signal.aborted) return
          await rows.saveRescan({ key, ...result, now: clock.now() })
          if (watch.isOut()) return
        }
        if (files.length < RESCAN_BATCH) return
      }
    },

    close: () => closing.abort(),
  }
}

/** Throws `BytesUnreadable` for an error of the disk or the bucket, and any other as it is. */
function rejectUnreadable(error: unknown): never {
  const isOfDisk = error instanceof Error && 'syscall' in error
  throw isOfDisk || error instanceof FilesUnavailable ? new BytesUnreadable('', { cause: error }) : error
}
