import { canonicalMailbox, mailboxIdentity, readPlainAddress } from '../../domain/accounts/mailbox.ts'
import type { Refused } from '../../domain/refusal.ts'
import type { BouncedMailbox } from '../../store/outbox/bounced-mailboxes.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'

/** An address of an owner that gets no emails for now, because earlier ones bounced. */
export type BouncedAddress = Omit<BouncedMailbox, 'mailboxKey'> & { email: string }

/** Returns since when the owner's own address gets no emails because earlier ones bounced; null if it gets them. */
export async function findBouncedSince(context: Context, caller: Caller, now: Date): Promise<Date | null> {
  const mailboxKeys = [toKey(context, caller.mailbox)]
  const [bounced] = await context.store.emailReports.listBounced({ mailboxKeys, now })
  return bounced?.since ?? null
}

/** Lists an owner's addresses that get no emails because earlier ones bounced: their own, and those of email destinations. */
export async function listBouncedAddresses(
  context: Context,
  caller: Caller,
  now: Date,
): Promise<BouncedAddress[]> {
  const addresses = await listAddresses(context, caller)
  const byKey = new Map(addresses.map((address) => [toKey(context, address), address]))
  const bounced = await context.store.emailReports.listBounced({ mailboxKeys: [...byKey.keys()], now })
  return bounced.map(({ mailboxKey, ...facts }) => ({ email: byKey.get(mailboxKey) ?? '', ...facts }))
}

/** Starts emails to one of the owner's addresses again. Idempotent. */
export async function startBouncedAddress(
  context: Context,
  caller: Caller,
  { email }: { email: string },
): Promise<{ kind: 'started' } | Refused> {
  const address = readPlainAddress(email)
  const own = address === null ? [] : await listAddresses(context, caller)
  const isOwn = address !== null && own.some((one) => mailboxIdentity(one) === mailboxIdentity(address))
  if (!isOwn) {
    const message = 'This is neither your own address nor that of one of your email destinations.'
    return { kind: 'refused', refusal: { code: 'value_invalid', field: 'email', message } }
  }
  await context.store.emailReports.lift(toKey(context, address))
  return { kind: 'started' }
}

async function listAddresses({ store }: Context, { accountKey, mailbox }: Caller): Promise<string[]> {
  const added = await store.emailReports.listDestinationAddresses(accountKey)
  return [...new Set([mailbox, ...added])]
}

function toKey({ keys }: Context, address: string): string {
  return keys.mailboxKey(canonicalMailbox(address))
}
