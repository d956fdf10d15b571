import type { Key } from '../schema.ts'

/** A key for programs as it is listed: nobody sees the key itself again. */
export type ListedKey<Scope extends string> = Omit<Key, 'scopes'> & { scopes: Scope[] }
