import { mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import { type EndpointFacts, getState } from '../../domain/endpoints/endpoint.ts'
import type { Context } from '../context.ts'

/** Maximum number of endpoints that are named, of those that are claimed and of the others. */
const MAX_NAMED = 10
/** Characters of an id that are shown: enough to tell the endpoints of one person apart, too few to send to one. */
const SHORT_ID_LENGTH = 10

type OtherEndpoint = { shortId: string; createdAt: Date }

/** Endpoints that belong to the recipient, and endpoints that nobody has claimed. */
export type OtherEndpoints = { claimed: OtherEndpoint[]; unclaimed: OtherEndpoint[] }

/**
 * Lists the other living endpoints of the recipient of this one, newest first, for whoever has a link that was mailed to
 * it. Only the same spelling of the address counts: `ada+shop@` may be somebody else than `ada@`. Names that the owner
 * gave, and whole ids, are left out, because emails get forwarded.
 */
export async function listOtherEndpoints(
  { store }: Context,
  request: { endpointId: string; now: Date },
): Promise<OtherEndpoints> {
  const found = await store.findEndpoint(request.endpointId)
  if (!found || found.endpoint.recipient === '') return { claimed: [], unclaimed: [] }
  const { mailboxKey, endpoint } = found
  const all = await store.listOfRecipient({ mailboxKey, recipient: mailboxIdentity(endpoint.recipient) })
  const others = all.filter(({ id }) => id !== endpoint.id)
  const named = (states: readonly string[]) =>
    others
      .filter((other) => states.includes(getState(other, request.now)))
      .slice(0, MAX_NAMED)
      .map(toOther)
  return { claimed: named(['claimed']), unclaimed: named(['unclaimed', 'frozen']) }
}

function toOther({ id, createdAt }: EndpointFacts): OtherEndpoint {
  return { shortId: id.slice(0, SHORT_ID_LENGTH), createdAt }
}
