import type { Refused } from '../../domain/refusal.ts'
import type { Label } from '../../domain/submissions/label.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'

/** A label as its owner sees it. */
export type LabelView = Omit<Label, 'key'> & { id: string }

export const UNKNOWN_LABEL = { kind: 'refused', refusal: { code: 'label_not_found' } } as const

/** Converts a stored label to the owner's view, with its public id. */
export function toLabelView({ keys }: Pick<Context, 'keys'>, { key, name, color }: Label): LabelView {
  return { id: keys.rowId('label', key), name, color }
}

/** Returns the keys of the caller's labels with these ids; refused when one is not theirs. */
export async function findLabelKeys(
  context: Context,
  caller: Caller,
  ids: readonly string[],
): Promise<{ kind: 'labels'; keys: readonly number[] } | Refused> {
  if (ids.length === 0) return { kind: 'labels', keys: [] }
  const own = new Set((await context.store.inbox.listLabels(caller.accountKey)).map(({ key }) => key))
  const keys = [...new Set(ids)].map((id) => context.keys.rowKey('label', id))
  const known = keys.filter((key) => key !== null && own.has(key)).filter((key) => key !== null)
  return known.length === keys.length ? { kind: 'labels', keys: known } : UNKNOWN_LABEL
}
