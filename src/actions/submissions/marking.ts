import { getState } from '../../domain/endpoints/endpoint.ts'
import type { MessageMemory } from '../../domain/spam/message-memory.ts'
import type { FoundEndpoint } from '../../store/contract/changes.ts'
import type { Mark, NewDelivery } from '../../store/submissions/inbox-marks.ts'
import { type Caller, toActor } from '../accounts/caller.ts'
import { recordUseIfPossible } from '../accounts/record-use.ts'
import type { Context } from '../context.ts'
import { planDestinationDeliveries, toRecipientTarget } from '../destinations/delivery-targets.ts'
import { reachesSubmission } from './submissions.ts'

/** Returns the keys of these submissions, without those of other forms than the only one that the caller may see. */
export async function findKeys(context: Context, caller: Caller, ids: readonly string[]): Promise<number[]> {
  const reached =
    caller.access.form === null
      ? ids.map(() => true)
      : await Promise.all(ids.map((id) => reachesSubmission(context, caller, id)))
  const keys = ids.filter((_id, index) => reached[index]).map((id) => context.keys.submissionKey(id))
  return [...new Set(keys.filter((key) => key !== null))]
}

/** Marks these submissions of the caller, and records what a member did. Returns the keys of those that it changed. */
export async function markAndRecord(
  context: Context,
  caller: Caller,
  request: { ids: readonly string[]; mark: Mark; now: Date },
): Promise<number[]> {
  const { ids, now } = request
  const keys = await findKeys(context, caller, ids)
  const changed = await mark(context, caller, { keys, mark: request.mark, now })
  await recordChange(context, caller, { action: request.mark.kind, count: changed.length, now })
  return changed
}

/** Marks submissions of the caller's account. Returns the keys of those that it changed. */
export async function mark(
  context: Context,
  caller: Caller,
  request: { keys: readonly number[]; mark: Mark; now: Date },
): Promise<number[]> {
  const { accountKey } = caller
  const deliveriesFor = (found: FoundEndpoint) => listDeliveries(context, found, request.now)
  const changed = await context.store.inbox.mark({ ...request, accountKey, deliveriesFor })
  tellMemory(context.messages, { ...request, keys: changed })
  return changed
}

/** Records what a member did with submissions, but not what they read. */
export async function recordChange(
  { store }: Context,
  caller: Caller,
  { action, count, now }: { action: string; count: number; now: Date },
): Promise<void> {
  if (!caller.member || count === 0 || action === 'read' || action === 'unread') return
  const { accountKey } = caller
  const changed = { action: 'submissions_changed', subject: null, detail: `${action} ${count}` } as const
  await recordUseIfPossible(store.audit.record({ accountKey, by: toActor(caller), now, ...changed }))
}

/** Stops counting the copies of messages that the owner has dealt with; those of a message that they call spam count again. */
function tellMemory(
  messages: MessageMemory,
  { keys, mark, now }: { keys: readonly number[]; mark: Mark; now: Date },
): void {
  if (keys.length === 0) return
  const verdict = mark.kind === 'verdict' ? mark.isSpam : null
  const isSpam = verdict === true || (mark.kind === 'folder' && mark.folder === 'spam')
  const isReal =
    verdict === false || (mark.kind === 'folder' && (mark.folder === 'inbox' || mark.folder === 'archive'))
  if (isSpam) messages.unsettle(keys)
  if (isReal || (mark.kind === 'read' && mark.isOpened)) messages.settle(keys, now)
}

/** Lists the deliveries that a submission gets once it is marked as not spam: none while it is suspended. */
function listDeliveries(context: Context, found: FoundEndpoint, now: Date): NewDelivery[] {
  const { endpoint } = found
  if (endpoint.suspension || getState(endpoint, now) !== 'claimed') return []
  const toRecipient = endpoint.mailStoppedAt ? [] : [{ ...toRecipientTarget(found), destination: null }]
  return [...toRecipient, ...planDestinationDeliveries(context, found)]
}
