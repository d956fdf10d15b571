/** What a key may do: `read` looks, `write` changes endpoints and submissions. Neither implies the other. */
export type Scope = 'read' | 'write'

export const SCOPES: readonly [Scope, Scope] = ['read', 'write']

/** What a key of an endpoint may do: read the events of a telemetry endpoint, put messages into a queue, work them off. */
export type EndpointScope = 'read' | 'publish' | 'consume'
