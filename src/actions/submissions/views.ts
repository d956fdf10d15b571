import type { Refused } from '../../domain/refusal.ts'
import { MAX_VIEWS } from '../../domain/submissions/label.ts'
import type { StoredView, ViewOutcome } from '../../store/submissions/work/views.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { MAX_UNREAD_COUNTED } from './load-form-stats.ts'
import { type Selection, toSubmissionFilter } from './owned-submissions.ts'

/** A saved view of the inbox. `filter`: JSON, as the caller gave it. */
export type InboxView = { id: string; name: string; filter: string }

type OneView = { kind: 'view'; view: InboxView } | Refused

const UNKNOWN = { kind: 'refused', refusal: { code: 'view_not_found' } } as const

/** Lists the saved views of the caller's account, the oldest first. */
export async function listViews(context: Context, caller: Caller): Promise<InboxView[]> {
  const views = await context.store.inbox.listViews(caller.accountKey)
  return views.map((view) => toInboxView(context, view))
}

/** Saves a view of the caller's account. */
export async function addView(
  context: Context,
  caller: Caller,
  request: { name: string; filter: string; now: Date },
): Promise<OneView> {
  const { accountKey } = caller
  return toOneView(context, await context.store.inbox.addView({ ...request, accountKey }))
}

/** Changes the name or the filter of a view; null leaves it. */
export async function changeView(
  context: Context,
  caller: Caller,
  request: { viewId: string; name: string | null; filter: string | null },
): Promise<OneView> {
  const key = context.keys.rowKey('view', request.viewId)
  if (key === null) return UNKNOWN
  const { name, filter } = request
  const { accountKey } = caller
  return toOneView(context, await context.store.inbox.changeView({ accountKey, key, name, filter }))
}

/** Deletes a view. Returns false when the caller has no such view. */
export async function deleteView(context: Context, caller: Caller, viewId: string): Promise<boolean> {
  const key = context.keys.rowKey('view', viewId)
  if (key === null) return false
  return context.store.inbox.deleteView({ accountKey: caller.accountKey, key })
}

/**
 * Counts the unread submissions of a selection, up to `MAX_UNREAD_COUNTED`: by the index of folders, or among the newest
 * with its label or star. Null where only a search could count them, or where its form or label is gone.
 */
export async function countUnreadOf(
  context: Context,
  caller: Caller,
  selection: Selection,
): Promise<number | null> {
  if (selection.terms.length > 0) return null
  const found = await toSubmissionFilter(context, caller, selection)
  if (found.kind === 'refused') return null
  return context.store.inbox.countUnreadIn(found.filter, MAX_UNREAD_COUNTED)
}

function toInboxView({ keys }: Context, { key, name, filter }: StoredView): InboxView {
  return { id: keys.rowId('view', key), name, filter }
}

function toOneView(context: Context, outcome: ViewOutcome): OneView {
  switch (outcome.kind) {
    case 'view':
      return { kind: 'view', view: toInboxView(context, outcome.view) }
    case 'taken':
      return { kind: 'refused', refusal: { code: 'name_taken', field: 'name' } }
    case 'full': {
      const message = `An account can have at most ${MAX_VIEWS} saved views.`
      return { kind: 'refused', refusal: { code: 'limit_reached', message } }
    }
    case 'unknown':
      return UNKNOWN
  }
}
