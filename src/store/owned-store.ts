import type { EndpointFacts } from '../domain/endpoint.ts'
import type { MonthCount } from '../domain/intake.ts'
import type { EndpointKind } from '../domain/kind.ts'

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
  /** What the account has counted, for each kind that is counted by the account. */
  counts(accountKey: number): Promise<Partial<Record<EndpointKind, MonthCount>>>
}

export type OwnedEndpoint = {
  key: number
  /** The key of its newest submission, real or spam; 0 before the first, and for what takes none. */
  newestKey: number
  endpoint: EndpointFacts
}
