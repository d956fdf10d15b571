import { findPurgePause } from '../../domain/maintenance/purge-pause.ts'
import { advanceWatch } from '../../domain/telemetry/advance-watch.ts'
import { type EventCount, toHour } from '../../domain/telemetry/event.ts'
import type { Watch } from '../../domain/telemetry/watch.ts'
import type { Context } from '../context.ts'
import { MAX_KEYS_OF_WATCHES, watchTime } from './watch-consequences.ts'

/**
 * Looks at the watches that are due: fires and clears them, and sends reports. Two nodes may do so at once: each endpoint is
 * locked, and whoever comes second finds nothing due. While the clock cannot be trusted, nothing is looked at.
 *
 * @returns when to look again; null while no watch has a timer
 */
export async function lookAtWatches(
  context: Context,
  now: Date,
  shouldContinue: () => boolean = () => true,
): Promise<Date | null> {
  const { store } = context
  const dueAt = await store.telemetry.nextWatchDueAt()
  if (dueAt === null || dueAt > now) return dueAt
  const pausedUntil = findPurgePause(now, await store.maintenance.loadClockCheck())
  if (pausedUntil) return pausedUntil
  let isMore = true
  while (isMore && shouldContinue()) {
    const ids = await store.telemetry.listDueWatches(now)
    await Promise.all(ids.map((id) => lookAt(context, id, now)))
    isMore = ids.length > 0
  }
  return store.telemetry.nextWatchDueAt()
}

async function lookAt(context: Context, endpointId: string, now: Date): Promise<void> {
  const reports = await loadReports(context, endpointId, now)
  await context.store.change<null>({
    endpointId,
    now,
    idempotencyKey: null,
    isInternal: true,
    maxKeys: MAX_KEYS_OF_WATCHES,
    decide: ({ found }) => ({
      answer: null,
      remember: false,
      consequences: found ? watchTime(context, found, { reports, now }) : [],
    }),
  })
}

/** Counts the events of the weeks that due reports are about, before the endpoint is locked. */
async function loadReports(
  { store }: Context,
  endpointId: string,
  now: Date,
): Promise<Map<number, readonly EventCount[]>> {
  const found = await store.findEndpoint(endpointId)
  const reports = new Map<number, readonly EventCount[]>()
  for (const watch of found?.watches ?? []) {
    const span = findReportedSpan(watch, now)
    if (span) {
      reports.set(
        watch.key,
        await store.telemetry.count({ endpointId, ...span, name: watch.name, by: 'day' }),
      )
    }
  }
  return reports
}

function findReportedSpan(watch: Watch, now: Date): { since: number; until: number } | null {
  const { news } = advanceWatch(watch, { now, arrival: null })
  const report = news.find(({ kind }) => kind === 'report')
  return report?.kind === 'report' ? { since: toHour(report.since), until: toHour(report.until) } : null
}
