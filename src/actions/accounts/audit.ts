import type { Refused } from '../../domain/refusal.ts'
import type { AuditEntry } from '../../store/accounts/audit.ts'
import type { Context } from '../context.ts'
import { cursorAt, readCursor } from '../cursor.ts'
import { type Caller, toActor } from './caller.ts'
import { recordUseIfPossible } from './record-use.ts'

export type { AuditEntry } from '../../store/accounts/audit.ts'

/** Lists a page of the audit log of the caller's account, newest first. */
export async function listAudit(
  context: Context,
  caller: Caller,
  request: { limit: number; cursor: string | undefined },
): Promise<{ kind: 'listed'; entries: AuditEntry[]; next: string | null } | Refused> {
  const begin = readCursor(context, request.cursor)
  if (begin.kind === 'refused') return begin
  const { accountKey } = caller
  const page = await context.store.audit.list({ accountKey, before: begin.key, limit: request.limit })
  return { kind: 'listed', entries: page.entries, next: cursorAt(context, page.next) }
}

/**
 * Records an export in the audit log before it begins, unless the disk is full: an owner must be able to leave with their
 * data. Returns what records the number of exported submissions at its end.
 */
export async function recordExport(
  { store }: Context,
  caller: Caller,
  exported: {
    action: 'submissions_exported' | 'events_exported' | 'account_exported'
    subject: string | null
    now: Date
  },
): Promise<(count: number) => Promise<void>> {
  const { accountKey } = caller
  const key = await recordUseIfPossible(
    store.audit.record({ ...exported, accountKey, by: toActor(caller), detail: null }),
  )
  return async (count) => {
    if (key !== null) await recordUseIfPossible(store.audit.setDetail({ key, detail: String(count) }))
  }
}
