/**
 * The operator has stopped an endpoint, or all endpoints of an account: nothing more is accepted, and nothing is deleted.
 * Only the operator lifts it.
 */
export type Suspension = {
  at: Date
  /** Words of the operator for the owner, and nobody else; null where there are none. */
  reason: string | null
}

/** Maximum number of characters of a reason. */
export const MAX_SUSPENSION_REASON_LENGTH = 300

/** Characters that would break a line, or write over it from right to left. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu

/** Returns the reason on one line, null for an empty one; `too_long` beyond the maximum. */
export function readSuspensionReason(
  text: string,
): { kind: 'reason'; reason: string | null } | { kind: 'too_long' } {
  const reason = text.replace(CONTROL_CHARACTERS, ' ').trim()
  if ([...reason].length > MAX_SUSPENSION_REASON_LENGTH) return { kind: 'too_long' }
  return { kind: 'reason', reason: reason === '' ? null : reason }
}

/** Returns the suspension from its columns; null while there is none. */
export function toSuspension(row: {
  suspended_at: number | null
  suspended_reason: string | null
}): Suspension | null {
  return row.suspended_at === null ? null : { at: new Date(row.suspended_at), reason: row.suspended_reason }
}
