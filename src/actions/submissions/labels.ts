import type { Refused } from '../../domain/refusal.ts'
import { type LabelColor, MAX_LABELS } from '../../domain/submissions/label.ts'
import type { LabelOutcome } from '../../store/submissions/work/labels.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { type LabelView, toLabelView, UNKNOWN_LABEL } from './owned-labels.ts'

type OneLabel = { kind: 'label'; label: LabelView } | Refused

/** Lists the labels of the caller's account by name. */
export async function listLabels(context: Context, caller: Caller): Promise<LabelView[]> {
  const labels = await context.store.inbox.listLabels(caller.accountKey)
  return labels.map((label) => toLabelView(context, label))
}

/** Creates a label of the caller's account. */
export async function addLabel(
  context: Context,
  caller: Caller,
  request: { name: string; color: LabelColor; now: Date },
): Promise<OneLabel> {
  const { accountKey } = caller
  return toOneLabel(context, await context.store.inbox.addLabel({ ...request, accountKey }))
}

/** Changes the name or the color of a label; null leaves it. */
export async function changeLabel(
  context: Context,
  caller: Caller,
  request: { labelId: string; name: string | null; color: LabelColor | null },
): Promise<OneLabel> {
  const key = context.keys.rowKey('label', request.labelId)
  if (key === null) return UNKNOWN_LABEL
  const { name, color } = request
  const { accountKey } = caller
  return toOneLabel(context, await context.store.inbox.changeLabel({ accountKey, key, name, color }))
}

/** Deletes a label and takes it off all submissions. Returns false when the caller has no such label. */
export async function deleteLabel(context: Context, caller: Caller, labelId: string): Promise<boolean> {
  const key = context.keys.rowKey('label', labelId)
  if (key === null) return false
  return context.store.inbox.deleteLabel({ accountKey: caller.accountKey, key })
}

function toOneLabel(context: Context, outcome: LabelOutcome): OneLabel {
  switch (outcome.kind) {
    case 'label':
      return { kind: 'label', label: toLabelView(context, outcome.label) }
    case 'taken':
      return { kind: 'refused', refusal: { code: 'name_taken', field: 'name' } }
    case 'full': {
      const message = `An account can have at most ${MAX_LABELS} labels.`
      return { kind: 'refused', refusal: { code: 'limit_reached', message } }
    }
    case 'unknown':
      return UNKNOWN_LABEL
  }
}
