import type { Refusal } from '../domain/refusal.ts'
import type { Context } from './context.ts'

/** The place in a list that a cursor names; null: the beginning. */
export function readCursor(
  context: Context,
  cursor: string | undefined,
): { kind: 'read'; key: number | null } | { kind: 'refused'; refusal: Refusal } {
  if (cursor === undefined) return { kind: 'read', key: null }
  const key = context.keys.rowKey('cursor', cursor)
  if (key !== null) return { kind: 'read', key }
  const message = 'This is not a next_cursor of this list.'
  return { kind: 'refused', refusal: { code: 'value_invalid', field: 'cursor', message } }
}

/** The cursor that names this place; null at the end. */
export function cursorAt(context: Context, key: number | null): string | null {
  return key === null ? null : context.keys.rowId('cursor', key)
}
