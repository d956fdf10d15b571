import { toObservedHour } from '../../domain/health/observations.ts'
import { forecastStorage, STORAGE_DAYS, type StorageForecast } from '../../domain/operator/storage.ts'
import { DAY, HOUR, later, MINUTE } from '../../domain/time.ts'
import type { Node } from '../../store/operator/instance-facts.ts'
import type { RefusedOfAnybody } from '../../store/operator/operator-reads.ts'
import type { Context } from '../context.ts'

/** Time for which a node is shown after it was last seen, and for which it counts as running. */
const NODE_SHOWN_MS = HOUR
const NODE_SILENT_MS = 3 * MINUTE
/** Maximum number of forms that are listed by their refusals, and the hours that count. */
export const MAX_REFUSED_LISTED = 20
export const REFUSED_HOURS = 24

export type InstanceStorage = StorageForecast & {
  database: 'sqlite' | 'postgres'
  databaseBytes: number
  /** Free bytes on the disk of the database; null on PostgreSQL. */
  freeBytes: number | null
}

/** `runs`: it was seen in the last minutes. */
export type ListedNode = Node & { runs: boolean }

/** Records that this node runs. */
export function recordNode({ store }: Pick<Context, 'store'>, node: Node): Promise<void> {
  return store.instance.recordNode(node)
}

/** Records the size of the instance for today, and forgets sizes and nodes past their time. */
export async function recordStorage({ store }: Pick<Context, 'store'>, now: Date): Promise<void> {
  await store.instance.recordStorage(toDay(now))
  await store.instance.forgetStorageDays(firstDay(now))
  await store.instance.forgetNodes(later(now, -NODE_SHOWN_MS))
}

/** Lists the nodes of the instance. */
export async function listNodes({ store }: Pick<Context, 'store'>, now: Date): Promise<ListedNode[]> {
  const nodes = await store.instance.listNodes(later(now, -NODE_SHOWN_MS))
  return nodes.map((node) => ({
    ...node,
    runs: Math.abs(now.getTime() - node.seenAt.getTime()) < NODE_SILENT_MS,
  }))
}

/**
 * Measures the database, and forecasts when its disk is full.
 *
 * @param request.minFreeBytes free space below which nothing new is accepted
 * @param request.countsFiles files are on the same disk
 */
export async function describeStorage(
  { store }: Pick<Context, 'store'>,
  { minFreeBytes, countsFiles, now }: { minFreeBytes: number; countsFiles: boolean; now: Date },
): Promise<InstanceStorage> {
  const { instance } = store
  const freeBytes = instance.measureFree()
  const days = await instance.listStorageDays(firstDay(now))
  const bytesLeft = freeBytes === null ? null : freeBytes - minFreeBytes
  return {
    database: instance.dialect,
    databaseBytes: await instance.measureDatabase(),
    freeBytes,
    ...forecastStorage(days, { bytesLeft, countsFiles, now }),
  }
}

/** Returns the time of the last backup by the command. */
export function findBackup({ store }: Pick<Context, 'store'>): Promise<Date | null> {
  return store.instance.findBackup()
}

/** Lists the forms that refused the most in the last 24 hours. */
export function listMostRefused({ store }: Pick<Context, 'store'>, now: Date): Promise<RefusedOfAnybody[]> {
  const firstHour = toObservedHour(now) - REFUSED_HOURS + 1
  return store.operator.listMostRefused({ firstHour, limit: MAX_REFUSED_LISTED })
}

function toDay(now: Date): number {
  return Math.floor(now.getTime() / DAY)
}

function firstDay(now: Date): number {
  return toDay(now) - STORAGE_DAYS + 1
}
