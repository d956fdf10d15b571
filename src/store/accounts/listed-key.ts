import { toDate } from '../../domain/time.ts'
import type { Schema } from '../engine/schema.ts'

type KeyRow = Pick<
  Schema['api_keys' | 'endpoint_keys'],
  'key' | 'id' | 'name' | 'scopes' | 'created_at' | 'used_at' | 'expires_at'
>

/** A key of an account or of an endpoint as it is listed, with the scopes of its kind. */
export type ListedKey<KeyScope> = {
  key: number
  id: string
  name: string
  scopes: readonly KeyScope[]
  createdAt: Date
  usedAt: Date | null
  expiresAt: Date | null
}

/** Converts the row of a key of an account or an endpoint. */
export function toListedKey<KeyScope>(row: KeyRow): ListedKey<KeyScope> {
  return {
    key: row.key,
    id: row.id,
    name: row.name,
    scopes: JSON.parse(row.scopes) as KeyScope[],
    createdAt: new Date(row.created_at),
    usedAt: toDate(row.used_at),
    expiresAt: toDate(row.expires_at),
  }
}
