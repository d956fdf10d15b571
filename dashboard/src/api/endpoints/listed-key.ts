import type { Key } from '../schema.ts'

/** A key as listed: without the key itself. */
export type ListedKey<Scope extends string> = Omit<Key, 'scopes'> & { scopes: Scope[] }
