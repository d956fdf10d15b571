import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import type { MonthCount } from '../../domain/plans/month-usage.ts'

/** The endpoints of one kind that an account has; what belongs to another one is as absent as what does not exist. */
export type OwnedStore = {
  /** A page of them, newest first, older than the key `before`. */
  list(request: {
    accountKey: number
    kind: EndpointKind
    state: 'claimed' | 'retired' | null
    before: number | null
    limit: number
  }): Promise<OwnedEndpoint[]>
  find(request: { accountKey: number; kind: EndpointKind; endpointId: string }): Promise<OwnedEndpoint | null>
  /** Returns the count of the account for each kind that is counted by account. */
  counts(accountKey: number): Promise<Partial<Record<EndpointKind, MonthCount>>>
}

export type OwnedEndpoint = {
  key: number
  /** The key of its newest submission, real or spam; 0 before the first, and for what takes none. */
  newestKey: number
  endpoint: EndpointFacts
}
