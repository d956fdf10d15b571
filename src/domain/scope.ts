/** What a key may do: `read` looks, `write` changes endpoints and submissions. Neither implies the other. */
export type Scope = 'read' | 'write'

export const SCOPES: readonly [Scope, Scope] = ['read', 'write']
