import type { Refused } from '../domain/refusal.ts'
import type { Context } from './context.ts'

/** Parses a cursor; `key` is null for the beginning of the list. */
export function readCursor(
  context: Context,
  cursor: string | undefined,
): { kind: 'read'; key: number | null } | Refused {
  if (cursor === undefined) return { kind: 'read', key: null }
  const key = context.keys.rowKey('cursor', cursor)
  if (key !== null) return { kind: 'read', key }
  const message = 'This is not a next_cursor of this list.'
  return { kind: 'refused', refusal: { code: 'value_invalid', field: 'cursor', message } }
}

/** Returns the cursor of the page behind this key; null at the end. */
export function cursorAt(context: Context, key: number | null): string | null {
  return key === null ? null : context.keys.rowId('cursor', key)
}
