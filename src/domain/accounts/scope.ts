/** Permissions of an API key: `read` reads, `write` changes endpoints and submissions. Neither implies the other. */
export type Scope = 'read' | 'write'

export const SCOPES: readonly [Scope, Scope] = ['read', 'write']

/** Permissions of an endpoint key: read the events of a telemetry endpoint, publish to a queue, consume from it. */
export type EndpointScope = 'read' | 'publish' | 'consume'
