import { mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import { type Operator, toOperatorName } from '../../domain/operator/operator-log.ts'
import type { ListedOperatorEntry } from '../../store/operator/operator-log.ts'
import type { ListedOfAnybody, ListedOwner } from '../../store/operator/operator-reads.ts'
import type { PlanOwner } from '../../store/plans/account-plans.ts'
import type { Context } from '../context.ts'
import { getUsage, type Usage } from '../plans/usage.ts'

export type { ListedOfAnybody, ListedOwner } from '../../store/operator/operator-reads.ts'

/** Maximum number of owners, endpoints and entries of the log that are listed; a search finds the others. */
export const MAX_OVERSEEN = 100

/** `more`: there are others. */
type Listed<Item> = { items: Item[]; more: boolean }

/** Lists the newest owners of the instance whose address contains this text. */
export async function listOwners({ store }: Context, q: string | null): Promise<Listed<ListedOwner>> {
  return cut(await store.operator.listOwners({ q, limit: MAX_OVERSEEN }))
}

/** Lists the newest endpoints of the instance with this id, or whose owner or site contains this text. */
export async function listOfAnybody({ store }: Context, q: string | null): Promise<Listed<ListedOfAnybody>> {
  return cut(await store.operator.listOfAnybody({ q, limit: MAX_OVERSEEN }))
}

/** Lists the newest entries of the log of the operator. */
export async function listOperatorLog({ store }: Context): Promise<Listed<ListedOperatorEntry>> {
  const { entries, next } = await store.operator.listEntries({ before: null, limit: MAX_OVERSEEN })
  return { items: entries, more: next !== null }
}

/** Counts what the instance holds. */
export async function countInstance({ store }: Context) {
  return store.operator.countInstance()
}

/** Returns the usage of the owner with this address; null when nobody has it. */
export async function getUsageOfOwner(
  context: Context,
  mailbox: string,
  now: Date,
): Promise<{ owner: PlanOwner; usage: Usage } | null> {
  const owner = await context.store.plans.findOwner(mailboxIdentity(mailbox))
  const usage = owner && (await getUsage(context, { accountKey: owner.key }, now))
  return owner && usage && { owner, usage }
}

/** Ends all sessions of an owner; their keys stay. Returns false when nobody has this address. */
export async function signOutOwner(
  { store }: Pick<Context, 'store'>,
  { mailbox, operator, now }: { mailbox: string; operator: Operator; now: Date },
): Promise<boolean> {
  const request = { mailbox: mailboxIdentity(mailbox), operator: toOperatorName(operator), now }
  return (await store.operator.signOutOwner(request)) !== null
}

function cut<Item>(items: readonly Item[]): Listed<Item> {
  return { items: items.slice(0, MAX_OVERSEEN), more: items.length > MAX_OVERSEEN }
}
