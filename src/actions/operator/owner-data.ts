import { mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import { type Operator, toOperatorName } from '../../domain/operator/operator-log.ts'
import { createOwnerCaller } from '../accounts/caller.ts'
import { type AccountExport, exportAccount } from '../accounts/export-account.ts'
import type { Context } from '../context.ts'
import { eraseAccount } from './erase-account.ts'

/** The owner with this address, on whom this operator acts. */
type OnOwner = { mailbox: string; operator: Operator; now: Date }

/** Exports everything stored about an owner; null when nobody has this address. Both logs record it, the owner’s too. */
export async function exportOwner(
  context: Context,
  { mailbox, operator, now }: OnOwner,
): Promise<AccountExport | null> {
  const { store } = context
  const owner = await store.plans.findOwner(mailboxIdentity(mailbox))
  if (!owner) return null
  const found = await exportAccount(context, createOwnerCaller(owner, now), now)
  const request = { accountKey: owner.key, operator: toOperatorName(operator), now }
  return found && (await store.operator.recordExport(request)) ? found : null
}

/** Deletes the account of an owner for good; see `eraseAccount`. Returns false when nobody has this address. */
export async function deleteOwner(context: Context, { mailbox, operator, now }: OnOwner): Promise<boolean> {
  const owner = await context.store.plans.findOwner(mailboxIdentity(mailbox))
  if (!owner) return false
  await eraseAccount(context, { accountKey: owner.key, mailbox: owner.mailbox, operator, now })
  return true
}
