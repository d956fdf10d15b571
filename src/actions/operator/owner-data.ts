import { mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import { type Operator, toOperatorName } from '../../domain/operator/operator-log.ts'
import { asHolder } from '../accounts/caller.ts'
import { type AccountExport, exportAccount } from '../accounts/export-account.ts'
import type { Context } from '../context.ts'
import { eraseAccount } from './erase-account.ts'

/** The owner with this address, on whom this operator acts. */
type OnOwner = { mailbox: string; operator: Operator; now: Date }

/** Exports everything stored about an owner; null when nobody has this address. The log of the operator records it. */
export async function exportOwner(
  context: Context,
  { mailbox, operator, now }: OnOwner,
): Promise<AccountExport | null> {
  const { store } = context
  const owner = await store.plans.findOwner(mailboxIdentity(mailbox))
  if (!owner) return null
  const by = { kind: 'session', sessionKey: 0, freshUntil: now } as const
  const found = await exportAccount(context, { ...asHolder({ ...owner, suspension: null }), by }, now)
  if (found) {
    await store.operator.record({
      ...{ action: 'account_exported', subject: owner.mailbox, detail: null },
      ...{ operator: toOperatorName(operator), now },
    })
  }
  return found
}

/** Deletes the account of an owner for good; see `eraseAccount`. Returns false when nobody has this address. */
export async function eraseOwner(context: Context, { mailbox, operator, now }: OnOwner): Promise<boolean> {
  const owner = await context.store.plans.findOwner(mailboxIdentity(mailbox))
  if (!owner) return false
  await eraseAccount(context, { accountKey: owner.key, mailbox: owner.mailbox, operator, now })
  return true
}
