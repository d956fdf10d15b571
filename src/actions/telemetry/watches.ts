import { findPlan } from '../../domain/plans/plan.ts'
import type { Refused } from '../../domain/refusal.ts'
import { checkRule, startWatch, type Watch, type WatchRule } from '../../domain/telemetry/watch.ts'
import type { Change, Consequence } from '../../store/contract/changes.ts'
import { type Caller, toActor } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { changeOwned, configureOwned, toRefusedChange } from '../endpoints/change-owned.ts'

type Request = { endpointId: string; now: Date }
type OneWatch = { kind: 'watch'; watch: Watch } | Refused

const KIND = { kind: 'telemetry' } as const
const UNKNOWN_ENDPOINT = { kind: 'refused', refusal: { code: 'endpoint_not_found' } } as const
const UNKNOWN = { kind: 'refused', refusal: { code: 'watch_not_found' } } as const

/** Lists the watches of a telemetry endpoint of the caller, the oldest first, and how many its plan allows. */
export async function listWatches(
  context: Context,
  caller: Caller,
  endpointId: string,
): Promise<{ kind: 'watches'; watches: readonly Watch[]; limit: number } | Refused> {
  const owned = await context.store.owned.find({ accountKey: caller.accountKey, ...KIND, endpointId })
  if (!owned) return UNKNOWN_ENDPOINT
  const found = await context.store.findEndpoint(endpointId)
  if (!found) return UNKNOWN_ENDPOINT
  return { kind: 'watches', watches: found.watches, limit: getLimit(context, found.plan) }
}

/** Returns a watch of a telemetry endpoint of the caller. */
export async function getWatch(
  context: Context,
  caller: Caller,
  request: { endpointId: string; watchId: string },
): Promise<OneWatch> {
  const listed = await listWatches(context, caller, request.endpointId)
  if (listed.kind === 'refused') return listed
  const key = context.keys.rowKey('watch', request.watchId)
  const watch = listed.watches.find((one) => one.key === key)
  return watch ? { kind: 'watch', watch } : UNKNOWN
}

/** Adds a watch to a telemetry endpoint of the caller, which confirms the endpoint. It counts events from now on. */
export function addWatch(
  context: Context,
  caller: Caller,
  request: Request & { rule: WatchRule },
): Promise<OneWatch> {
  const { rule, now } = request
  const unwatchable = checkRule(rule)
  if (unwatchable) return Promise.resolve(unwatchable)
  return configureOwned<OneWatch>(context, caller, { ...request, ...KIND }, (found, { nextKey }) => {
    if (found.endpoint.retiredAt) return toRefusedChange({ code: 'endpoint_retired' })
    const limit = getLimit(context, found.plan)
    if (limit === 0) return toRefusedChange({ code: 'plan_needed' })
    if (found.watches.length >= limit) {
      const allowed = limit === 1 ? 'the 1 watch' : `the ${limit} watches`
      const message = `This endpoint has ${allowed} that its plan allows.`
      return toRefusedChange({ code: 'limit_reached', message })
    }
    const watch = startWatch({ ...rule, key: nextKey(), createdAt: now }, now)
    return answer(watch, [...found.watches, watch], audit(context, caller, 'watch_added', watch))
  })
}

/** Changes a watch. One that watches something else from now on starts over; its earlier state is forgotten. */
export function changeWatch(
  context: Context,
  caller: Caller,
  request: Request & { watchId: string; change: Partial<WatchRule> },
): Promise<OneWatch> {
  const { change, watchId, now } = request
  return configureOwned<OneWatch>(context, caller, { ...request, ...KIND }, (found) => {
    const key = context.keys.rowKey('watch', watchId)
    const before = found.watches.find((one) => one.key === key)
    if (found.endpoint.retiredAt) return toRefusedChange({ code: 'endpoint_retired' })
    if (!before) return toRefusedChange(UNKNOWN.refusal)
    const changed = { ...before, ...change }
    const unwatchable = checkRule(changed)
    if (unwatchable) return toRefusedChange(unwatchable.refusal)
    const watch = isSameSubject(before, changed) ? changed : startWatch(changed, now)
    const watches = found.watches.map((one) => (one === before ? watch : one))
    return answer(watch, watches, audit(context, caller, 'watch_changed', watch))
  })
}

/** Removes a watch. */
export function removeWatch(
  context: Context,
  caller: Caller,
  request: Request & { watchId: string },
): Promise<{ kind: 'done' } | Refused> {
  return changeOwned<{ kind: 'done' } | Refused>(context, caller, { ...request, ...KIND }, (found) => {
    const key = context.keys.rowKey('watch', request.watchId)
    const removed = found.watches.find((one) => one.key === key)
    if (!removed) return toRefusedChange(UNKNOWN.refusal)
    const watches = found.watches.filter((one) => one !== removed)
    return {
      answer: { kind: 'done' },
      remember: false,
      consequences: [{ kind: 'watches', watches }, audit(context, caller, 'watch_removed', removed)],
    }
  })
}

function getLimit(context: Context, plan: string | null): number {
  return findPlan(context, plan)?.watches ?? 0
}

function isSameSubject(one: WatchRule, other: WatchRule): boolean {
  const subject = ({ name, props, when }: WatchRule) => JSON.stringify([name, props, when])
  return subject(one) === subject(other)
}

function answer(watch: Watch, watches: readonly Watch[], entry: Consequence): Change<OneWatch> {
  return {
    answer: { kind: 'watch', watch },
    remember: false,
    consequences: [{ kind: 'watches', watches }, entry],
  }
}

function audit(
  { keys }: Context,
  caller: Caller,
  action: 'watch_added' | 'watch_changed' | 'watch_removed',
  { key }: Watch,
): Consequence {
  return { kind: 'audit', by: toActor(caller), action, detail: keys.rowId('watch', key) }
}
