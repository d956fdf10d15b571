import { canonicalMailbox } from '../../domain/accounts/mailbox.ts'
import { activeDestinations } from '../../domain/destinations/destination.ts'
import type { FoundEndpoint } from '../../store/contract/changes.ts'
import { type Context, getPlan } from '../context.ts'

/** The emails that a submission sends besides that to the recipient: one to each mailbox that its owner added and that said yes. */
export function destinationEmails(
  context: Context,
  { endpoint, plan }: FoundEndpoint,
): { destination: string; mailboxKey: string }[] {
  return activeDestinations(endpoint, getPlan(context, plan)).map(({ id, mailbox }) => ({
    destination: id,
    mailboxKey: context.keys.mailboxKey(canonicalMailbox(mailbox)),
  }))
}
