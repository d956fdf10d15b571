import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import type { MonthCount } from '../../domain/plans/month-usage.ts'

/** The endpoints of an account, by kind; endpoints of other accounts do not exist for it. */
export type OwnedStore = {
  /** Lists a page of endpoints, newest first, with keys below `before`. */
  list(request: {
    accountKey: number
    kind: EndpointKind
    state: 'claimed' | 'retired' | null
    before: number | null
    limit: number
  }): Promise<OwnedEndpoint[]>
  find(request: { accountKey: number; kind: EndpointKind; endpointId: string }): Promise<OwnedEndpoint | null>
  /** Lists the ids of the endpoints that await confirmation, of all kinds, up to `limit`. */
  listUnconfirmed(request: { accountKey: number; limit: number }): Promise<string[]>
  /**
   * Lists the endpoints of a kind that were created for this address and that nobody has claimed or declined, newest first,
   * up to `limit`; expired ones too.
   *
   * @param request.recipient as `mailboxIdentity` writes it
   */
  listUnclaimed(request: {
    mailboxKey: string
    recipient: string
    kind: EndpointKind
    limit: number
  }): Promise<EndpointFacts[]>
  /** Returns the count of the account for each kind that is counted by account. */
  counts(accountKey: number): Promise<Partial<Record<EndpointKind, MonthCount>>>
}

export type OwnedEndpoint = {
  key: number
  /** Key of its newest submission, real or spam; 0 before the first, and for other kinds than forms. */
  newestKey: number
  endpoint: EndpointFacts
}
